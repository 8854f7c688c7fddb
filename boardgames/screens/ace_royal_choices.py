"""What a player of Ace Royal may do now, card by card, and why other things are not possible (I-11).

Built from the offers and nothing else. An offer that leaves cards to be picked becomes a form with the hand in it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from boardgames.ace_royal import moves
from boardgames.ace_royal.cards import keys_of
from boardgames.ace_royal.offers import Offer
from boardgames.ace_royal.options import with_cards
from boardgames.ace_royal.view import SeatView, Standing
from boardgames.ace_royal.vocabulary import STATS, Choose, Manual, everything
from boardgames.box import Sight
from boardgames.screens.by_hand import Settling, settled
from tabletop import strict_json
from tabletop.game import Illegal


class Button(msgspec.Struct, frozen=True):
    """One move as a button: `kind` has its words in the templates, `move` is what it sends.

    `target` is a player's name, `aim` his seat; `foreseen` the strike as it would stand; `effect` what is chosen by it.
    """

    kind: str
    move: str
    card: str = ""
    aim: str = ""
    target: str = ""
    code: str = ""
    stat: str = ""
    effect: dict[str, Any] | None = None
    foreseen: Standing | None = None


class Act(msgspec.Struct, frozen=True):
    """A thing to do, with a button for each way of aiming it; where `most` is not 0, `least` to `most` of `among` pay."""

    kind: str
    buttons: tuple[Button, ...]
    least: int = 0
    most: int = 0
    among: tuple[str, ...] = ()


class Held(msgspec.Struct, frozen=True):
    """A card of the own: where it is, what can be done with it now, or why nothing can."""

    card: str
    place: str
    number: int = 1
    state: str = "upright"
    acts: tuple[Act, ...] = ()
    why: Illegal | None = None


class Refused(msgspec.Struct, frozen=True):
    kind: str
    illegal: Illegal
    target: str = ""


class Choices(msgspec.Struct, frozen=True):
    """`answers` answer the question, `pick` asks for cards; `held` and `spells` are what may be done beside it."""

    answers: tuple[Button, ...]
    pick: Act | None
    held: tuple[Held, ...]
    spells: tuple[Act, ...]
    refused: tuple[Refused, ...]
    settle: Settling | None = None


ANSWERS: dict[type, str] = {
    moves.Keep: "keep",
    moves.Swap: "swap",
    moves.Pick: "pick",
    moves.Recover: "recover",
    moves.Leave: "leave",
    moves.Reveal: "reveal",
    moves.Done: "done",
    moves.Assault: "assault",
    moves.Pass: "pass",
    moves.ChooseMode: "mode",
    moves.Accept: "accept",
    moves.Claim: "claim",
}


def choices(sight: Sight, me: SeatView) -> Choices:
    offers: Sequence[Offer] = sight.options
    return Choices(
        answers=tuple(_answer(sight, offer.move) for offer in offers if type(offer.move) in ANSWERS),
        pick=next(
            (_act(_picked_for(sight), [offer], sight) for offer in offers if isinstance(offer.move, moves.Discard)),
            None,
        ),
        held=held(sight, me),
        spells=tuple(_spells(sight, offers)),
        refused=tuple(_refused(sight, me)),
        settle=_settling(sight) if any(isinstance(offer.move, moves.Settle) for offer in offers) else None,
    )


def _picked_for(sight: Sight) -> str:
    """What the cards that are picked are for: most are discarded."""
    asked = (sight.view.waiting_for or {}).get("for", "")
    return asked if asked in ("give", "fetch") else "discard"


def _settling(sight: Sight) -> Settling:
    card = sight.view.cards.cards[sight.view.waiting_for["card"]]
    texts = [it.text for one in card.abilities for it in everything(one.do) if isinstance(it, Manual)]
    seats = tuple((one.id, sight.names[one.id]) for one in sight.view.seats if one.status != "out")
    whats = ("mana", "spells", "cards", "state", "assassination", "depletion", *STATS)
    return Settling(card.id, " ".join(texts), whats, seats)


def move_of(fields: Any) -> dict[str, Any] | Illegal:
    """The move that a form says: a button's JSON, with the cards that were picked where some were asked for."""
    if (by_hand := settled(fields)) is not None:
        return by_hand
    move = strict_json.read(fields.get("move", ""))
    if not isinstance(move, dict):
        return Illegal("move_shape", "format")
    if "picks" in fields:
        move["cards" if move.get("do") == "discard" else "discard"] = fields.getlist("card")
    return move


def held(sight: Sight, me: SeatView) -> tuple[Held, ...]:
    """The own cards: Servant, set codes, hand, face-down ones; each kind of card once in its place."""
    return tuple(_with_acts(sight, me, one) for one in _own_cards(me))


def _own_cards(me: SeatView) -> Iterator[Held]:
    yield from (Held(card, place, 1, me.servant) for place, card in (("hero", me.hero), ("class", me.class_)) if card)
    codes = Counter((code.card, code.state) for code in me.codes)
    yield from (Held(card, "hand", number) for card, number in Counter(me.cards or ()).items())
    yield from (Held(card, "code", number, state) for (card, state), number in codes.items())
    yield from (Held(card, "facedown", number) for card, number in Counter(me.facedown_cards or ()).items())


def _with_acts(sight: Sight, me: SeatView, one: Held) -> Held:
    # of several copies of a code the upright ones are used
    spent = (
        one.place == "code"
        and one.state != "upright"
        and any(code.card == one.card and code.state == "upright" for code in me.codes)
    )
    acts = () if spent else tuple(_acts(sight, one.card, one.place))
    useful = any(act.kind != "facedown" for act in acts)
    why = None if useful or spent else _why_not(sight, me, one.card, one.place)
    return msgspec.structs.replace(one, acts=acts, why=why)


def _acts(sight: Sight, card: str, place: str) -> Iterator[Act]:
    about = [offer for offer in sight.options if _is_about(sight, offer.move, card, place)]
    for kind, wanted in (
        ("set", moves.SetCode),
        ("facedown", moves.LayFacedown),
        ("use", moves.Use),
        ("trigger", moves.Trigger),
    ):
        plain = [one for one in about if isinstance(one.move, wanted) and not _is_free(one.move)]
        free = [one for one in about if isinstance(one.move, wanted) and _is_free(one.move)]
        if plain:
            yield _act(kind, plain, sight)
        if free:
            yield _act("free", free, sight)


def _is_about(sight: Sight, move: Any, card: str, place: str) -> bool:
    match move:
        case moves.SetCode() | moves.LayFacedown():
            return place == "hand" and move.card == card
        case moves.Use() | moves.Trigger():
            from_hand = sight.view.cards.cards[card].type == "scene"
            return move.card == card and place != "facedown" and from_hand == (place == "hand")
        case _:
            return False


def _is_free(move: Any) -> bool:
    return getattr(move, "spell", UNSET) is True


def _act(kind: str, offers: Sequence[Offer], sight: Sight) -> Act:
    first = offers[0]
    return Act(kind, tuple(_button(kind, one.move, sight) for one in offers), first.least, first.most, first.among)


def _button(kind: str, move: Any, sight: Sight, *, foreseen: Standing | None = None) -> Button:
    aim = getattr(move, "target", UNSET)
    said = {"code": getattr(move, "code", UNSET), "stat": getattr(move, "stat", UNSET)}
    return Button(
        kind=kind,
        move=msgspec.json.encode(move).decode(),
        card=getattr(move, "card", "") or "",
        aim=aim if isinstance(aim, str) else "",
        target=sight.names.get(aim, "") if isinstance(aim, str) else "",
        effect=_chosen(sight, move),
        foreseen=foreseen,
        **{key: value for key, value in said.items() if isinstance(value, str)},
    )


def _chosen(sight: Sight, move: Any) -> dict[str, Any] | None:
    """The effect that a use picks among several."""
    ability = sight.view.cards.cards[move.card].activated if isinstance(move, moves.Use) else None
    choose = next((it for it in everything(ability.do) if isinstance(it, Choose)), None) if ability else None
    if choose is None:
        return None
    number, stat = move.choice, move.stat
    picked = [
        it
        for at, it in enumerate(choose.options)
        if (getattr(it, "stat", "") == stat if choose.by_stat else at == number)
    ]
    return msgspec.to_builtins(picked[0]) if picked else None


def _answer(sight: Sight, move: Any) -> Button:
    kind = ANSWERS[type(move)]
    match move:
        case moves.ChooseMode(mode=mode):
            after = sight.after(move)
            seen = after.combat.standing if after and after.combat else None
            return msgspec.structs.replace(_button(kind, move, sight, foreseen=seen), stat=mode)
        case moves.Reveal(what=what):
            return msgspec.structs.replace(_button(kind, move, sight), stat=what)
        case moves.Pick(hero=hero, class_=class_):
            return msgspec.structs.replace(_button(kind, move, sight), card=hero, code=class_)
        case _:
            return _button(kind, move, sight)


def _spells(sight: Sight, offers: Sequence[Offer]) -> Iterator[Act]:
    for use in ("a", "b", "c", "e"):
        cast = [one for one in offers if isinstance(one.move, moves.Spell) and one.move.use == use]
        if cast:
            yield _act(f"spell_{use}", cast, sight)


def _why_not(sight: Sight, me: SeatView, card: str, place: str) -> Illegal | None:
    """What forbids it, for a card from which its owner could expect something."""
    if not sight.options or place == "facedown":
        return None
    if place == "hand" and sight.view.cards.cards[card].type == "code":
        return _told(sight.refusal(moves.SetCode(sight.acting, card)))
    return _told(sight.refusal(_sample(sight, me, card))) if sight.view.cards.cards[card].activated else None


def _told(illegal: Illegal | None) -> Illegal | None:
    """That something is not asked for now is plain; no reason needs to be given for it."""
    return None if illegal is None or illegal.code == "not_asked" else illegal


def _sample(sight: Sight, me: SeatView, card: str) -> moves.Use:
    """A use of the card as well aimed as can be, so that what refuses it is about the card."""
    ability = sight.view.cards.cards[card].activated
    keys = keys_of(ability)
    others = [seat.id for seat in sight.view.seats if seat.id != me.id and seat.status != "out"]
    theirs = (seat.codes[0].card for seat in sight.view.seats if seat.id != me.id and seat.codes)
    codes = next(theirs, next(code for code, one in sight.view.cards.cards.items() if one.type == "code"))
    use = moves.Use(
        sight.acting,
        card,
        target=others[0] if keys.target and others else UNSET,
        code=codes if keys.code else UNSET,
        stat=_stat(ability) if keys.stat else UNSET,
    )
    cost = ability.discards if ability else 0
    return with_cards(use, (me.cards or ())[: 1 if cost == "X" else cost]) if cost else use  # type: ignore[return-value]


def _stat(ability: Any) -> Any:
    chosen = [option.stat for effect in ability.do for option in getattr(effect, "options", ())]
    return chosen[0] if chosen else STATS[0]


def _refused(sight: Sight, me: SeatView) -> Iterator[Refused]:
    """What a player would look for in vain, each with the rule that forbids it."""
    offered = {type(offer.move) for offer in sight.options}
    asked = sight.view.waiting_for["for"] if sight.view.waiting_for["who"] == sight.acting else ""
    if asked in ("assault", "ritual") and moves.Assault not in offered:
        for seat in sight.view.seats:
            if seat.id != me.id and seat.status != "out":
                illegal = _told(sight.refusal(moves.Assault(sight.acting, seat.id)))
                if illegal:
                    yield Refused("assault", illegal, sight.names[seat.id])
                    break
    casts = {offer.move.use for offer in sight.options if isinstance(offer.move, moves.Spell)}
    for use, stat in (("a", UNSET), ("b", "pa"), ("e", UNSET)):
        if use not in casts and (illegal := _told(sight.refusal(moves.Spell(sight.acting, use, stat)))):  # type: ignore[arg-type]
            yield Refused(f"spell_{use}", illegal)
