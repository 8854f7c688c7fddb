"""The way of the master coin on screen: whose turns make up this round of the coin and the next, and who pays when (A-28)."""

from collections.abc import Iterator, Mapping
from itertools import islice

import msgspec

from boardgames.ace_royal.view import View


class Stop(msgspec.Struct, frozen=True):
    """One turn on the way. `pays`: the coin passes to this player right before it."""

    seat: str
    name: str
    when: str
    pays: bool = False


class Walker(msgspec.Struct):
    """Where coin and turn are while the way is walked ahead, nobody falling by the way."""

    seats: tuple[str, ...]
    rotation: str
    player: str
    holder: str
    turns: int
    had: tuple[str, ...]

    def after(self, seat: str) -> str:
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def step(self) -> bool:
        """On to the next turn; whether the coin passed before it (AG-2)."""
        self.had = (*self.had, self.player)
        follower = self.after(self.player)
        match self.rotation:
            case "holder_second_turn_end":
                passes = self.turns >= 2
            case "on_return":
                passes = follower == self.holder and self.turns >= 1
            case _:
                passes = set(self.seats) <= set(self.had)
                follower = self.after(self.holder) if passes else follower
        if passes:
            self.holder, self.turns, self.had = self.after(self.holder), 0, ()
        self.player = follower
        self.turns += self.player == self.holder
        return passes


def road(view: View, names: Mapping[str, str]) -> tuple[tuple[Stop, ...], ...]:
    """The turns since the coin passed last, this one, those to come, and after a bar the next such block."""
    if view.player is None or view.coin is None or view.outcome.ended:
        return ()
    blocks: list[list[Stop]] = [[Stop(seat, names[seat], "past") for seat in view.had_turn]]
    blocks[0].append(Stop(view.player, names[view.player], "now"))
    for seat, pays in islice(_ahead(view), 3 * len(view.seats) + 2):
        if pays and len(blocks) == 2:
            break
        if pays:
            blocks.append([])
        blocks[-1].append(Stop(seat, names[seat], "next", pays))
    return tuple(tuple(block) for block in blocks)


def _ahead(view: View) -> Iterator[tuple[str, bool]]:
    living = tuple(seat.id for seat in view.seats if seat.status != "out")
    player, holder = view.player or "", view.coin or ""
    if player not in living or holder not in living or len(living) < 2:
        return
    # phase 1 counts a turn of the holder, so in phase 0 it is still to be counted
    begun = view.holder_turns + (view.phase == 0 and player == holder)
    walker = Walker(living, view.rules.coin_rotation, player, holder, begun, view.had_turn)
    while True:
        pays = walker.step()
        yield walker.player, pays
