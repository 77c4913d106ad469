"""A whole game between two players who cross at random."""

import random

import rowlock

rng = random.Random(7)
game = rowlock.new_game("classic", ["Ann", "Ben"])
while not game.over:
    game = rowlock.roll(game, rowlock.random_roll(game, rng)).state
    while deciders := rowlock.deciders(game):
        moves = rowlock.legal_moves(game, deciders[0])
        game = rowlock.play(game, deciders[0], rng.choice(moves)).state
print(rowlock.result(game).totals, game.reason)
