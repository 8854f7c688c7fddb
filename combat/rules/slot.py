"""One slot (칸): cards are shown and paid, all duels happen at once, damage is taken, chants are cancelled."""

from combat.rules.cards import Card
from combat.rules.damage import dealt, health_after
from combat.rules.duel import A, Strike, meet
from combat.rules.magic import broken_off, cancelled
from combat.rules.moves import CHANT, WAIT
from combat.rules.plan import entry_fault, help_fault, lacking
from combat.rules.purse import Purse
from combat.rules.refusals import RULE_OF
from combat.rules.reports import Damage, Duel, Helped, Note, SlotReport, Why
from combat.rules.state import Entry, Fight, Fighter, Help, SealedPlan, change
from combat.rules.support import SupportCard, attack_points, counted, defence_points, largest


def resolve(fight: Fight) -> Fight:
    """The fight after its next slot; falls and the end are judged afterwards."""
    table = _Table(fight)
    table.show()
    table.duel()
    table.cancel()
    return table.cleared()


class _Table:
    """The working copy of one slot. All duels see the state at its start; only the purses are counted down."""

    def __init__(self, fight: Fight):
        self.fight = fight
        self.fighters = fight.fighters
        self.purses = [Purse(fighter) for fighter in fight.fighters]
        self.shown: list[dict[int, Card]] = [{} for _ in fight.fighters]
        self.chants: dict[int, tuple[Entry, Card]] = {}
        self.attack_helps: dict[int, list[SupportCard]] = {}
        self.defence_helps: dict[int, list[SupportCard]] = {}
        self.helpers: dict[tuple[int, bool], list[str]] = {}
        self.told: dict[tuple[int, bool], int] = {}
        self.plans: dict[int, SealedPlan] = {}
        self.duels: list[Duel] = []
        self.damage: list[Damage] = []
        self.notes: list[Note] = []

    def show(self) -> None:
        """Costs are paid, and every entry is looked at again: what is no longer possible turns into Wait."""
        at = self.fight.slot
        for place, fighter in enumerate(self.fighters):
            plan = fighter.plan
            if plan is None or at >= len(plan) or not fighter.fighting:
                continue
            slot = plan[at]
            if slot.entries:
                self._show_entries(place, fighter, slot.entries)
            elif slot.help:
                self._show_help(place, fighter, slot.help)

    def _show_entries(self, place: int, me: Fighter, entries: tuple[Entry, ...]) -> None:
        paid = False
        for entry in entries:
            foe = self.fighters[entry.target]
            if not foe.fighting:
                continue
            card = me.hand[entry.word]
            bound = entry.step > 1 or (paid and card.family == "np")
            if code := self._entry_fault(place, me, foe, card, bound=bound):
                self._note(place, me, foe, entry.word, code)
                self._break_off(place, entry, card)
                continue
            if not bound:
                self.purses[place].pay(card)
                paid = True
            if entry.step < card.steps:
                self.chants[place] = entry, card
            else:
                self.shown[place][entry.target] = card

    def _entry_fault(self, place: int, me: Fighter, foe: Fighter, card: Card, *, bound: bool) -> str | None:
        """`bound`: paid already, by an earlier slot of the spell or an earlier target of the phantasm."""
        if code := entry_fault(me, foe, card, self.fight.settings):
            return code
        if bound:
            return None
        purse = self.purses[place]
        if purse.lacks(card):
            return "none_left"
        return "below_mp_floor" if purse.sinks(card) else None

    def _show_help(self, place: int, me: Fighter, help: Help) -> None:
        ally = self.fighters[help.to]
        if not ally.fighting:
            return
        card = me.kit.supports[help.word]
        if code := self._help_fault(place, me, ally, card):
            self._note(place, me, ally, help.word, code)
            return
        self.purses[place].pay(card)
        (self.attack_helps if help.attack else self.defence_helps).setdefault(help.to, []).append(card)
        self.helpers.setdefault((help.to, help.attack), []).append(me.kit.id)

    def _help_fault(self, place: int, me: Fighter, ally: Fighter, card: SupportCard) -> str | None:
        purse = self.purses[place]
        if me.down:
            return "master_down"
        if code := help_fault(me, ally):
            return code
        if purse.lacks(card):
            return lacking(card)
        return "below_mp_floor" if purse.sinks(card) else None

    def _note(self, place: int, me: Fighter, other: Fighter, word: str, code: str) -> None:
        self.notes.append(Note(who=me.kit.id, rule=RULE_OF[code], to=other.kit.id, card=word))

    def _break_off(self, place: int, entry: Entry, card: Card) -> None:
        """A spell that is not cast, or not cast on, is Wait in its remaining slots, without further notes."""
        plan = self.fighters[place].plan
        if card.steps > entry.step and plan is not None:
            self.plans[place] = broken_off(plan, self.fight.slot, card.steps - entry.step)

    def duel(self) -> None:
        shown = self.shown
        for a, b in self.fight.pairs:
            a_card, b_card = shown[a].get(b), shown[b].get(a)
            if a_card or b_card:
                self._meet(a, b, a_card, b_card)

    def _meet(self, a: int, b: int, a_card: Card | None, b_card: Card | None) -> None:
        one, other = self.fighters[a].kit, self.fighters[b].kit
        met = meet(a_card, b_card, a_knight=one.knight, b_knight=other.knight, settings=self.fight.settings)
        winner = None if met.winner is None else one.id if met.winner == A else other.id
        self.duels.append(Duel(one.id, other.id, self._word(a, a_card), self._word(b, b_card), winner))
        for strike in met.strikes:
            won = met.winner is not None
            if strike.by == A and a_card:
                self._strike(strike, a, b, a_card, b_card, won=won)
            elif b_card:
                self._strike(strike, b, a, b_card, a_card, won=won)

    def _word(self, place: int, card: Card | None) -> str:
        if card:
            return card.word
        return CHANT if place in self.chants else WAIT

    def _strike(self, strike: Strike, by: int, at: int, card: Card, answer: Card | None, *, won: bool) -> None:
        aid = self._aid(by) if won else ()
        shield = self._shield(at, card, answer) if won else ()
        hits = dealt(
            card,
            self.fighters[by],
            self.fighters[at],
            self.fight.settings,
            rule=strike.rule,
            difference=strike.difference,
            aid=aid,
            shield=shield,
            left=self.purses[at].left if answer else None,
        )
        self.damage += hits
        if hits and aid:
            self.told[by, True] = counted(aid)
        if hits and shield:
            self.told[at, False] = counted(shield)

    def _aid(self, winner: int) -> tuple[Why, ...]:
        """Attack support, unless the ally shows a phantasm anywhere in this slot (R-BACK-17, G-15)."""
        if winner not in self.attack_helps or self._shows_np(winner):
            return ()
        return attack_points(self.attack_helps[winner], self.fight.settings.support_cap)

    def _shield(self, loser: int, card: Card, answer: Card | None) -> tuple[Why, ...]:
        """Defence support: never against a phantasm (R-BACK-17), for a Waiting ally as `support_helps_wait` says (G-15)."""
        helpless = answer is None and not self.fight.settings.support_helps_wait
        if loser not in self.defence_helps or helpless or card.family == "np" or self._shows_np(loser):
            return ()
        return defence_points(self.defence_helps[loser], self.fight.settings.support_cap)

    def _shows_np(self, place: int) -> bool:
        return any(card.family == "np" for card in self.shown[place].values())

    def cancel(self) -> None:
        """G-9: only the duels of this slot break a chant; the rest of its slots are Wait."""
        settings = self.fight.settings
        for place, (entry, card) in self.chants.items():
            who = self.fighters[place].kit.id
            if cancelled(who, self.duels, self.damage, settings):
                self.notes.append(Note(who=who, rule="G-9", to=self.fighters[entry.target].kit.id, card=card.word))
                self._break_off(place, entry, card)
                self.purses[place].mp += card.mp if settings.magic_refund else 0

    def cleared(self) -> Fight:
        """The fight with this slot behind it."""
        fight = self.fight
        report = SlotReport(fight.round, fight.slot + 1, tuple(self.duels), tuple(self.damage), tuple(self.notes))
        fighters = tuple([self._after(place, fighter) for place, fighter in enumerate(self.fighters)])
        slots = (*fight.slots, report)
        after = change(fight, fighters=fighters, slot=fight.slot + 1, slots=slots, named=self._named())
        return change(after, helped=(*fight.helped, *self._helped())) if self.told else after

    def _helped(self) -> list[Helped]:
        return [self._helped_one(place, attack=attack) for place, attack in self.told]

    def _helped_one(self, place: int, *, attack: bool) -> Helped:
        helps = (self.attack_helps if attack else self.defence_helps)[place]
        by = self.helpers[place, attack]
        first = largest([card.attack if attack else card.defence for card in helps])
        ordered = (by[first], *by[:first], *by[first + 1 :])
        who = self.fighters[place].kit.id
        return Helped(self.fight.round, self.fight.slot + 1, who, attack, ordered[: self.told[place, attack]])

    def _named(self) -> dict[str, dict[str, str]]:
        """Names of cards become known when the cards are opened."""
        named = self.fight.named
        for place, shown in enumerate(self.shown):
            for card in shown.values():
                if card.name:
                    who = self.fighters[place].kit.id
                    named = {**named, who: {**named.get(who, {}), card.word: card.name}}
        return named

    def _after(self, place: int, fighter: Fighter) -> Fighter:
        purse = self.purses[place]
        hp, mp = health_after(fighter, self.damage, purse.mp)
        return change(fighter, hp=hp, mp=mp, left=tuple(purse.left), plan=self.plans.get(place, fighter.plan))
