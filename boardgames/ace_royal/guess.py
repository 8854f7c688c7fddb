"""A whole state that fits what one seat sees: open cards as they lie, hidden ones dealt at random from what is left. Pure."""

from collections import Counter
from collections.abc import Iterable

from boardgames.ace_royal.agenda import PickQuestion
from boardgames.ace_royal.combat import Combat
from boardgames.ace_royal.dealing import undealt_pool
from boardgames.ace_royal.state import Code, Master, State
from boardgames.ace_royal.view import CodeView, CombatView, SeatView, View
from tabletop.game import Chance


def guess(view: View, chance: Chance) -> State:
    """Everything known is kept; what is not (hands, face-down cards, deck, hidden servants) is imagined.

    Raises ValueError for a view in which it is not known what happens next.
    """
    if not view.pending and not view.outcome.ended:
        raise ValueError("somebody else is asked in secret")
    stock = _unseen(view, chance) if view.turn else []
    heroes, pool = _servants_left(view, chance)
    return State(
        rules=view.rules,
        masters={seat.id: _master(view, seat, stock, heroes, pool) for seat in view.seats},
        agenda=view.pending,
        class_pool=view.class_pool if view.class_pool is not None else tuple(pool),
        start=view.start,
        turn=view.turn,
        phase=view.phase,
        player=view.player,
        holder=view.coin,
        holder_turns=view.holder_turns,
        had_turn=view.had_turn,
        transfer=view.transfer,
        has_set=view.has_set,
        has_revealed=view.has_revealed,
        meeting=view.meeting,
        deck=tuple(stock),
        grail_seat=view.grail_seat,
        combat=_combat(view.combat) if view.combat and view.in_combat else None,
        defeats=view.defeats,
        outcome=view.outcome,
        cards=view.cards,
    )


def _unseen(view: View, chance: Chance) -> list[str]:
    """All codes and scenes that the seat cannot see, shuffled."""
    seen = Counter(view.grail_seat)
    for seat in view.seats:
        seen.update(code.card for code in seat.codes)
        seen.update(seat.cards or ())
        seen.update(seat.facedown_cards or ())
    return list(chance.shuffled(sorted((Counter(view.cards.deck) - seen).elements())))


def _servants_left(view: View, chance: Chance) -> tuple[list[str], list[str]]:
    """Heroes and class cards that may lie face-down before the others, shuffled; first of all those known to be taken."""
    known = {card for seat in view.seats for card in (seat.hero, seat.class_)}
    heroes = view.heroes or ()
    taken = [hero for hero in view.cards.heroes if hero not in known and hero not in heroes]
    classes = Counter(undealt_pool(view.cards, view.rules.class_sets))
    classes.subtract(seat.class_ for seat in view.seats if seat.class_)
    classes.subtract(view.class_pool or ())
    return list(chance.shuffled(taken)), list(chance.shuffled(_left(classes, view.cards.classes)))


def _left(cards: Counter[str], order: Iterable[str]) -> list[str]:
    return [card for card in order for _ in range(cards[card])]


def _master(view: View, seat: SeatView, stock: list[str], heroes: list[str], pool: list[str]) -> Master:
    has_servant = view.start is not None and not _is_to_pick(view, seat.id)
    return Master(
        id=seat.id,
        mana=seat.mana,
        spells=seat.spells,
        assassination=seat.assassination,
        depletion=seat.depletion,
        hand=seat.cards if seat.cards is not None else _taken(stock, seat.hand),
        hero=seat.hero or (heroes.pop() if has_servant else None),
        class_=seat.class_ or (pool.pop() if has_servant else None),
        hero_up=seat.hero_up,
        class_up=seat.class_up,
        servant=seat.servant,
        codes=tuple(_code(view, code) for code in seat.codes),
        facedown=seat.facedown_cards if seat.facedown_cards is not None else _taken(stock, seat.facedown),
        changes=seat.changes,
        hero_used=(view.stretch,) if seat.hero_used else (),
        class_used=(view.stretch,) if seat.class_used else (),
        barred=seat.barred,
        words=seat.words,
        peeked=seat.peeked,
        seen_pool=seat.seen_pool,
        dead=seat.status == "dead",
        independent=seat.independent,
        out=seat.status == "out",
    )


def _is_to_pick(view: View, seat: str) -> bool:
    return any(isinstance(step, PickQuestion) and step.seat == seat for step in view.pending)


def _taken(stock: list[str], number: int) -> tuple[str, ...]:
    return tuple(stock.pop() for _ in range(number))


def _code(view: View, code: CodeView) -> Code:
    used = (view.stretch,) if code.used else ()
    return Code(code.card, down=code.state == "down", used=used, proxy=code.proxy, muted=code.muted)


def _combat(seen: CombatView) -> Combat:
    """A running combat; its gift has not been given yet, or nobody needs to know it any more."""
    return Combat(
        turn=seen.turn,
        how=seen.how,
        assaulter=seen.assaulter,
        defender=seen.defender,
        step=seen.step,
        striking=seen.striking,
        mode=seen.mode,
        cancelled=seen.cancelled,
        proxies=seen.proxies,
        swift=seen.swift,
        boosts=seen.boosts,
        strikes=seen.strikes,
        lost=seen.lost,
    )
