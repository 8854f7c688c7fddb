"""Brings everything that can be found into the search index anew; needed only where the index is behind what it tells of."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaigns.models import Campaign
from campaigns.search.sources import rebuild


class Command(BaseCommand):
    help = "Build the search index of all wars anew, or of those whose codes are given. People may search meanwhile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", nargs="*", help="the code of a war, as it stands in its address (default: all)")

    def handle(self, *args: Any, code: list[str], **options: Any) -> None:
        wars = Campaign.objects.filter(code__in=code) if code else Campaign.objects.all()
        if unknown := set(code) - set(wars.values_list("code", flat=True)):
            raise CommandError(f"There is no war {', '.join(sorted(unknown))}.")
        for war in wars.order_by("pk"):
            self.stdout.write(f"{war.name}: {rebuild(war)}")
