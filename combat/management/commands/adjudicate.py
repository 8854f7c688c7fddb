"""`adjudicate`: fight records in, results out (the contract is the fight record's format)."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from combat.rules.record import adjudicate, fold
from tabletop import record_command
from tabletop.game import Illegal


class Command(BaseCommand):
    help = "Resolve fight records and print their results"
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        record_command.add_arguments(parser)

    def handle(self, *, files: list[str], json: bool, language: str, **options: Any) -> None:
        record_command.run(
            self, files, as_json=json, language=language, replay=adjudicate, tell=_tell, explain=_explain
        )


def _tell(record: Any, told: Any) -> str:
    # Templates are loaded only for text: a thousand records in JSON must not wait for them
    from combat.templatetags.telling import tell_record

    fight = fold(record)
    assert not isinstance(fight, Illegal)
    return tell_record(record, told, [fighter.kit.sheet for fighter in fight.fighters])


def _explain(illegal: Illegal) -> str:
    from combat.templatetags.telling import explain

    return explain(illegal)
