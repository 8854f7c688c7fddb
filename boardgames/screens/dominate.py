"""Dominate on screen: what is asked, who sits at the table and the own hand, from one person's view; templates lay it out."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from boardgames import dominate
from boardgames.box import Box, Sight
from boardgames.dominate import mind
from boardgames.dominate.annals import Battle, Change
from boardgames.dominate.elimination import target_left
from boardgames.dominate.report import Report
from boardgames.dominate.settings import FORM
from boardgames.dominate.view import OwnView, RoundView, SeatView, View
from boardgames.screens.dominate_board import Spot, spots
from boardgames.screens.dominate_choices import Choices, choices, move_of
from boardgames.templatetags.dominate import explain, say
from tabletop.game import Json

UNSAID = frozenset({"done", "deck_shuffled", "stakes_shuffled", "situations_shuffled"})
"""What everybody sees without being told."""

PHASES = {
    "place": "outpost",
    **dict.fromkeys(("turn", "extra", "swap_hand", "manual"), "action"),
    "clash": "battle",
    "swap": "battle",
}
"""What is asked → the phase of the round; all else belongs to the preparation (D-10)."""


class Player(msgspec.Struct, frozen=True):
    """Somebody at the table; `turn` is his place in the order of this round, 0 for who is out.

    `arts` are those that lie open: the ones everybody has seen, or all of them where a revealed name shows them (DG-31).
    """

    it: SeatView
    name: str
    turn: int
    mine: bool
    now: bool
    arts: tuple[str, ...] = ()


class Fought(msgspec.Struct, frozen=True):
    """A round that is over: who won which field by what, and everything that anybody gained or lost."""

    round: int
    climax: bool
    battles: tuple[Battle, ...]
    changes: tuple[Change, ...]


class Cut(msgspec.Struct, frozen=True):
    """The next elimination: after how many rounds, the running one included, and how many players it leaves (1.10)."""

    rounds: int
    left: int


class Screen(msgspec.Struct, frozen=True):
    """The table for one person. `asked` is what is asked of `asked_name`, `choices` what the reader may do about it."""

    view: View
    spots: tuple[Spot, ...]
    players: tuple[Player, ...]
    own: OwnView | None
    me: Player | None
    now: RoundView | None
    fought: Fought | None
    asked: str
    asked_name: str
    mine: bool
    choices: Choices | None
    rounds: int
    highest: int
    mana_cap: int
    threshold: int
    cut: Cut | None = None
    phase: str = ""

    @property
    def stakeless(self) -> bool:
        """The situation speaks of stakes, and there are none in the short game (DG-36)."""
        situation = self.view.cards.situations.get(self.now.situation or "") if self.now else None
        return bool(situation and situation.extra_stakes and self.view.house_rules.short)

    @property
    def arts(self) -> tuple[str, ...]:
        """The own arts, in whatever state they are."""
        return self.view.cards.champions[self.own.champion].arts if self.own and self.own.champion else ()


def screen(sight: Sight) -> Screen:
    view: View = sight.view
    players = tuple(_players(view, sight))
    now = view.rounds[-1] if view.rounds else None
    waiting = view.waiting_for
    rules = view.house_rules
    return Screen(
        view=view,
        spots=tuple(spots(view, now, players, sight.names)),
        players=players,
        own=view.own[0] if len(view.own) == 1 else None,
        me=next((player for player in players if player.mine), None),
        now=now,
        fought=_fought(view),
        asked=waiting.asked_for if waiting else "",
        asked_name=sight.names.get(waiting.who, "") if waiting else "",
        mine=bool(sight.options),
        choices=choices(sight) if sight.options else None,
        rounds=rules.normal_rounds,
        highest=max(20, *(player.it.results for player in players)),
        mana_cap=rules.mana_cap,
        threshold=rules.np_threshold,
        cut=_cut(view, now) if now and not view.outcome.ended else None,
        phase=PHASES.get(waiting.asked_for, "preparation") if waiting and now else "",
    )


def _cut(view: View, now: RoundView) -> Cut:
    rules, rounds = view.house_rules, view.house_rules.normal_rounds - now.round + 1
    _, left = target_left(len(view.order), rules, entering=not now.climax)
    return Cut(max(rounds, 1), left)


def _players(view: View, sight: Sight) -> Iterator[Player]:
    asked = view.waiting_for.who if view.waiting_for else None
    for it in view.seats:
        turn = view.order.index(it.seat) + 1 if it.seat in view.order else 0
        shows_all = it.champion and view.house_rules.reveal == "tarot_and_np"
        arts = view.cards.champions[it.champion].arts if shows_all and it.champion else it.seen
        yield Player(it, sight.names[it.seat], turn, it.seat == sight.acting, it.seat == asked, arts)


def _fought(view: View) -> Fought | None:
    over = [one for one in view.rounds if one.battles or one is not view.rounds[-1] or view.outcome.ended]
    if not over:
        return None
    last = over[-1]
    return Fought(last.round, last.climax, last.battles, last.changes)


def told(report: Json, names: Mapping[str, str]) -> list[str]:
    """The sentences of a stored report."""
    read = msgspec.convert(report, Report)
    return [say(said, names) for said in read.said if said.code not in UNSAID]


def winners(report: Json) -> Sequence[str]:
    """Who won, as the last report of a game says."""
    read = msgspec.convert(report, Report)
    return next((said.seats for said in read.said if said.code == "game_ended"), ())


def asked(view: View) -> tuple[str, ...]:
    """Who is asked now; everybody may know."""
    return (view.waiting_for.who,) if view.waiting_for and view.waiting_for.who in view.order else ()


DOMINATE = Box(
    name="dominate",
    folder="dominate",
    rules=dominate,
    form=FORM,
    mind=mind,
    screen=screen,
    move_of=move_of,
    told=told,
    winners=winners,
    explain=explain,
    asked=asked,
    first_options=("mode", "wardens"),
    styles="dominate.css",
)
