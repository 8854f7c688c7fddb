"""`restore`: make the war of a rescue file again."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaigns.models import Campaign, User
from campaigns.takeaway.restore import Refused, restore


class Command(BaseCommand):
    help = "Restore a war from its rescue file; its GM is somebody who has a sign-in name here"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--gm", required=True, metavar="NAME", help="the sign-in name of who will be GM")

    def handle(self, *, file: Path, gm: str, **options: Any) -> None:
        try:
            user = User.objects.get_by_natural_key(gm)
        except User.DoesNotExist:
            raise CommandError(f"Nobody signs in as {gm} here.") from None
        with file.open("rb") as opened:
            done = restore(opened, user)
        if isinstance(done, Refused):
            raise CommandError(f"Nothing was restored: {done.code} {done.at}".rstrip())
        self.stdout.write(f"/c/{Campaign.objects.get(pk=done.campaign).code}/")
        if done.missing:
            self.stderr.write(f"{done.missing} rows were sealed with another SECRET_KEY and are missing.")
        if done.unknown:
            self.stderr.write(f"Unknown here, left out: {', '.join(done.unknown)}")
