"""What `adjudicate` and `replay` have in common: records in, one result per record out.

A command names files, or `-` for JSON Lines on standard input (empty lines skipped). Every record gives its result on
stdout: one line of JSON, or text. A record that is malformed or holds an illegal move gives one line on stderr (the
file, the place, what is wrong, the rule id), in JSON mode also its `{"error": …}` on stdout; the others still run and
the exit status is 2.

    def handle(self, *, files, json, language, **options):
        run(self, files, as_json=json, language=language, replay=adjudicate, tell=tell_result, explain=tell_illegal)
"""

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import translation

from tabletop import catalogs, strict_json
from tabletop.game import Illegal, Json

type Decode = Callable[[str | bytes], Json | Illegal]
type Replay = Callable[[Json], Any | Illegal]
type Tell = Callable[[Any, Any], str]
type Explain = Callable[[Illegal], str]

BAD_RECORD = 2
"""Exit status when at least one record was refused."""


def add_arguments(parser: ArgumentParser) -> None:
    """The arguments both commands take: `files`, `json`, `language`."""
    parser.add_argument("files", nargs="+", help="record files, or - for one record per line on standard input")
    parser.add_argument("--json", action="store_true", help="print the result record, one line each, and nothing else")
    parser.add_argument("--language", default="ko", help="language of the text: ko (default), en, zh-hant, ja")


def run(
    command: BaseCommand,
    files: list[str],
    *,
    as_json: bool,
    language: str,
    replay: Replay,
    tell: Tell,
    explain: Explain,
    decode: Decode = strict_json.read_marked,
) -> None:
    """Replay every record of `files` and exit with status 2 if any was refused.

    `decode` turns a file's bytes into JSON; `replay` turns that into the result record (anything msgspec encodes);
    `tell(record, result)` makes the readable text; `explain(illegal)` the sentence for what is wrong.
    """
    _write_any_text()
    _compile_texts()
    refused = told = 0
    with translation.override(language):
        for name, text in _records(files):
            record = text if isinstance(text, Illegal) else decode(text)
            result = record if isinstance(record, Illegal) else replay(record)
            if isinstance(result, Illegal):
                refused += 1
                result = strict_json.precisely(record, result)
                _refuse(command, name, result, explain(result), as_json=as_json)
            elif as_json:
                command.stdout.write(_line(result))
            else:
                told += 1
                command.stdout.write(("\n" if told > 1 else "") + tell(record, result))
    if refused:
        sys.exit(BAD_RECORD)


def _write_any_text() -> None:
    """Text goes out in UTF-8 also where the environment knows ASCII alone; what cannot be written never stops a record."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _compile_texts() -> None:
    """A fresh checkout has no compiled translations; a place where none can be written shows the English texts."""
    with suppress(OSError):
        catalogs.compile_stale(settings.LOCALE_PATHS)


def _records(files: list[str]) -> Iterator[tuple[str, bytes | Illegal]]:
    for name in files:
        if name == "-":
            yield from _lines()
        else:
            yield name, _file(name)


def _lines() -> Iterator[tuple[str, bytes]]:
    for number, line in enumerate(sys.stdin.buffer, start=1):
        if line.strip():
            yield f"-:{number}", line


def _file(name: str) -> bytes | Illegal:
    try:
        return Path(name).read_bytes()
    except OSError:
        return Illegal("unreadable_file", "format")


def _refuse(command: BaseCommand, name: str, illegal: Illegal, message: str, *, as_json: bool) -> None:
    at, message = " ".join(illegal.at.split()), " ".join(message.split())
    command.stderr.write(f"{name}: {at or '.'}: {message} [{illegal.rule}]")
    if as_json:
        command.stdout.write(_line({"error": {"at": illegal.at, "rule": illegal.rule, "message": message}}))


def _line(value: Any) -> str:
    return msgspec.json.encode(value).decode()
