"""A war out of its rescue file: new rows with the same content, visibility included.

People come back under their nicknames, without any way to sign in: the GM is whoever restores the file, and everybody else gets
the link to his own seat from him. Addresses stay as they were where they are free; where the war is still here, the copy gets
addresses of its own, in texts and records too.
"""

import io
import logging
import lzma
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from typing import IO, Any, Final

import msgspec
from django.core.exceptions import ValidationError
from django.db import Error as DatabaseTrouble
from django.db import transaction
from django.db.models import BinaryField, DateField, Field, ForeignKey, Model, TimeField

from campaigns import invites, names
from campaigns.bare_pictures import bare
from campaigns.models import Campaign, User, new_code
from campaigns.takeaway import sealed
from campaigns.takeaway.rescue import ENDINGS, FORMAT, VERSION, Head, row_of
from campaigns.takeaway.rows import chunks, has_code, moment, moments
from campaigns.takeaway.tables import AFTER, LATER, Row, Table, pointing, tables
from tabletop import records, seals
from tabletop.strict_json import is_unprintable

LOG: Final = logging.getLogger(__name__)
CHUNK: Final = 500
LONGEST_LINE: Final = 4 * 1024 * 1024
LARGEST_IMAGE: Final = 12 * 1024 * 1024
LARGEST: Final = 4 * 1024**3
"""Unpacked. It is read row by row, so this only bounds what somebody may fill the database with."""

CODE: Final = re.compile(r"(?<![0-9a-f])[0-9a-f]{10}(?![0-9a-f])")
"""What an address looks like wherever it stands in a text."""


UNREADABLE: Final = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError),
    *(NotImplementedError, RuntimeError),  # how zipfile says that it does not know the compression, or has no password
)
"""What a broken archive answers with, wherever in it one reads."""


class Refused(msgspec.Struct, frozen=True):
    """Why nothing was restored: a code, and the place in the file."""

    code: str
    at: str = ""


class Restored(msgspec.Struct, frozen=True):
    """The war that came back, what of it was sealed with another key and is missing, and tables this version does not know."""

    campaign: int
    missing: int
    unknown: tuple[str, ...]


class _Broken(Exception):
    def __init__(self, code: str, at: str = ""):
        super().__init__(code)
        self.refused = Refused(code, at)


def restore(file: IO[bytes], gm: User, tell: Callable[[int], None] = lambda _: None) -> Restored | Refused:
    """All of it or nothing, in one transaction; `gm` sits at the GM's seat. What is found by the search follows."""
    done = _restored(file, gm, tell)
    if isinstance(done, Restored):
        _work_later(done, tell)
    return done


def work_of(head: Head) -> int:
    """How much there is to tell of: every row, and every post once more for the search."""
    return sum(head.rows.values()) + head.hidden + head.rows.get("campaigns.Post", 0)


def _work_later(done: Restored, tell: Callable[[int], None]) -> None:
    campaign = Campaign.objects.get(pk=done.campaign)
    for work in LATER:
        try:
            work(campaign, tell)
        except Exception:  # the war is there; the search page says so, and lets the GM do it anew
            LOG.exception("restored, but not all of it can be found: /c/%s/", campaign.code)


def _restored(file: IO[bytes], gm: User, tell: Callable[[int], None]) -> Restored | Refused:
    try:
        with zipfile.ZipFile(file) as archive, transaction.atomic():
            return _Reading(archive, gm, tell).all()
    except _Broken as broken:
        records.forget()
        return broken.refused
    except UNREADABLE:
        records.forget()
        return Refused("broken_file")


def head_of(file: IO[bytes]) -> Head | Refused:
    """What the file says about itself."""
    try:
        with zipfile.ZipFile(file) as archive:
            return _head(archive)
    except _Broken as broken:
        return broken.refused
    except UNREADABLE:
        return Refused("broken_file")


def _head(archive: zipfile.ZipFile) -> Head:
    sizes = {entry.filename: entry.file_size for entry in archive.infolist()}
    if sum(sizes.values()) > LARGEST:
        raise _Broken("too_large")
    if sizes.get("campaign.json", LONGEST_LINE) >= LONGEST_LINE:
        raise _Broken("not_a_rescue_file", "campaign.json")
    try:
        head = msgspec.json.decode(archive.read("campaign.json"), type=Head)
    except (msgspec.DecodeError, UnicodeError):
        raise _Broken("not_a_rescue_file", "campaign.json") from None
    if head.format != FORMAT:
        raise _Broken("not_a_rescue_file", "campaign.json")
    if head.version != VERSION:
        raise _Broken("another_version", "campaign.json")
    return head


class _Reading:
    """A file that is being read; `keys` grows with every table."""

    def __init__(self, archive: zipfile.ZipFile, gm: User, tell: Callable[[int], None]):
        self.archive, self.gm, self.tell = archive, gm, tell
        self.names = set(archive.namelist())
        self.head = _head(archive)
        self.sealed = self._sealed()
        self.keys: dict[str, dict[int, int]] = {}
        self.codes: dict[str, str] = {}

    def all(self) -> Restored:
        known = tables()
        if any(self._taken(model, table) for model, table in known if has_code(model)):
            self.codes = {code: new_code() for model, table in known if has_code(model) for code in self._codes(model)}
        self._people()
        for model, table in known:
            self._table(model, table)
        restored = list(self.keys["campaigns.Campaign"].values())
        if len(restored) != 1:
            raise _Broken("does_not_fit", "tables/campaigns.Campaign.jsonl")
        campaign = Campaign.objects.get(pk=restored[0])
        invites.renew_all(campaign)
        for work in AFTER:
            self._work(work, campaign)
        labels = {model._meta.label for model, _ in known}
        missing = self.head.hidden if self.sealed is None else 0
        return Restored(campaign.pk, missing, tuple(sorted(set(self.head.rows) - labels)))

    def _work(self, work: Callable[[Campaign], None], campaign: Campaign) -> None:
        try:
            work(campaign)
        except Exception as wrong:  # whatever the rules say of a log that nobody played
            raise _Broken("does_not_fit", str(wrong)[:80]) from wrong

    def _sealed(self) -> zipfile.ZipFile | None:
        if "sealed.bin" not in self.names:
            return None
        if self.archive.getinfo("sealed.bin").file_size > LARGEST_IMAGE * 4:
            raise _Broken("too_large", "sealed.bin")
        data = sealed.opened(self.archive.read("sealed.bin"))
        return None if data is None else zipfile.ZipFile(io.BytesIO(data))

    def _taken(self, model: type[Model], table: Table) -> bool:
        codes = self._codes(model)
        return any(model._base_manager.filter(code__in=chunk).exists() for chunk in chunks(codes, CHUNK))

    def _codes(self, model: type[Model]) -> Iterator[str]:
        for row, _ in self._rows(model._meta.label):
            if isinstance(code := row.get("code"), str):
                yield code

    def _people(self) -> None:
        mine = self.keys["campaigns.User"] = {}
        for row, at in self._lines("people.jsonl", self.archive):
            nickname = names.tidy(str(row.get("nickname", "")))[:40]
            if not isinstance(row.get("id"), int) or names.fault(nickname):
                raise _Broken("does_not_fit", at)
            if row["id"] == self.head.gm:
                mine[row["id"]] = self.gm.pk
            else:
                mine[row["id"]] = User.objects.create_user(None, nickname=nickname).pk

    def _table(self, model: type[Model], table: Table) -> None:
        """The rows of one table, in the order in which they were made; what points to a row that is missing is left out."""
        keys = self.keys[model._meta.label] = {}
        waiting: list[tuple[int, Model]] = []
        pending: set[object] = set()
        selfish = [field.attname for field in pointing(model) if field.related_model is model]
        for row, at in self._rows(model._meta.label):
            if len(waiting) >= CHUNK or any(type(row.get(name)) is int and row[name] in pending for name in selfish):
                self._store(model, waiting, keys)
                pending.clear()
            made = self._made(model, table, row, at)
            if made is not None:
                waiting.append((row["id"], made))
                pending.add(row["id"])
        self._store(model, waiting, keys)

    def _store(self, model: type[Model], waiting: list[tuple[int, Model]], keys: dict[int, int]) -> None:
        if not waiting:
            return
        as_they_were = moments(model, waiting)
        try:
            with transaction.atomic():
                stored = model._base_manager.bulk_create([made for _, made in waiting])
        except (DatabaseTrouble, ValueError, TypeError, OverflowError) as wrong:
            raise _Broken("does_not_fit", f"tables/{model._meta.label}.jsonl") from wrong
        for (old, _), made in zip(waiting, stored, strict=True):
            keys[old] = made.pk
        for made, set_back in zip(stored, as_they_were, strict=False):
            model._base_manager.filter(pk=made.pk).update(**set_back)
        self.tell(len(waiting))
        waiting.clear()

    def _made(self, model: type[Model], table: Table, row: Row, at: str) -> Model | None:
        if not isinstance(row.get("id"), int) or is_unprintable(row):
            raise _Broken("does_not_fit", at)
        for name in table.without:
            row.pop(name, None)
        try:
            if table.made:
                table.made(row, self.keys)
            values = {
                field.attname: self._value(field, row, at, model)
                for field in model._meta.concrete_fields
                if not field.primary_key and (field.attname in row or isinstance(field, BinaryField))
            }
        except _Missing:
            return None
        except (ValueError, TypeError, KeyError, AttributeError, ValidationError, msgspec.ValidationError) as wrong:
            raise _Broken("does_not_fit", at) from wrong
        if not self.codes and "seal" not in values:
            return model(**values)
        return model(**self._resealed(values))

    def _resealed(self, values: dict[str, Any]) -> dict[str, Any]:
        """A sealed move in which addresses changed has another fingerprint; its salt stays."""
        seal, move = values.get("seal"), values.get("move")
        if self.codes and isinstance(seal, dict) and "salt" in seal and move is not None:
            values["seal"] = {**seal, "print": seals.fingerprint(seal["salt"], move)}
        return values

    def _value(self, field: "Field[Any, Any]", row: Row, at: str, model: type[Model]) -> Any:
        if isinstance(field, BinaryField):
            return bare(self._image(f"images/{model._meta.label}-{row['id']}-{field.attname}", at))
        value = row[field.attname]
        if isinstance(field, ForeignKey):
            return self._key(field, value)
        if isinstance(value, str) and isinstance(field, (DateField, TimeField)):
            return moment(field, value)
        if isinstance(value, str) and field.max_length and len(value) > field.max_length:
            raise ValueError(field.name)
        return value

    def _key(self, field: "ForeignKey[Any, Any]", value: Any) -> int | None:
        if value is None:
            return None
        found = self.keys.get(field.related_model._meta.label, {}).get(value)
        if found is None and not field.null:
            raise _Missing
        return found

    def _image(self, stem: str, at: str) -> bytes:
        name = next((name for end in (*ENDINGS.values(), "bin") if (name := f"{stem}.{end}") in self.names), None)
        if name is None:
            raise _Broken("image_missing", at)
        if self.archive.getinfo(name).file_size > LARGEST_IMAGE:
            raise _Broken("too_large", name)
        return self.archive.read(name)

    def _rows(self, label: str) -> Iterator[tuple[Row, str]]:
        """The rows that can be read and the sealed ones, in the order of their keys."""
        name = f"tables/{label}.jsonl"
        hidden = list(self._lines(name, self.sealed)) if self.sealed and name in self.sealed.namelist() else []
        found = self._lines(name, self.archive) if name in self.names else iter(())
        count = 0
        for row, at in found:
            count += 1
            while hidden and hidden[0][0].get("id", 0) < row.get("id", 0):
                yield hidden.pop(0)
            yield row, at
        if count != self.head.rows.get(label, count):
            raise _Broken("does_not_fit" if name in self.names else "entry_missing", name)
        yield from hidden

    def _lines(self, name: str, archive: zipfile.ZipFile) -> Iterator[tuple[Row, str]]:
        try:
            entry = archive.open(name)
        except KeyError:
            raise _Broken("entry_missing", name) from None
        with entry:
            for number in range(1, 2**31):
                line = entry.readline(LONGEST_LINE)
                if not line:
                    return
                yield self._row(line, f"{name}:{number}"), f"{name}:{number}"

    def _row(self, line: bytes, at: str) -> Row:
        try:
            row = row_of(self._recoded(line))
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            raise _Broken("broken_line", at) from None
        if type(row.get("id")) is not int:
            raise _Broken("does_not_fit", at)
        return row

    def _recoded(self, line: bytes) -> bytes:
        if not self.codes:
            return line
        return CODE.sub(lambda found: self.codes.get(found[0], found[0]), line.decode()).encode()


class _Missing(Exception):
    """The row points to one that did not come along."""
