"""What must be right before the first page: tables, translations, static files; and on the first start the demo."""

import hashlib
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.module_loading import import_string

from tabletop import catalogs


def everything() -> None:
    """Bring tables, translations and static files up to date; what already is costs next to nothing."""
    catalogs.compile_stale(settings.LOCALE_PATHS)
    migrate()
    collect_static()


def migrate() -> None:
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", verbosity=0, interactive=False)


def collect_static() -> None:
    """Copy, hash and compress the static files, if any of them is not what it was the last time."""
    mark = Path(settings.VAR, "run", "static.mark")
    fingerprint = static_fingerprint()
    if not mark.exists() or mark.read_text() != fingerprint or not Path(settings.STATIC_ROOT).exists():
        call_command("collectstatic", verbosity=0, interactive=False)
        mark.write_text(fingerprint)


def static_fingerprint() -> str:
    """Differs when a static file came, went or changed."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list([]):
            about = Path(storage.path(path)).stat()
            digest.update(f"{path} {about.st_size} {about.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def demo() -> Any | None:
    """Load the demo war where there is no campaign yet: its sign-in name, password and invite; None where there is one."""
    if not settings.DEMO or apps.get_model("campaigns", "Campaign")._default_manager.exists():
        return None
    return import_string(settings.DEMO)()
