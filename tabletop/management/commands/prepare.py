"""What `serve` does before its first page, for servers where the web server and the worker are services of their own."""

from typing import Any

from django.core.management.base import BaseCommand

from tabletop.serving import preparing


class Command(BaseCommand):
    help = (
        "Bring tables, translations and static files up to date; run it once after every update, before the services."
    )
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        preparing.everything()
