"""Sets of cards that people make themselves (나만의 카드 세트), one piece of code for both games.

A set is private to who made it. A game that is played with one keeps a whole copy in its setup; what of it a person sees
there is what the rules let him see.
"""
