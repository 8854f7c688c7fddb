"""Compiled translations (django.mo), made from the texts (django.po) wherever they are older. No system tools needed."""

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from django.utils.translation.reloader import translation_file_changed


def compile_stale(areas: Iterable[Path]) -> list[Path]:
    """Compile every catalogue below `areas` (each `<language>/LC_MESSAGES/django.po`) that changed; the ones that did."""
    stale = [text for text in texts(areas) if _stale(text)]
    for text in stale:
        _compile(text)
        # Whoever asked for a sentence before, if only for a form's label, has read and kept a catalogue without it.
        translation_file_changed(None, text.with_suffix(".mo"))
    return stale


def texts(areas: Iterable[Path]) -> list[Path]:
    return sorted(text for area in areas for text in Path(area).glob("*/LC_MESSAGES/django.po"))


def _stale(text: Path) -> bool:
    compiled = text.with_suffix(".mo")
    return not compiled.exists() or compiled.stat().st_mtime_ns <= text.stat().st_mtime_ns


def _compile(text: Path) -> None:
    # Only here: commands look for stale texts every time, and hardly ever find one.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    # Under a name of its own first: another process may be reading the old one or doing the same.
    with (
        tempfile.NamedTemporaryFile(dir=text.parent, suffix=".mo.new", delete=False) as made,
        text.open("rb") as source,
    ):
        write_mo(made, read_po(source))
    Path(made.name).chmod(0o644)
    os.replace(made.name, text.with_suffix(".mo"))
