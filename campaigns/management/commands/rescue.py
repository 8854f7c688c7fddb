"""`rescue`: write the rescue file of a war."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaigns.models import Campaign
from campaigns.takeaway import keeping, rescue


class Command(BaseCommand):
    help = "Write the rescue file of a war (by its code, or all of them)"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "codes", nargs="*", metavar="CODE", help="codes of wars, as in their addresses; default: all"
        )
        parser.add_argument("--to", type=Path, help="write one war to this file instead of under var/rescue")

    def handle(self, *, codes: list[str], to: Path | None, **options: Any) -> None:
        wanted = Campaign.objects.filter(code__in=codes) if codes else Campaign.objects.all()
        found = list(wanted.order_by("pk"))
        if missing := set(codes) - {campaign.code for campaign in found}:
            raise CommandError(f"No war has the code {', '.join(sorted(missing))}.")
        if to is not None and len(found) != 1:
            raise CommandError("--to needs exactly one war.")
        for campaign in found:
            self._write(campaign, to)

    def _write(self, campaign: Campaign, to: Path | None) -> None:
        if to is None:
            kept = keeping.make(campaign, "hand")
            assert kept is not None
            print(keeping.path_of(campaign, kept.name), file=sys.stdout)
            return
        with to.open("xb") as file:
            rescue.write(campaign, file)
        print(to, file=sys.stdout)
