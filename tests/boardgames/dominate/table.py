"""A table to play at in tests: the setup is dealt as the test wants it, then moves are said in the record's words."""

from collections import Counter
from typing import Any

import msgspec

from boardgames import dominate
from boardgames.card_set import fingerprint
from boardgames.dominate.cards import SHIPPED
from boardgames.dominate.power import power_terms
from boardgames.dominate.state import Player, State, seat_index, with_piece, with_player
from boardgames.record_reading import OWN_SET
from tabletop.game import Illegal

SEATS = ("alice", "bob", "carol", "dave")
WARDENS = ("COR", "OSM", "ILS", "PIE", "KES", "TAV", "LIS")
CHAMPIONS = ("GIL", "SEF", "KOR", "IRE", "HAL", "DAN", "QAM")


def setup_of(seats: tuple[str, ...] = SEATS, cards: Any = None, **options: Any) -> Any:
    value: dict[str, Any] = {
        "format": "grailkeeper/dominate",
        "version": 1,
        "set": "vessel-war",
        "options": options,
        "seats": [{"id": seat} for seat in seats],
    }
    if cards is not None:
        value |= {"set": OWN_SET + fingerprint(cards), "cards": cards}
    return dominate.read_setup(value)


def first(wanted: tuple[str, ...], stock: tuple[str, ...]) -> list[str]:
    """`stock` with the cards `wanted` on top."""
    return [*wanted, *(Counter(stock) - Counter(wanted)).elements()]


class Table:
    """Alice, Bob, Carol and Dave, who play with what the test gives them; the rest is dealt as it comes."""

    def __init__(
        self,
        *,
        seats: tuple[str, ...] = SEATS,
        wardens: dict[str, str] | None = None,
        champions: dict[str, str] | None = None,
        hands: dict[str, str] | None = None,
        stakes: tuple[str, ...] = (),
        situations: tuple[str, ...] = ("clear-skies",),
        start: str = "alice",
        start_rule: str | None = None,
        cards: Any = None,
        **options: Any,
    ):
        if start_rule:
            options["start"] = start_rule
        self.state: State = dominate.start(setup_of(seats, cards, **options))
        if options.get("wardens") != "draft":
            self.chance("wardens", wardens=_dealt(seats, wardens or {}, WARDENS))
        else:
            for seat, code in _dealt(seats, wardens or {}, WARDENS).items():
                self.say(seat, "warden", warden=code)
        self.chance("champions", champions=_dealt(seats, champions or {}, CHAMPIONS))
        for player in self.state.players:
            hand = tuple((hands or {}).get(player.seat, "").split())
            self.chance("deck", who=player.seat, cards=first(hand, SHIPPED.attack_deck(player.champion, player.warden)))
        if options.get("mode") != "short":
            self.chance("stakes", cards=first(stakes, SHIPPED.all_stakes))
        order = first(situations, SHIPPED.normal_situations)
        rounds = self.state.rules.normal_rounds
        self.chance("situations", cards=order[:rounds], removed=order[rounds:])
        self.chance("start", who=start)

    def say(self, by: str, do: str, **rest: Any) -> Any:
        """The move, which must be accepted; its report."""
        played = dominate.play(self.state, self.read(by, do, **rest))
        assert not isinstance(played, Illegal), played
        self.state = played.state
        return played.report

    def refused(self, by: str, do: str, **rest: Any) -> str:
        """The rule that refuses the move."""
        move = dominate.read_move(_move(by, do, rest))
        illegal = move if isinstance(move, Illegal) else dominate.play(self.state, move)
        assert isinstance(illegal, Illegal), "the move was accepted"
        return illegal.rule

    def read(self, by: str, do: str, **rest: Any) -> Any:
        move = dominate.read_move(_move(by, do, rest))
        assert not isinstance(move, Illegal), move
        return move

    def chance(self, do: str, **rest: Any) -> None:
        self.say("chance", do, **rest)

    def place(self, *places: str) -> "Table":
        for at in places:
            self.say(self.waiting["who"], "place", at=at)
        return self

    def turn(self, by: str, *up: str, down: tuple[str, ...] = ()) -> "Table":
        """A whole turn: the cards, and done."""
        self.say(by, "commit", up=up, down=down)
        self.say(by, "done")
        return self

    def idle(self, *seats: str) -> "Table":
        """Turns without meaning: the first legal cards, and done."""
        for seat in seats:
            options = dominate.options(self.state, seat)
            commits = [move for move in options if type(move).__name__ == "Commit"]
            if commits:
                self.state = dominate.play(self.state, commits[0]).state
            self.say(seat, "done")
        return self

    def finish_round(self) -> "Table":
        """Everybody does the least there is to do, until the next round has begun or the game is over."""
        number = len(self.rounds)
        while self.waiting and len(self.rounds) == number and not self.state.ended_by:
            self.least()
        return self

    def least(self) -> None:
        asked, who = self.waiting["for"], self.waiting["who"]
        match asked:
            case "place":
                self.state = dominate.play(self.state, dominate.options(self.state, who)[0]).state
            case "turn":
                self.idle(who)
            case "convert" | "swap":
                self.say(who, asked, use=False)
            case "deck":
                self.reshuffle()
            case "extra" | "done":
                self.say(who, asked)
            case "clash":
                self.say(who, "done")
            case "stakes":
                self.chance("stakes", cards=self.state.stakes_used)

    def reshuffle(self, *top: str) -> None:
        seat = self.waiting["seat"]
        self.chance("deck", who=seat, cards=first(top, self.player(seat).discard))

    def give(self, seat: str, **changes: Any) -> "Table":
        """Sets what the seat has, past all rules."""
        self.state = with_player(self.state, seat_index(self.state, seat), **changes)
        return self

    def mark(self, seat: str, **changes: Any) -> "Table":
        """Sets what the seat's piece has, past all rules."""
        self.state = with_piece(self.state, seat_index(self.state, seat), **changes)
        return self

    def player(self, seat: str) -> Player:
        return self.state.players[seat_index(self.state, seat)]

    def why(self, seat: str) -> list[tuple[str, int]]:
        """The terms of the power total now."""
        return [(term.rule, term.value) for term in power_terms(self.state, seat_index(self.state, seat))]

    def total(self, seat: str) -> int:
        return sum(value for _, value in self.why(seat))

    @property
    def result(self) -> dict[str, Any]:
        return msgspec.json.decode(msgspec.json.encode(dominate.result(self.state)))

    @property
    def rounds(self) -> list[dict[str, Any]]:
        return self.result["rounds"]

    @property
    def waiting(self) -> dict[str, Any]:
        return self.result["waiting_for"]

    def seat(self, seat: str) -> dict[str, Any]:
        return self.result["seats"][seat]

    def changes(self, seat: str, number: int = -1) -> list[tuple[str, int, str]]:
        """(what, value, rule) of the seat in a round, the last one begun by default."""
        changes = self.rounds[number]["changes"]
        return [(change["what"], change["value"], change["rule"]) for change in changes if change["who"] == seat]

    def battle(self, field: str, number: int = -1) -> dict[str, Any]:
        return next(battle for battle in self.rounds[number]["battles"] if battle["field"] == field)


def climax_table(*results: int, **rest: Any) -> Table:
    """A short game whose four rounds nobody fought; at its end the seats had `results`."""
    table = Table(mode="short", **rest)
    for _ in range(3):
        table.finish_round()
    for player, number in zip(table.state.players, results, strict=True):
        table.give(player.seat, results=number)
    return table.finish_round()


def _dealt(seats: tuple[str, ...], wanted: dict[str, str], stock: tuple[str, ...]) -> dict[str, str]:
    spare = iter([code for code in stock if code not in wanted.values()])
    return {seat: wanted.get(seat) or next(spare) for seat in seats}


def _move(by: str, do: str, rest: dict[str, Any]) -> dict[str, Any]:
    words = {"purpose": "for"}
    listed = {key: list(value) if isinstance(value, tuple) else value for key, value in rest.items()}
    return {"by": by, "do": do} | {words.get(key, key): value for key, value in listed.items()}
