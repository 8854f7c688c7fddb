"""What a move let somebody learn (되감기의 한계): behind that, no undo goes (rules part 4.3). Pure."""

from collections import Counter

from boardgames.ace_royal.state import Master, State


def learnt(before: State, after: State) -> bool:
    """Whether between the two states a card was drawn, turned up, shown or handed over, or a turn or combat went on."""
    moved_on = (before.turn, before.phase, before.combat is None) != (after.turn, after.phase, after.combat is None)
    if moved_on or after.outcome.ended or len(before.grail_seat) != len(after.grail_seat):
        return True
    return any(_of(before.masters[seat], after.masters[seat]) for seat in before.masters)


def _of(old: Master, new: Master) -> bool:
    drawn = Counter(new.hand) - Counter(old.hand)
    shown = Counter(code.card for code in new.codes) - Counter(code.card for code in old.codes)
    turned = (new.hero_up, new.class_up) != (old.hero_up, old.class_up)
    exchanged = (new.hero, new.class_, new.seen_pool) != (old.hero, old.class_, old.seen_pool)
    return bool(drawn or shown or turned or exchanged)
