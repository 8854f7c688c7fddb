"""Odds (승산): what a fight is worth before it is fought. Pure; knows the rules and nothing else of the house.

`exact` and `sealed` compute the equilibrium of a duel, `simulated` plays any fight many times, `player` is the app's own player.
"""
