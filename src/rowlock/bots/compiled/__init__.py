"""Bots in compiled code: the same decisions as the readable ones, thousands of times a second.

A bot says what its twin is with `compiled(variant, players)`, and `twin_of` asks for it
(`spec.py`); `games.py` plays whole games between twins. A *judge* gives joint positions at the end
of a turn a worth for one seat; what the bots do with it is the same for all. One idea a file:

    candidates       what a seat may do in a turn
    joint_position   where that leads, all sheets together
    descriptions     judges as integers; judge_arrays makes them
    judges           their worths; network, layers, floats: those of the value network
    turns            how a seat decides, and the turn
    simple           bots that judge nothing
    luck             what the dice brought
    judged_games     many games, in as many threads as asked
    next_turn        positions played one turn on, as a mean over the dice
    rest_of_game     positions played on to the end
"""

from rowlock.bots.compiled.spec import CompiledSpec, HasCompiledSpec, compiled_spec_of

__all__ = ["CompiledSpec", "HasCompiledSpec", "compiled_spec_of"]
