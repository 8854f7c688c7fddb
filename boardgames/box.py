"""What the shared table knows of a board game: a box with its rules, its player's mind, its words and its screen.

The table's own code (opening, chairs, computer players, log, replay) never asks which game is played. A game's screen gets a
`Sight`, never a state, and draws `templates/boardgames/<folder>/screen/` with what it makes of it.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from boardgames.bots import Mind
from boardgames.record_reading import Form, RecordedGame
from tabletop.game import Chance, Illegal, Json

RULE_ID = re.compile(r"[A-Z]+-\d+\w*")
"""How the ids of rules look (D-17, DX-6, AG-16); what forbids a move may also be a card, which its sentence names."""


class Sight(msgspec.Struct, frozen=True):
    """One person's look at a game: his view, the seat he acts for ("" for who only watches), and what that seat may do.

    `refusal` says why a move of the acting seat would be refused (None: it would not), `after` what the seat would see
    after a move that is offered. Ask `after` only about moves that turn up nothing hidden.
    """

    view: Any
    acting: str
    names: Mapping[str, str]
    options: Sequence[Any] = ()
    refusal: Callable[[Any], Illegal | None] = lambda move: None
    after: Callable[[Any], Any] = lambda move: None


class Windows(msgspec.Struct, frozen=True):
    """A game in which some questions are asked in secret (`boardgames.passing`).

    `moment(state)`: the one that `state` stands at, of the shape of `ace_royal.pauses.Moment`; `pauses(state, move)`: those
    that a move has gone by in silence. `fighters(state)`: who fights now. `fits(state, seat)`: whether the asked seat holds
    something that belongs to this very moment.
    """

    moment: Callable[[Any], Any]
    pauses: Callable[[Any, Any], Sequence[Any]]
    fighters: Callable[[Any], Sequence[str]]
    fits: Callable[[Any, str], bool]


class Box(msgspec.Struct, frozen=True):
    """A game on the shelf.

    `folder`: of its templates. `screen(sight)`: what they lay out. `move_of(fields)`: a filled-in form as a move of the
    record without its `by`. `told(report, names)`: the sentences of a stored report; `winners(report)`: the seats that the
    last report of an ended game names. `first_options`: the house rules that are asked first. `explain(illegal)`: the
    sentence of a refusal. `asked(view)`: the seats that are asked now, as far as the holder of `view` may know them.

    `offers(state, seat)`: what a screen gets as options where the rules' own list of them is too long for one.
    `moment(sight)`: what must still be the same for a move that was made on this sight. `dice(report)`: what was rolled.
    `styles`: a file of its own. `agrees_on_start`: people may say who starts, in place of chance.
    `throws_two(seats, chance)`: the moves that decide it with two dice each.
    """

    name: str
    folder: str
    rules: RecordedGame
    form: Form
    mind: Mind
    screen: Callable[[Sight], Any]
    move_of: Callable[[Any], dict[str, Any] | Illegal]
    told: Callable[[Any, Mapping[str, str]], Sequence[str]]
    winners: Callable[[Any], Sequence[str]]
    explain: Callable[[Illegal], str]
    asked: Callable[[Any], Iterable[str]]
    first_options: tuple[str, ...] = ()
    offers: Callable[[Any, str], Sequence[Any]] | None = None
    moment: Callable[[Sight], Any] = lambda sight: sight.view
    dice: Callable[[Any], Sequence[int]] = lambda report: ()
    styles: str = ""
    agrees_on_start: bool = False
    throws_two: Callable[[Sequence[str], Chance], Sequence[Any]] | None = None
    windows: Windows | None = None

    def setup(
        self, title: str, options: dict[str, Any], seats: Sequence[dict[str, str]], cards: tuple[str, Any] | None = None
    ) -> dict[str, Json]:
        """The setup of a new game in the shape of the record; `cards`: name and content of an own set."""
        own = {} if cards is None else {"set": cards[0], "cards": cards[1]}
        return {
            "format": self.form.format,
            "version": 1,
            "title": title,
            "set": self.form.set,
            "options": options,
            "seats": list(seats),
            **own,
        }


def cited(rule: str) -> str:
    """The rule's id where it is one, else ""."""
    return rule if RULE_ID.fullmatch(rule) else ""


def sight(box: Box, state: Any, view: Any, acting: str, names: Mapping[str, str], *, may_act: bool = True) -> Sight:
    """What the person at `acting` sees of `state`, of which nothing but his own view and options leaves this function."""
    offered = box.offers or box.rules.options
    options = offered(state, acting) if acting and may_act else ()
    if not options:
        return Sight(view, acting, names)
    return Sight(view, acting, names, options, partial(_refusal, box, state), partial(_after, box, state, acting))


def seen_by(box: Box, sight: Sight) -> str | None:
    """What a move must carry to be known as made on this sight; None where nothing is asked.

    Made of nothing but what the person sees: the number of an entry would tell of things that were done in secret.
    """
    if not sight.options:
        return None
    return hashlib.sha256(msgspec.json.encode(box.moment(sight))).hexdigest()[:16]


def _refusal(box: Box, state: Any, move: Any) -> Illegal | None:
    played = box.rules.play(state, move)
    return played if isinstance(played, Illegal) else None


def _after(box: Box, state: Any, acting: str, move: Any) -> Any:
    played = box.rules.play(state, move)
    return None if isinstance(played, Illegal) else box.rules.view(played.state, (acting,))
