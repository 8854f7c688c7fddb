"""`replay`: records of the board games in, results out; a record's `format` says which game it is."""

from argparse import ArgumentParser
from collections.abc import Callable
from importlib import import_module
from typing import Any

import msgspec
from django.core.management.base import BaseCommand

from boardgames import ace_royal, dominate
from boardgames.record_reading import RecordedGame, replay_record
from tabletop import record_command
from tabletop.game import Illegal, Json


class Replayed(msgspec.Struct, frozen=True):
    """A game that is replayed, and the module with its words: `tell_record(record, result)`, `explain(illegal)`."""

    game: RecordedGame
    words: str


GAMES = {
    "grailkeeper/ace-royal": Replayed(ace_royal, "boardgames.templatetags.ace_royal"),
    "grailkeeper/dominate": Replayed(dominate, "boardgames.templatetags.dominate"),
}


class Command(BaseCommand):
    help = "Replay records of the board games and print their results"
    requires_system_checks = ()
    replayed: Replayed | None = None

    def add_arguments(self, parser: ArgumentParser) -> None:
        record_command.add_arguments(parser)

    def handle(self, *, files: list[str], json: bool, language: str, **options: Any) -> None:
        record_command.run(
            self, files, as_json=json, language=language, replay=self._replay, tell=self._tell, explain=self._explain
        )

    def _replay(self, record: Json) -> Any:
        self.replayed = game_of(record)
        if self.replayed is None:
            return Illegal("unknown_game", "format")
        return replay_record(self.replayed.game, record)

    def _tell(self, record: Any, result: Any) -> str:
        return str(self._words("tell_record")(record, result))

    def _explain(self, illegal: Illegal) -> str:
        return str(self._words("explain")(illegal))

    def _words(self, name: str) -> Callable[..., str]:
        # Templates are loaded only where there is something to say: a thousand records in JSON must not wait for them
        module = self.replayed.words if self.replayed else "boardgames.templatetags.dominate"
        words: Callable[..., str] = getattr(import_module(module), name)
        return words


def game_of(record: Json) -> Replayed | None:
    format = record.get("format") if isinstance(record, dict) else None
    return GAMES.get(format) if isinstance(format, str) else None
