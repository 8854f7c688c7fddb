"""Ace Royal on screen: what is asked, who sits at the table, the fight, the way of the coin, from one person's view."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from boardgames import ace_royal
from boardgames.ace_royal import mind, pauses
from boardgames.ace_royal.annals import Defeat
from boardgames.ace_royal.cards import slots
from boardgames.ace_royal.luck import throw_two
from boardgames.ace_royal.report import Report
from boardgames.ace_royal.servant import CODE_SLOTS
from boardgames.ace_royal.settings import FORM
from boardgames.ace_royal.view import SeatView, View
from boardgames.box import Box, Sight, Windows
from boardgames.screens import ace_royal_windows as windows
from boardgames.screens.ace_royal_choices import Choices, Held, choices, held, move_of
from boardgames.screens.ace_royal_fight import Duel, duel
from boardgames.screens.ace_royal_road import Stop, road
from boardgames.templatetags.ace_royal import explain, say
from tabletop.game import CHANCE, Json

ROLLS = frozenset({"rolled_for_start", "encounter_rolled", "opponent_rolled_again", "rolled"})
"""Events that a die stands beside."""


class Player(msgspec.Struct, frozen=True):
    """Somebody at the table. `limit` is how many codes he may set, `falls` that he is defeated if the phase ended now."""

    it: SeatView
    name: str
    mine: bool
    now: bool
    holds: bool
    fights: bool
    limit: int
    falls: bool

    @property
    def coins(self) -> int:
        return self.it.assassination + self.it.depletion

    @property
    def seen(self) -> bool:
        """Whether anything of the Servant is known here."""
        return bool(self.it.hero or self.it.class_)


class Screen(msgspec.Struct, frozen=True):
    """The table for one person. `asked` is what is asked, of `asked_name` where that may be known.

    `window` is the open window; `own` are the reader's cards when he may do nothing with them now.
    """

    view: View
    players: tuple[Player, ...]
    me: Player | None
    turn_player: Player | None
    duel: Duel | None
    road: tuple[tuple[Stop, ...], ...]
    asked: str
    asked_name: str
    step: str
    count: int
    word: str
    mine: bool
    beside: bool
    choices: Choices | None
    own: tuple[Held, ...]

    @property
    def cards(self) -> tuple[Held, ...]:
        """The reader's cards, with what he may do with each."""
        return self.choices.held if self.choices else self.own

    @property
    def window(self) -> bool:
        return self.asked in ("window", "negate")

    @property
    def falls(self) -> tuple[Defeat, ...]:
        """Who fell, the last first."""
        return self.view.defeats[::-1]

    @property
    def dealt(self) -> bool:
        """Whether Servants lie on the table."""
        return self.view.turn > 0 or (self.view.start is not None and self.view.rules.class_swap != "all_open")

    @property
    def last_spell(self) -> bool:
        """Whether spending a command spell now would be the end of its Master (A-18)."""
        return bool(self.me and self.me.it.spells == 1 and self.view.rules.defeat_rule == "either")


def screen(sight: Sight) -> Screen:
    view: View = sight.view
    players = tuple(_player(view, sight, it) for it in view.seats)
    me = next((player for player in players if player.mine), None)
    waiting = view.waiting_for or {}
    mine = bool(sight.options) and waiting.get("who") == sight.acting
    return Screen(
        view=view,
        players=players,
        me=me,
        turn_player=next((player for player in players if player.now), None),
        duel=duel(view, sight.names, sight.acting),
        road=road(view, sight.names),
        asked=waiting.get("for", ""),
        asked_name="" if waiting.get("who") in (None, CHANCE) else sight.names.get(waiting["who"], ""),
        step=waiting.get("step", ""),
        count=waiting.get("count", 0),
        word=waiting.get("card", "") or waiting.get("coin", ""),
        mine=mine,
        beside=bool(sight.options) and not mine,
        choices=choices(sight, me.it) if sight.options and me else None,
        own=held(sight, me.it) if me and not sight.options else (),
    )


def _player(view: View, sight: Sight, it: SeatView) -> Player:
    combat = view.combat if view.in_combat else None
    return Player(
        it=it,
        name=sight.names[it.id],
        mine=it.id == sight.acting,
        now=it.id == view.player,
        holds=it.id == view.coin,
        fights=combat is not None and it.id in (combat.assaulter, combat.defender),
        limit=_limit(view, it),
        falls=windows.falls(view, it),
    )


def _limit(view: View, it: SeatView) -> int:
    """A-35, A-37, AG-6."""
    raised = 0 if view.rules.facedown_uses_slot else it.facedown
    return CODE_SLOTS + raised + slots(view.cards.cards[code.card] for code in it.codes)


def told(report: Json, names: Mapping[str, str]) -> list[str]:
    """The sentences of a stored report; a strike tells its sum, why stands with the fight."""
    return [say(event, names) for event in msgspec.convert(report, Report).events]


def dice(report: Json) -> tuple[int, ...]:
    """What was rolled, in order."""
    return tuple(event.number for event in msgspec.convert(report, Report).events if event.code in ROLLS)


def winners(report: Json) -> Sequence[str]:
    """Who won, as the last report of a game says; nobody in a draw."""
    return tuple(event.seat for event in msgspec.convert(report, Report).events if event.code == "won")


def publicly_asked(view: View) -> Iterator[str]:
    """Who is asked, as far as everybody may know: in a window nobody is named."""
    who = (view.waiting_for or {}).get("who")
    if who not in (None, CHANCE):
        yield who


def moment(sight: Sight) -> object:
    """What a move relies on: of who is asked all that he sees; beside a question, which moment of the turn it is and the own
    things, so that what others do does not take a card out of his hand.
    """
    view: View = sight.view
    waiting = view.waiting_for or {}
    if waiting.get("who") == sight.acting:
        return view
    own = next(seat for seat in view.seats if seat.id == sight.acting)
    return own, view.turn, view.phase, waiting.get("for"), waiting.get("step")


ACE_ROYAL = Box(
    name="ace-royal",
    folder="ace_royal",
    rules=ace_royal,
    form=FORM,
    mind=mind,
    screen=screen,
    move_of=move_of,
    told=told,
    winners=winners,
    explain=explain,
    first_options=("defeat_rule", "class_swap"),
    offers=ace_royal.offers,
    asked=publicly_asked,
    moment=moment,
    dice=dice,
    styles="ace_royal.css",
    agrees_on_start=True,
    throws_two=throw_two,
    windows=Windows(pauses.moment, pauses.pauses, windows.fighters, windows.fits),
)
