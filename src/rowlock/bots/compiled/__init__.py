"""Bots in compiled code: the same decisions as the readable ones, thousands of times per second.

A bot describes its compiled version with `compiled(variant, players)` (`spec.py`); `games.py` plays
whole games between such bots. An *evaluator* gives joint positions at the end of a turn a value for
one seat; everything else is the same for all bots.

    candidates         what a seat may do in a turn
    joint_position     all sheets after a candidate
    evaluator_fields   evaluators as integers; evaluator_arrays builds the arrays
    evaluators         values of positions; network, layers, floats, traits: the value network
    turns              how seats decide, and the turn
    simple             bots without an evaluator
    luck               luck of the dice
    evaluated_games    many games, in several threads
    given_rolls        the best answers to given rolls
    next_turn          the expected value one turn later
    batch_answers      answers in the games of a batch
    rest_of_game       games played out from given positions
"""

from rowlock.bots.compiled.spec import CompiledSpec, HasCompiledSpec, compiled_spec_of

__all__ = ["CompiledSpec", "HasCompiledSpec", "compiled_spec_of"]
