"""A campaign whose people play board games: the cast of the war, and a game with alice, bob and computer players."""

from collections import Counter
from typing import Any, NamedTuple

import msgspec
from django.test import Client

from boardgames import fragments, table
from boardgames.ace_royal.cards import DECK
from boardgames.card_set import fingerprint
from boardgames.models import BoardGame, ComputerSeat, Strength
from boardgames.record_reading import OWN_SET
from boardgames.shelf import box_of
from campaigns.models import User
from tabletop import records, referee
from tabletop.models import Chair, Record
from tests.combat.war import War, war

HTMX = {"HTTP_HX_REQUEST": "true"}


class Table(NamedTuple):
    """alice sits on seat-1, bob on seat-2, the computer on the others; eve watches, the gm runs the table and plays not."""

    war: War
    game: BoardGame

    def client(self, who: str) -> Client:
        return self.war.client(who)

    def at(self, rest: str = "") -> str:
        return self.war.address(f"games/{self.game.code}/{rest}")

    def page(self, who: str, rest: str = "") -> str:
        return self.client(who).get(self.at(rest)).content.decode()

    def user(self, who: str) -> User:
        return self.war.seats[who].user

    @property
    def state(self) -> Any:
        self.game.record.refresh_from_db()
        return records.load(self.game.record)

    @property
    def asked(self) -> str:
        """The seat that is asked now, "" after the end."""
        seats = box_of(self.game.record.game).rules.awaits(self.state).seats
        return seats[0] if seats else ""

    def post(self, who: str, seat: str, **fields: Any) -> Any:
        self.game.record.refresh_from_db()
        given = {"as": seat, "seen": self.seen(seat), **fields}
        return self.client(who).post(self.at("moves/"), given, **HTMX)

    def seen(self, seat: str) -> str:
        """What a move of the seat carries on its page as it is now."""
        self.game.refresh_from_db()
        table.prompt(self.game)
        return fragments.context(self.game, seat)["game"].seen or "0" * 16

    def catch_up(self) -> None:
        """Let the screens show all of what was played past them."""
        BoardGame.objects.filter(pk=self.game.pk).update(shown_seq=None, shown_part=None, shown_at=None)
        self.game.refresh_from_db()

    def play_one(self, seat: str | None = None) -> None:
        """The first option of whoever is asked, done by the referee; pieces go where they meet."""
        box, asked = box_of(self.game.record.game), seat or self.asked
        moves = box.mind.moves(self.state, asked)
        placing = records.view(self.game.record, ()).waiting_for.asked_for == "place"
        move = msgspec.json.decode(msgspec.json.encode(moves[-1 if placing else 0]))
        done = referee.play(self.game.record_id, seat=asked, move=move, by=None)
        assert isinstance(done, referee.Accepted), done

    def until(self, seat: str, *, what: str = "", most: int = 400) -> None:
        """Play on until `seat` is asked (for `what`)."""
        for _ in range(most):
            waiting = records.view(self.game.record, ()).waiting_for if self.asked else None
            if waiting is None or (waiting.who == seat and (not what or waiting.asked_for == what)):
                return
            self.play_one()
        raise AssertionError("nobody was asked in time")


def play_dominate(found: War, *players: str, **options: Any) -> BoardGame:
    """A game of Dominate in the war, opened by the gm: people by name, computer players by strength."""
    names = players or ("alice", "bob", "novice", "adept")
    seats = [found.seats[name].user if name in found.seats else Strength(name) for name in names]
    game = table.open_game(found.campaign, found.seats["gm"], box_of("dominate"), "그릇 전쟁", seats, options)
    assert isinstance(game, BoardGame), game
    return game


def dominate_table(*players: str, **options: Any) -> Table:
    found = war()
    return Table(found, play_dominate(found, *players, **options))


def play_royal(found: War, *players: str, first: int | None = 0, **options: Any) -> BoardGame:
    """A game of Ace Royal in the war, opened by the gm; the player on seat-1 starts, as all agreed."""
    names = players or ("alice", "bob", "novice")
    seats = [found.seats[name].user if name in found.seats else Strength(name) for name in names]
    game = table.open_game(found.campaign, found.seats["gm"], box_of("ace-royal"), "등불", seats, options, first=first)
    assert isinstance(game, BoardGame), game
    return game


def royal_table(*players: str, **options: Any) -> Table:
    found = war()
    return Table(found, play_royal(found, *players, **options))


ROYAL_HEROES = ("L-H07", "L-H03", "L-H13", "L-H01")
ROYAL_CLASSES = ("L-C1", "L-C3", "L-C6", "L-C7")
PLAIN = ("L-K01", "L-K02", "L-K03", "L-K04")
"""A hand that responds to nothing."""


def royal_deal(
    players: int, hands: dict[str, list[str]] | None = None, **cards: dict[str, str]
) -> list[dict[str, Any]]:
    """Every move until seat-1 is in its first ritual: servants and hands as wanted, else plain ones, nobody exchanges."""
    seats = [f"seat-{number}" for number in range(1, players + 1)]
    heroes = dict(zip(seats, ROYAL_HEROES, strict=False)) | cards.get("heroes", {})
    classes = dict(zip(seats, ROYAL_CLASSES, strict=False)) | cards.get("classes", {})
    top = [card for number, seat in enumerate(seats) for card in (hands or {}).get(seat, _plain(number))]
    left = Counter(DECK)
    left.subtract(top)
    return [
        {"by": "table", "do": "start", "seat": "seat-1"},
        {"by": "chance", "do": "heroes", "cards": heroes},
        {"by": "chance", "do": "classes", "cards": classes},
        *({"by": seat, "do": "keep"} for seat in seats),
        {"by": "chance", "do": "deck", "order": [*top, *(+left).elements()]},
    ]


def _plain(number: int) -> list[str]:
    return list(PLAIN) if number < 3 else ["L-K05", "L-K06", "L-K07", "L-K08"]


def royal_at(moves: list[dict[str, Any]], *players: str, cards: Any = None, **options: Any) -> Table:
    """The game as far as `moves`; `players` on the seats, as in `play_royal`; `cards` of an own set."""
    records.forget()
    found, box, names = war(), box_of("ace-royal"), players or ("alice", "bob", "adept")
    seats = {f"seat-{number}": name for number, name in enumerate(names, 1)}
    listed = [{"id": seat, "name": name} for seat, name in seats.items()]
    setup = box.setup("등불", options, listed, None if cards is None else (OWN_SET + fingerprint(cards), cards))
    record = referee.take_in("ace-royal", setup, moves, by=None)
    assert isinstance(record, Record), record
    game = BoardGame.objects.create(campaign=found.campaign, record=record, title="등불", by=found.seats["gm"].user)
    for seat, name in seats.items():
        if name in found.seats:
            Chair.objects.create(record=record, seat=seat, user=found.seats[name].user)
        else:
            ComputerSeat.objects.create(game=game, seat=seat, strength=name)
    return Table(found, game)
