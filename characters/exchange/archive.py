"""ZIP files of other programs: read into memory under limits, and written so that the same content is the same bytes. Pure.

Nothing is ever unpacked to a disk; names are looked at all the same, so that no file goes on to somebody who would.
"""

import io
import lzma
import zipfile
import zlib
from collections.abc import Iterable
from typing import Final

from characters.exchange.opened import LARGEST, Refused

MOST_ENTRIES: Final = 500
MOST_UNPACKED: Final = 60 * 1024 * 1024
STEEPEST: Final = 200
"""How many times its packed size an entry may have: text gets to about 20, a bomb to 1000."""
SMALL: Final = 64 * 1024
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)

UNREADABLE: Final = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError),
    *(NotImplementedError, RuntimeError),  # how zipfile says that it does not know the compression, or has no password
)
"""What a broken archive answers with, wherever in it one reads."""


class Archive:
    """The entries of a ZIP that was found to be harmless."""

    def __init__(self, file: zipfile.ZipFile, sizes: dict[str, int]):
        self._file, self.sizes = file, sizes

    def __contains__(self, name: str) -> bool:
        return name in self.sizes

    def read(self, name: str) -> bytes:
        """One entry; never more than it claims to hold."""
        try:
            with self._file.open(name) as entry:
                data = entry.read(self.sizes[name] + 1)
        except (*UNREADABLE, ValueError):
            raise Refused("broken_entry", name) from None
        if len(data) > self.sizes[name]:
            raise Refused("broken_entry", name)
        return data


def opened(data: bytes) -> Archive:
    """The ZIP in `data`; refused with the entry that makes it dangerous, before anything is unpacked."""
    if len(data) > LARGEST:
        raise Refused("file_too_large", limit=LARGEST // 2**20)
    try:
        file = zipfile.ZipFile(io.BytesIO(data))
    except (*UNREADABLE, ValueError):
        raise Refused("not_a_zip") from None
    entries = [entry for entry in file.infolist() if not entry.is_dir()]
    if len(entries) > MOST_ENTRIES:
        raise Refused("too_many_entries", limit=MOST_ENTRIES)
    for entry in entries:
        _check(entry)
    if sum(entry.file_size for entry in entries) > MOST_UNPACKED:
        raise Refused("unpacks_too_large", limit=MOST_UNPACKED // 2**20)
    names = [entry.filename for entry in entries]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise Refused("entry_twice", twice[:80])
    return Archive(file, {entry.filename: entry.file_size for entry in entries})


def _check(entry: zipfile.ZipInfo) -> None:
    name = entry.filename
    shown = name[:80].encode(errors="replace").decode()
    if name.startswith(("/", "\\")) or "\\" in name or ":" in name or ".." in name.split("/"):
        raise Refused("escaping_entry", shown)
    if entry.flag_bits & 1:
        raise Refused("encrypted_entry", shown)
    if entry.file_size > SMALL and entry.file_size > STEEPEST * max(1, entry.compress_size):
        raise Refused("bomb", shown)


def packed(entries: Iterable[tuple[str, bytes]]) -> bytes:
    """A ZIP of these entries in their order, without clocks and machines in it."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for name, data in entries:
            info = zipfile.ZipInfo(name, _EPOCH)
            info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o600 << 16
            file.writestr(info, data)
    return buffer.getvalue()
