"""What a move let somebody learn (되감기의 한계): behind that, no undo goes (rules part 4.2). Pure."""

from collections import Counter

from boardgames.dominate.state import Player, State


def learnt(before: State, after: State) -> bool:
    """Whether between the two states a card was drawn, turned up, shown or looked at, or a name opened."""
    if after.ended_by or (before.now and before.now.round) != (after.now and after.now.round):
        return True
    if before.face_down and not after.face_down:
        return True
    return any(_of(old, new) for old, new in zip(before.players, after.players, strict=True))


def _of(old: Player, new: Player) -> bool:
    drawn = Counter(new.hand) - Counter(old.hand)
    shown = Counter(card.code for card in new.piece.shown) - Counter(card.code for card in old.piece.shown)
    looked = new.piece.peeked is not None and old.piece.peeked is None
    opened = new.revealed and not old.revealed
    return bool(drawn or shown or looked or opened or set(new.seen) - set(old.seen) or new.champion != old.champion)
