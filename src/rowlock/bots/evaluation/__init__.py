"""How a bot judges: where each way to go on leads, and what that is worth to its seat.

`lookahead.py` lists all that a seat may do this turn and where the turn then ends, as many
positions at once (`positions.py`). A judge (`evaluators.py`) gives each a worth: by the heuristic's
few weights, by the lead over the best other sheet, or by the trained network (`network.py`). All
of them see a row by its shape alone (`row_shapes.py`), so that judging one is a look into a table.
What the network sees beside the rows, and the digest by which files of weights are told apart, is
in `features.py` and `layout.py`.
"""
