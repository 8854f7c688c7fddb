"""What a combatant can still pay with: cards, uses, supports and MP, counted down while entries are looked at."""

from combat.rules.cards import Card
from combat.rules.state import Fighter
from combat.rules.support import SupportCard


class Purse:
    """A working copy of one fighter's stock and MP; the fighter itself stays as it is."""

    __slots__ = ("floor", "left", "mp")

    def __init__(self, fighter: Fighter):
        self.left = list(fighter.left)
        self.mp = fighter.mp
        self.floor = fighter.kit.floor

    def lacks(self, card: Card | SupportCard) -> bool:
        """G-2, R-BACK-9, R-BACK-10: nothing of it is left."""
        return self.left[card.at] == 0

    def sinks(self, card: Card | SupportCard) -> bool:
        """R-OTHER-4b: its MP would take a Servant below his floor (a Master has none)."""
        return card.mp > 0 and self.floor is not None and self.mp - card.mp < self.floor

    def pay(self, card: Card | SupportCard) -> None:
        left = self.left[card.at]
        if left is not None:
            self.left[card.at] = left - 1
        self.mp -= card.mp
