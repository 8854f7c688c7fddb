"""What a seat may do now (I-11): every offered move is accepted, nothing outside the options is.

Options are built from what the seat knows. Two refusals depend on what others hide and so are not foreseen here: a
second support spell on an ally whose other supporter's plan is sealed (R-MELEE-11), and a retreat from an enemy Master
who would be asked for cards while the reduction is unsettled (G-12).
"""

from collections.abc import Sequence

import msgspec

from combat.rules.cards import Card
from combat.rules.moves import Purpose, Slot, Support
from combat.rules.plan import Draft, owes_reduction, reaches, seal
from combat.rules.purse import Purse
from combat.rules.retreat import can_be_shown, payer
from combat.rules.settings import Settings
from combat.rules.sheet import Line
from combat.rules.state import Fight, Fighter, PresentAnswer, ReturnAnswer
from combat.rules.support import SupportCard
from tabletop.game import GM, Illegal


class PlanOption(msgspec.Struct, frozen=True):
    """A plan may be handed in or replaced. `targets` can be named in an attack, `allies` in a support; cards: see `offers`."""

    slots: int
    targets: tuple[str, ...]
    allies: tuple[str, ...]


class RetreatOption(msgspec.Struct, frozen=True):
    """A retreat (후퇴); `fortune`: the Master can buy it (R-RET-4)."""

    fortune: bool


class PresentOption(msgspec.Struct, frozen=True):
    """`cards` cards must be shown to `fleeing`: words with how many of each there are (None: unlimited).

    `mp` is what a one-step spell costs; all of them together not more than `spare` (None: no limit).
    """

    fleeing: str
    cards: int
    left: dict[str, int | None]
    mp: dict[str, int]
    spare: int | None


class ReturnOption(msgspec.Struct, frozen=True):
    """The Master `by` answers for his Servant (R-OTHER-5)."""

    by: str
    servant: str


class LineOption(msgspec.Struct, frozen=True):
    who: str
    line: Line


class OverrideOption(msgspec.Struct, frozen=True):
    """The numbers of `who` that may be set, each with the least allowed value (None: no limit)."""

    who: str
    least: dict[str, int | None]


class Options(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whitelist of moves for one seat. What is absent, empty, false or 0 is not possible now."""

    seat: str
    plan: PlanOption | None = None
    spend_conviction: bool = False
    activate_plus: tuple[str, ...] = ()
    retreat: RetreatOption | None = None
    present: PresentOption | None = None
    regroup: bool = False
    forced_return: ReturnOption | None = None
    reveal: int = 0
    enter: tuple[str, ...] = ()
    move_line: tuple[LineOption, ...] = ()
    special_damage: tuple[str, ...] = ()
    override: tuple[OverrideOption, ...] = ()
    end: bool = False
    on_behalf: tuple[str, ...] = ()


class Offer(msgspec.Struct, frozen=True):
    """A card word for one slot of a draft: `refused` tells why it cannot be put there.

    `left` and `mp_after` are what remains after the whole draft as it stands. `purpose` is None for an attack. A spell of n
    steps is tried in the n slots from there on.
    """

    word: str
    purpose: Purpose | None
    left: int | None
    mp_after: int
    refused: Illegal | None


def options(fight: Fight, seat: str) -> Options:
    """What the combatant `seat` (or `"gm"`, or the id of a Master who is not in the fight) may do now."""
    if fight.verdict:
        return Options(seat)
    if fight.waiting:
        return _answer(fight, seat)
    if seat == GM:
        return _gm(fight)
    fighter = fight.fighter(seat)
    return _combatant(fight, fighter) if fighter and fighter.fighting else Options(seat)


def _answer(fight: Fight, seat: str) -> Options:
    match fight.waiting:
        case ReturnAnswer(master=master, servant=servant) if seat == master:
            return Options(seat, forced_return=ReturnOption(master, fight.fighters[servant].kit.id))
        case PresentAnswer(who=who) if seat == GM:
            return Options(seat, on_behalf=(fight.fighters[who].kit.id,))
        case PresentAnswer(who=who) as waiting if seat == fight.fighters[who].kit.id:
            return Options(seat, present=_present(fight, waiting))
    return Options(seat)


def _present(fight: Fight, waiting: PresentAnswer) -> PresentOption:
    """No phantasm, no spell of two or more steps, Critical from the front line only."""
    enemy, fleeing = fight.fighters[waiting.who], fight.fighters[waiting.fleeing]
    purse = Purse(enemy)
    cards = [card for card in enemy.hand.values() if can_be_shown(enemy, fleeing, card, purse, fight.settings)]
    return PresentOption(
        fleeing=fleeing.kit.id,
        cards=waiting.cards,
        left={card.word: enemy.left[card.at] for card in cards},
        mp={card.word: card.mp for card in cards if card.mp},
        spare=None if purse.floor is None else purse.mp - purse.floor,
    )


def _combatant(fight: Fight, fighter: Fighter) -> Options:
    return Options(
        fighter.kit.id,
        plan=plan_option(fight, fighter) if fight.between_rounds else None,
        spend_conviction=not fighter.kit.servant and not fighter.spent and fighter.conviction > 0,
        activate_plus=tuple(
            stat for stat, signs in fighter.kit.plus_signs.items() if signs and stat not in fighter.plus
        ),
        retreat=RetreatOption(fortune=payer(fight, fighter) is not None),
        regroup=fighter.regroups > 0,
    )


def plan_option(fight: Fight, fighter: Fighter) -> PlanOption:
    """Whom a plan of `fighter` could name, whether or not one can be handed in now."""
    side, settings = fighter.kit.side, fight.settings
    others = [other for other in fight.fighters if other.fighting and other is not fighter]
    can_help = fighter.line == "back" and not fighter.down
    return PlanOption(
        slots=settings.slots_per_round,
        targets=tuple(o.kit.id for o in others if o.kit.side != side and can_attack(fighter, o, settings)),
        allies=tuple(o.kit.id for o in others if o.kit.side == side and can_help and o.line == "front"),
    )


def can_attack(me: Fighter, foe: Fighter, settings: Settings) -> bool:
    """Whether a basic card of `me` could be named for `foe`, if one is left."""
    return not me.down and reaches(me, foe, settings) and not owes_reduction(me, foe, settings)


def _gm(fight: Fight) -> Options:
    fighting = [fighter for fighter in fight.fighters if fighter.fighting]
    ids = tuple(fighter.kit.id for fighter in fighting)
    return Options(
        GM,
        reveal=fight.settings.slots_per_round - fight.slot,
        enter=ids if fight.between_rounds else (),
        move_line=_lines(fighting) if fight.between_rounds else (),
        special_damage=ids,
        override=tuple(OverrideOption(fighter.kit.id, least(fighter)) for fighter in fight.fighters),
        end=True,
        on_behalf=ids,
    )


def _lines(fighting: list[Fighter]) -> tuple[LineOption, ...]:
    """Each to the other line, but not the last of a side off the front line."""
    front = [fighter.kit.side for fighter in fighting if fighter.line == "front"]
    return tuple(
        LineOption(fighter.kit.id, "front" if fighter.line == "back" else "back")
        for fighter in fighting
        if fighter.line == "back" or front.count(fighter.kit.side) > 1
    )


def least(fighter: Fighter) -> dict[str, int | None]:
    """The numbers an override may set, with their least values (a Master's HP and MP have none, R-OTHER-6a)."""
    kit = fighter.kit
    numbers: dict[str, int | None] = {"hp": 0 if kit.servant else None, "mp": kit.floor}
    if not kit.servant:
        numbers |= {"fortune": 0, "conviction": 0}
    if not kit.servant or kit.master:
        numbers["command_spells"] = 0
    return numbers | dict.fromkeys(counted_cards(fighter), 0)


def counted_cards(fighter: Fighter) -> tuple[str, ...]:
    """Words of the cards that are counted: basic, Critical where the sheet has it, and skill cards."""
    hand = fighter.hand
    return tuple(word for word in fighter.kit.owned if hand[word].family in ("basic", "critical", "skill"))


def check_plan(fight: Fight, seat: str, slots: Sequence[Slot]) -> Illegal | None:
    """Why this plan would be refused, with `at` the slot; None when it would be accepted."""
    place = fight.places.get(seat)
    if fight.verdict or fight.waiting or place is None or not fight.fighters[place].fighting:
        return Illegal("not_yours", "format")
    if not fight.between_rounds:
        return Illegal("round_has_begun", "format")
    sealed = seal(fight, place, slots)
    return sealed if isinstance(sealed, Illegal) else None


def offers(fight: Fight, seat: str, slots: Sequence[Slot], index: int, target: str) -> tuple[Offer, ...]:
    """For every card word of `seat`: could it stand in slot `index` of the draft, at the enemy or for the ally `target`?

    Nothing is offered for somebody who is not in the fight.
    """
    me, other = fight.fighter(seat), fight.fighter(target)
    if me is None or other is None:
        return ()
    length = max(len(slots), index + 1)
    draft = [*slots, *[Slot()] * (length - len(slots))]
    after, faults = _gone_through(fight, seat, draft)
    if other.kit.side == me.kit.side:
        tries = [_try_support(draft, index, target, card, purpose) for card, purpose in _support_words(me)]
    else:
        tries = [_try_card(draft, index, target, me.hand[word]) for word in me.kit.owned]
    return tuple(
        Offer(word, purpose, after.left[at], after.mp, _new_fault(fight, seat, tried, index, faults))
        for word, purpose, at, tried in tries
    )


type _Try = tuple[str, Purpose | None, int, list[Slot]]


def _support_words(me: Fighter) -> list[tuple[SupportCard, Purpose]]:
    both: tuple[Purpose, Purpose] = ("attack", "defence")
    return [
        (card, purpose)
        for card in me.kit.supports.values()
        for purpose in both
        if (card.attack if purpose == "attack" else card.defence)
    ]


def _try_support(draft: list[Slot], index: int, to: str, card: SupportCard, purpose: Purpose) -> _Try:
    support = Support(to=to, with_=card.word, for_=msgspec.UNSET if card.spell else purpose)
    return card.word, purpose, card.at, [*draft[:index], Slot(support=support), *draft[index + 1 :]]


def _try_card(draft: list[Slot], index: int, to: str, card: Card) -> _Try:
    if card.family == "spell":
        row = [Slot(attack={to: card.word})] * card.steps
        return card.word, None, card.at, [*draft[:index], *row, *draft[index + card.steps :]]
    slot = Slot(attack={**draft[index].attack, to: card.word}, support=draft[index].support)
    return card.word, None, card.at, [*draft[:index], slot, *draft[index + 1 :]]


def _new_fault(fight: Fight, seat: str, tried: list[Slot], index: int, known: dict[int, Illegal]) -> Illegal | None:
    """The first fault that the draft did not have before, from the tried slot on."""
    if len(tried) > fight.settings.slots_per_round:
        return Illegal("plan_too_long", "format", f"slots[{index}]", {"slots": fight.settings.slots_per_round})
    _, faults = _gone_through(fight, seat, tried)
    return next((fault for at, fault in faults.items() if at == index or (at > index and at not in known)), None)


def _gone_through(fight: Fight, seat: str, slots: Sequence[Slot]) -> tuple[Purse, dict[int, Illegal]]:
    """What is left after the draft, and the fault of every slot that has one."""
    draft = Draft(fight, fight.places[seat], slots, {}, foresee=True)
    sealed = {at: draft.slot(at) for at in range(len(slots))}
    return draft.purse, {at: slot for at, slot in sealed.items() if isinstance(slot, Illegal)}
