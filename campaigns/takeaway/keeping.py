"""Where rescue files lie: under var/, a folder a war. The nights keep ten of each, those made by hand keep three."""

import re
import secrets
import zipfile
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import IO, Final

import msgspec
from django.conf import settings
from django.utils import timezone

from campaigns.models import Campaign
from campaigns.takeaway import rescue, restore

KEPT: Final = {"night": 10, "hand": 3}
NAME: Final = re.compile(r"(night|hand)-(\d{8}-\d{6})-[0-9a-f]{8}")
FORGOTTEN: Final = timedelta(days=1)
"""After that a file that somebody brought and did not restore is gone."""


class Kept(msgspec.Struct, frozen=True):
    """A rescue file on the disk; `name` is its address and tells when it was made."""

    name: str
    size: int

    @property
    def at(self) -> datetime:
        match = NAME.fullmatch(self.name)
        assert match is not None
        return datetime.strptime(match[2], "%Y%m%d-%H%M%S").replace(tzinfo=timezone.get_fixed_timezone(0))

    @property
    def by_night(self) -> bool:
        return self.name.startswith("night")


def folder(campaign: Campaign) -> Path:
    """Named by the key: a code may come back with a restored copy, a key never does."""
    return _made(root() / str(campaign.pk))


def root() -> Path:
    return _made(Path(settings.VAR) / "rescue")


def _made(path: Path) -> Path:
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def files(campaign: Campaign) -> list[Kept]:
    """What is there, the newest first; several of one second in the order in which they were written."""
    paths = (path for path in folder(campaign).glob("*.zip") if NAME.fullmatch(path.stem))
    found = [(path.stat(), path.stem) for path in paths]
    newest = sorted(found, key=lambda each: each[0].st_mtime_ns, reverse=True)
    return sorted((Kept(name, stat.st_size) for stat, name in newest), key=lambda kept: kept.at, reverse=True)


def path_of(campaign: Campaign, name: str) -> Path | None:
    path = folder(campaign) / f"{name}.zip"
    return path if NAME.fullmatch(name) and path.is_file() else None


def make(campaign: Campaign, kind: str, tell: Callable[[int], None] = lambda _: None) -> Kept | None:
    """A new file of `kind` ("night", "hand"); by night none where nothing has changed since the last one."""
    unfinished = folder(campaign) / f"{secrets.token_hex(8)}.part"
    try:
        with unfinished.open("xb") as file:
            unfinished.chmod(0o600)
            rescue.write(campaign, file, tell)
        if kind == "night" and _same(unfinished, files(campaign)[:1], campaign):
            return None
        name = f"{kind}-{datetime.now(timezone.get_fixed_timezone(0)):%Y%m%d-%H%M%S}-{secrets.token_hex(4)}"
        unfinished.rename(folder(campaign) / f"{name}.zip")
    finally:
        unfinished.unlink(missing_ok=True)
    _clear(campaign, kind)
    return next(kept for kept in files(campaign) if kept.name == name)


def _same(made: Path, before: list[Kept], campaign: Campaign) -> bool:
    """Whether every table is the same as last time. A sealed part is new each time, so nothing is said about one."""
    path = path_of(campaign, before[0].name) if before else None
    return path is not None and _sums(made) == _sums(path) and "sealed.bin" not in _sums(made)


def _sums(path: Path) -> dict[str, int]:
    with zipfile.ZipFile(path) as archive:
        return {each.filename: each.CRC for each in archive.infolist() if each.filename != "campaign.json"}


def _clear(campaign: Campaign, kind: str) -> None:
    same = [kept for kept in files(campaign) if kept.name.startswith(kind)]
    for kept in same[KEPT[kind] :]:
        (folder(campaign) / f"{kept.name}.zip").unlink(missing_ok=True)


def arrived(user: int, file: IO[bytes]) -> str:
    """Put a file that somebody brought aside until he says what is to be done with it; the word to ask for it with."""
    clear_arrivals()
    token = secrets.token_hex(16)
    with _arrival(user, token).open("xb") as kept:
        kept_path = _arrival(user, token)
        kept_path.chmod(0o600)
        while chunk := file.read(1024 * 1024):
            kept.write(chunk)
    return token


def arrival(user: int, token: str) -> Path | None:
    """The file that this person brought."""
    if not re.fullmatch(r"[0-9a-f]{32}", token):
        return None
    path = _arrival(user, token)
    return path if path.is_file() else None


def _arrival(user: int, token: str) -> Path:
    return _made(root() / "arrivals") / f"{user}-{token}.zip"


def clear_arrivals() -> None:
    long_ago = (timezone.now() - FORGOTTEN).timestamp()
    for path in _made(root() / "arrivals").glob("*.zip"):
        if path.stat().st_mtime < long_ago:
            path.unlink(missing_ok=True)


def head(path: Path) -> rescue.Head | restore.Refused:
    with path.open("rb") as file:
        return restore.head_of(file)
