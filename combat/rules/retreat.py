"""Retreat (후퇴): the price is what the enemies' next cards do, or a point of Fortune (R-RET-1…5, G-22)."""

from collections.abc import Sequence
from itertools import groupby

from combat.rules.cards import Card
from combat.rules.damage import dealt, wounded
from combat.rules.falls import falls_now, judge
from combat.rules.moves import Slot
from combat.rules.outcome import without_conviction
from combat.rules.plan import entry_fault, owes_reduction, reaches, refuse
from combat.rules.purse import Purse
from combat.rules.reports import Damage, Event
from combat.rules.settings import Settings
from combat.rules.state import (
    Fight,
    Fighter,
    PresentAnswer,
    SealedPlan,
    SealedSlot,
    change,
    master_present,
    with_fighter,
)
from tabletop.game import Illegal

type Shown = tuple[tuple[int, tuple[Card, ...]], ...]


def payer(fight: Fight, fighter: Fighter) -> int | None:
    """R-RET-4: who can pay a point of Fortune (명운) for the escape: the Master himself, or the present Master of the Servant."""
    id = fighter.kit.master if fighter.kit.servant else fighter.kit.id
    place = fight.places.get(id or "")
    if place is None or (fighter.kit.servant and not master_present(fight, fighter)):
        return None
    return place if fight.fighters[place].fortune > 0 else None


def buy(fight: Fight, place: int) -> Fight | Illegal:
    """R-RET-4, R-RET-5: one point of Fortune, and nobody is hurt."""
    paying = payer(fight, fight.fighters[place])
    if paying is None:
        return refuse("no_fortune")
    master = fight.fighters[paying]
    fight = with_fighter(fight, paying, change(master, fortune=master.fortune - 1))
    event = Event(fight.moves, "retreat", fight.fighters[place].kit.id, "R-RET-4", 0)
    return _fled(change(fight, events=(*fight.events, event)), place)


def flee(fight: Fight, place: int) -> Fight | Illegal:
    """R-RET-2: the plans' next cards are met first; then who lacks cards is asked, one enemy after the other."""
    began, move = fight.sides_fighting, fight.moves
    shown: list[tuple[int, tuple[Card, ...]]] = []
    queue: list[tuple[int, int]] = []
    for enemy in _enemies(fight, place):
        fight, cards = _from_plan(fight, enemy, place)
        shown.append((enemy, cards))
        missing = min(fight.settings.retreat.cards - len(cards), _left(fight.fighters[enemy]))
        if missing > 0:
            queue.append((enemy, missing))
    if any(owes_reduction(fight.fighters[enemy], fight.fighters[place], fight.settings) for enemy, _ in queue):
        return refuse("reduction_unsettled")
    return _ask(fight, place, tuple(queue), tuple(shown), began, move)


def present(fight: Fight, waiting: PresentAnswer, words: Sequence[str]) -> Fight | Illegal:
    """The asked enemy shows as many cards as are missing, from what he has left (R-RET-2)."""
    enemy, foe = fight.fighters[waiting.who], fight.fighters[waiting.fleeing]
    if illegal := _unknown(enemy, words):
        return illegal
    if len(words) != waiting.cards:
        return refuse("wrong_number_of_cards", cards=waiting.cards)
    cards = tuple(enemy.hand[word] for word in words)
    purse = Purse(enemy)
    if illegal := _unshowable(fight, enemy, foe, cards, purse):
        return illegal
    fight = with_fighter(change(fight, waiting=None), waiting.who, change(enemy, left=tuple(purse.left), mp=purse.mp))
    shown = (*waiting.shown, (waiting.who, cards))
    return _ask(fight, waiting.fleeing, waiting.queue, shown, waiting.began, waiting.move)


def _enemies(fight: Fight, place: int) -> list[int]:
    """Who can reach the fleeing one: by the lines, and not a Master at HP ≤ 0."""
    fleeing = fight.fighters[place]
    return [
        at
        for at, foe in enumerate(fight.fighters)
        if foe.fighting and foe.kit.side != fleeing.kit.side and not foe.down and reaches(foe, fleeing, fight.settings)
    ]


def _from_plan(fight: Fight, enemy: int, place: int) -> tuple[Fight, tuple[Card, ...]]:
    """The next unresolved cards of the enemy's plan that point at the fleeing one; they are used up."""
    me, fleeing = fight.fighters[enemy], fight.fighters[place]
    purse, cards = Purse(me), list[Card]()
    plan = list(me.plan or ())
    for at in range(fight.slot, len(plan)):
        word = next((entry.word for entry in plan[at].entries if entry.target == place), None)
        if word is None or len(cards) == fight.settings.retreat.cards:
            continue
        card = me.hand[word]
        if can_be_shown(me, fleeing, card, purse, fight.settings):
            purse.pay(card)
            cards.append(card)
            plan[at] = _without(plan[at], place, fleeing.kit.id)
    after = change(me, left=tuple(purse.left), mp=purse.mp, plan=_kept(me, plan))
    return with_fighter(fight, enemy, after), tuple(cards)


def can_be_shown(me: Fighter, fleeing: Fighter, card: Card, purse: Purse, settings: Settings) -> bool:
    """Whether this card can meet a retreat now: no phantasm, no spell of two or more steps."""
    if card.family == "np" or card.steps > 1 or entry_fault(me, fleeing, card, settings):
        return False
    return not purse.lacks(card) and not purse.sinks(card)


def _without(slot: SealedSlot, place: int, id: str) -> SealedSlot:
    entries = tuple(entry for entry in slot.entries if entry.target != place)
    attack = {to: word for to, word in slot.written.attack.items() if to != id}
    return SealedSlot(entries, written=Slot(attack=attack))


def _kept(me: Fighter, plan: list[SealedSlot]) -> SealedPlan | None:
    return None if me.plan is None else tuple(plan)


def _left(enemy: Fighter) -> int:
    """How many cards can be asked of him: basic, Critical (front line) and skill cards."""
    families = ("basic", "skill", "critical") if enemy.line == "front" else ("basic", "skill")
    return sum(enemy.left[card.at] or 0 for card in enemy.kit.cards if card.family in families)


def _ask(
    fight: Fight, place: int, queue: tuple[tuple[int, int], ...], shown: Shown, began: tuple[str, ...], move: int
) -> Fight:
    if not queue:
        return _settle(fight, place, shown, began, move)
    (who, cards), rest = queue[0], queue[1:]
    return change(fight, waiting=PresentAnswer(who, cards, place, rest, shown, began, move))


def _unknown(enemy: Fighter, words: Sequence[str]) -> Illegal | None:
    for word in words:
        card = enemy.hand.get(word)
        if card is None:
            return Illegal("no_such_card", "format", numbers={"card": word[:80]})
        if card.family == "np" or card.steps > 1:
            return Illegal("cannot_be_presented", "format", numbers={"card": word})
    return None


def _unshowable(fight: Fight, enemy: Fighter, foe: Fighter, cards: tuple[Card, ...], purse: Purse) -> Illegal | None:
    for card in cards:
        if code := entry_fault(enemy, foe, card, fight.settings):
            return refuse(code, card=card.word)
        if purse.lacks(card):
            return refuse("none_left", card=card.word)
        if purse.sinks(card):
            return refuse("below_mp_floor", card=card.word, mp=card.mp, left=purse.mp, floor=purse.floor or 0)
        purse.pay(card)
    return None


def _settle(fight: Fight, place: int, shown: Shown, began: tuple[str, ...], move: int) -> Fight:
    """All cards are on the table: the total is tested (R-RET-3), damage taken, and falls come before the escape."""
    hits = [(enemy, card, _hit(fight, enemy, place, card)) for enemy, card in _in_order(shown)]
    total, rules = _total(fight, hits), fight.settings.retreat
    fails = total >= rules.fails_at
    taken = tuple(hit for _, _, landed in hits for hit in landed) if rules.failure_hurts or not fails else ()
    rule = "R-RET-3" if fails else "R-RET-2"
    event = Event(move, "retreat", fight.fighters[place].kit.id, rule, total, taken)
    fight = with_fighter(change(fight, events=(*fight.events, event)), place, wounded(fight.fighters[place], taken))
    if not fails and not falls_now(fight, fight.fighters[place]):
        fight = _fled(fight, place)
    return judge(fight, began)


def _in_order(shown: Shown) -> list[tuple[int, Card]]:
    """By enemy in the order of combatants, plan cards first."""
    return [(enemy, card) for enemy, cards in sorted(shown, key=_enemy) for card in cards]


def _enemy(shown: tuple[int, tuple[Card, ...]]) -> int:
    return shown[0]


def _hit(fight: Fight, enemy: int, place: int, card: Card) -> list[Damage]:
    """As against Wait: no affinity, no defence skills, no support; phantasm armour helps (G-22)."""
    return dealt(card, fight.fighters[enemy], fight.fighters[place], fight.settings, rule="R-RET-2")


def _total(fight: Fight, hits: list[tuple[int, Card, list[Damage]]]) -> int:
    rules = fight.settings.retreat
    per_enemy = [
        sum(_tested(card, landed, before=rules.tested == "before_reduction") for _, card, landed in group)
        for _, group in groupby(hits, key=lambda hit: hit[0])
    ]
    return sum(per_enemy) if rules.several_enemies == "sum" else max(per_enemy, default=0)


def _tested(card: Card, landed: list[Damage], *, before: bool) -> int:
    return card.value if before else sum(hit.amount for hit in landed)


def _fled(fight: Fight, place: int) -> Fight:
    """He is away; what Conviction lent him is lost (R-MASTER-5). A floor that was breached under `clamp` holds him."""
    fighter = without_conviction(fight.fighters[place])
    floor = fighter.kit.floor
    mp = fighter.mp if floor is None else max(fighter.mp, floor)
    return with_fighter(fight, place, change(fighter, state="fled", mp=mp))
