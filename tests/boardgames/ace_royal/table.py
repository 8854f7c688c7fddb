"""A table to play at in tests: dealt as the test wants it, then moves are said in a short form of the record's words."""

from collections import Counter
from typing import Any

from msgspec.structs import replace

from boardgames import ace_royal
from boardgames.ace_royal.annals import Defeat
from boardgames.ace_royal.cards import CLASSES, DECK, HEROES
from boardgames.ace_royal.combat import Combat
from boardgames.ace_royal.outcome import waiting_for
from boardgames.ace_royal.state import Change, Code, Master, State, changed
from boardgames.ace_royal.strikes import servant_sum
from boardgames.ace_royal.vocabulary import STATS
from boardgames.card_set import fingerprint
from boardgames.record_reading import OWN_SET
from tabletop.game import Illegal

SEATS = ("alice", "bob", "carol", "dave", "erin", "finn", "gina")
MAIN_KEY = {
    "accept": None,
    "assault": "target",
    "card": "card",
    "claim": None,
    "discard": None,
    "done": None,
    "encounter": "roll",
    "facedown": "card",
    "keep": None,
    "leave": None,
    "mode": "mode",
    "opponent": "roll",
    "pass": None,
    "recover": None,
    "reveal": "what",
    "roll": "roll",
    "set": "card",
    "spell": "use",
    "swap": "card",
    "trigger": "card",
    "use": "card",
}


def setup_of(seats: tuple[str, ...], cards: Any = None, **options: Any) -> Any:
    return ace_royal.read_setup(setup_value(seats, cards, **options))


def setup_value(seats: tuple[str, ...], cards: Any = None, **options: Any) -> dict[str, Any]:
    own = {} if cards is None else {"set": OWN_SET + fingerprint(cards), "cards": cards}
    return {
        "format": "grailkeeper/ace-royal",
        "version": 1,
        "set": "lantern-war",
        "options": options,
        "seats": [{"id": seat} for seat in seats],
        **own,
    }


def move_of(said: str) -> dict[str, Any]:
    """`bob use L-S05 target=alice`, `alice discard L-K01 L-K02`, `alice use L-H01 free`, `all pass` as a move of the record."""
    by, do, *rest = said.split()
    plain: dict[str, Any] = {"by": "table" if by == "all" else by, "do": do}
    words = [word for word in rest if "=" not in word and word != "free"]
    if do == "discard":
        plain["cards"] = words
    elif words:
        key = MAIN_KEY[do] or ""
        plain[key] = int(words[0]) if words[0].isdecimal() else words[0]
    for key, _, value in (word.partition("=") for word in rest if "=" in word):
        plain[key] = value.split(",") if key == "discard" else int(value) if key == "choice" else value
    return plain | ({"spell": True} if "free" in rest else {})


def dealt(seats: tuple[str, ...], wanted: dict[str, str], stock: tuple[str, ...]) -> dict[str, str]:
    """What each seat is to get; the others take what is left, in order."""
    left = [card for card in stock if card not in wanted.values()]
    return {seat: wanted.get(seat) or left.pop(0) for seat in seats}


class Table:
    """Alice, Bob and whoever sits with them. Hands, heroes, classes and the next draws are what the test gives."""

    def __init__(
        self,
        players: int = 2,
        *,
        hands: dict[str, str] | None = None,
        heroes: dict[str, str] | None = None,
        classes: dict[str, str] | None = None,
        draws: str = "",
        cards: Any = None,
        **options: Any,
    ):
        self.seats = SEATS[:players]
        self.state: State = ace_royal.start(setup_of(self.seats, cards, **options))
        self.move({"by": "table", "do": "start", "seat": "alice"})
        self._deal(heroes or {}, classes or {})
        wanted = [card for seat in self.seats for card in self._hand(seat, hands or {})]
        self.move({"by": "chance", "do": "deck", "order": deck(*wanted, *draws.split())})

    def _deal(self, heroes: dict[str, str], classes: dict[str, str]) -> None:
        # L-H07 suits almost every class, so that nothing is lost by the way
        self.move({"by": "chance", "do": "heroes", "cards": dealt(self.seats, heroes, (*HEROES[6:], *HEROES[:6]))})
        self.move({"by": "chance", "do": "classes", "cards": dealt(self.seats, classes, CLASSES)})
        while self.waiting["for"] == "swap":
            self.say(f"{self.waiting['who']} keep")

    def _hand(self, seat: str, hands: dict[str, str]) -> list[str]:
        at = self.seats.index(seat)
        plain = "L-K01 L-K02 L-K03 L-K04" if at < 3 else "L-S08 L-S09 L-S10 L-S07" if at < 6 else "L-S03 " * 4
        cards = hands.get(seat, "").split()
        return [*cards, *plain.split()][:4]

    def move(self, plain: dict[str, Any]) -> Any:
        """The move, which must be accepted; its events."""
        move = ace_royal.read_move(plain)
        assert not isinstance(move, Illegal), (plain, move)
        played = ace_royal.play(self.state, move)
        assert not isinstance(played, Illegal), (plain, played, self.waiting)
        self.state = played.state
        return played.report.events

    def say(self, *lines: str) -> "Table":
        for line in lines:
            for said in line.split("; "):
                self.move(move_of(said))
        return self

    def refused(self, said: str) -> str:
        """The rule that refuses the move."""
        return self.refused_move(move_of(said))

    def refused_move(self, plain: dict[str, Any]) -> str:
        move = ace_royal.read_move(plain)
        illegal = move if isinstance(move, Illegal) else ace_royal.play(self.state, move)
        assert isinstance(illegal, Illegal), ("accepted", plain)
        return illegal.rule

    def give(self, seat: str, **changes: Any) -> "Table":
        """Sets what the seat has, past all rules; `hand` and `codes` may be written as words."""
        if isinstance(changes.get("hand"), str):
            changes["hand"] = tuple(changes["hand"].split())
        if isinstance(changes.get("codes"), str):
            changes["codes"] = tuple(Code(card) for card in changes["codes"].split())
        self.state = changed(self.state, seat, **changes)
        return self

    def table(self, **changes: Any) -> "Table":
        """Sets what lies on the table, past all rules."""
        self.state = replace(self.state, **changes)
        return self

    def values(self, **servants: str) -> "Table":
        """Makes the Servant of each seat what is written, `PA/PD/MA/MD`, for this turn."""
        for seat, written in servants.items():
            had = self.seat(seat)
            wanted = zip(STATS, map(int, written.split("/")), strict=True)
            differences = {stat: value - servant_sum(self.state, had, stat).value for stat, value in wanted}
            changes = tuple(Change("A-71", stat, add, "turn") for stat, add in differences.items() if add)
            self.give(seat, changes=had.changes + changes)
        return self

    def assault(self, target: str = "bob") -> "Table":
        """Alice does nothing in her ritual and assaults; the windows before the first strike stay empty."""
        return self.say("alice done", f"alice assault {target}").close("reveal").close("engagement")

    def close(self, window: str) -> "Table":
        """All pass in `window`, if it is open."""
        if self.waiting.get("step") == window and self.waiting["for"] == "window":
            self.say("all pass")
        return self

    def strike(self, mode: str) -> "Table":
        """The asked side strikes; nobody uses anything."""
        who, step = self.waiting["who"], self.waiting["step"]
        return self.say(f"{who} mode {mode}").close(step).close(f"{step}_damage")

    def idle_turn(self) -> "Table":
        """The turn player does nothing and throws away what is too much."""
        player = self.state.player
        return self.say(f"{player} done", f"{player} pass").discard_rest()

    def discard_rest(self) -> "Table":
        if self.waiting and self.waiting["for"] == "discard":
            who = self.waiting["who"]
            self.say(f"{who} discard {' '.join(self.seat(who).hand[: self.waiting['count']])}")
        return self

    def seat(self, seat: str) -> Master:
        return self.state.masters[seat]

    @property
    def waiting(self) -> dict[str, Any]:
        return waiting_for(self.state) or {}

    @property
    def asked(self) -> tuple[str, str]:
        """Who is asked for what."""
        return self.waiting["who"], self.waiting["for"]

    @property
    def combat(self) -> Combat:
        """The running combat, or the last one."""
        return self.state.combat or self.state.combats[-1]

    @property
    def damages(self) -> list[int]:
        return [strike.damage.value for strike in self.combat.strikes]

    @property
    def defeats(self) -> tuple[Defeat, ...]:
        return self.state.defeats


def deck(*top: str) -> list[str]:
    """All codes and scenes with the cards `top` on top."""
    left = Counter(DECK)
    left.subtract(top)
    assert min(left.values()) >= 0, "more copies than there are"
    return [*top, *left.elements()]
