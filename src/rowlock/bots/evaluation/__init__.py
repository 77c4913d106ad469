"""Evaluation of decisions: where each candidate leads, and what that is worth to the seat.

`lookahead.py` lists all that a seat may do this turn and where the turn then ends, as one array of
positions (`positions.py`). An evaluator (`evaluators.py`) gives each a value: by the heuristic's
few weights, by the lead over the best other sheet, or by the trained network (`network.py`). All of
them see only the shape of a row (`row_shapes.py`), so that a row is evaluated by a table lookup.
The other inputs of the network, and the digest that identifies files of weights, are in
`features.py` and `input_layout.py`.
"""
