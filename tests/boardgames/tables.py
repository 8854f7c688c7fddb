"""A campaign whose people play board games: the cast of the war, and a game with alice, bob and computer players."""

from typing import Any, NamedTuple

import msgspec
from django.test import Client

from boardgames import fragments, table
from boardgames.models import BoardGame, Strength
from boardgames.shelf import box_of
from campaigns.models import User
from tabletop import records, referee
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
        self.game.record.refresh_from_db()
        return fragments.context(self.game, seat)["game"].seen or "0" * 16

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
