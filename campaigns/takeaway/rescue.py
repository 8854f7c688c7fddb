"""The rescue file (구조 파일): a whole war as one ZIP, written row by row, so that it costs the same memory however long it was.

campaign.json            what this is, how many rows each table has, who the GM is
people.jsonl             nicknames; no names to sign in with, passwords, tokens or addresses
tables/<model>.jsonl     a row a line, primary keys as they were
images/…                 what a table holds as bytes
sealed.bin               rows that nobody may read yet (`sealed`)
read.html, read/…        the war to be read in a browser, without a server (`readable_pages`)
"""

import contextlib
import io
import zipfile
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import IO, Any, Final

import msgspec
from django.db import connection, transaction
from django.db.models import BinaryField, Model, Q, QuerySet
from django.utils import timezone

from campaigns.models import Campaign, Role, User
from campaigns.takeaway import readable_pages, sealed
from campaigns.takeaway.tables import Row, Table, columns, pointing, tables

FORMAT: Final = "grailkeeper/campaign"
VERSION: Final = 1
CHUNK: Final = 500
ENDINGS: Final = {b"\x89PNG": "png", b"\xff\xd8\xff": "jpg", b"RIFF": "webp"}


class Head(msgspec.Struct, frozen=True):
    """`campaign.json`. `gm` is his key in `people.jsonl`; `rows` counts what can be read, `hidden` what is sealed."""

    format: str
    version: int
    name: str
    code: str
    made_at: datetime
    gm: int
    rows: dict[str, int]
    hidden: int


def size(campaign: Campaign) -> int:
    """How many rows there are to write: what a progress bar counts."""
    return sum(table.of(model, campaign).count() for model, table in tables())


def write(campaign: Campaign, file: IO[bytes], tell: Callable[[int], None] = lambda _: None) -> Head:
    """Write the whole campaign into `file`, as it stands at this moment, and tell how many rows are done."""
    with _one_moment(), zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        writing = _Writing(campaign, archive, tell)
        for model, table in tables():
            writing.table(model, table)
        writing.people()
        if writing.hidden:
            archive.writestr("sealed.bin", sealed.close(_packed(writing.covered)))
        for name, chunks in readable_pages.pages(campaign):
            with archive.open(name, "w", force_zip64=True) as entry:
                for chunk in chunks:
                    entry.write(chunk.encode())
        head = writing.head()
        archive.writestr("campaign.json", msgspec.json.format(msgspec.json.encode(head)))
    return head


class _Writing:
    """One file on its way. `seen` are the people that some row names; `covered` the sealed tables, small by their nature."""

    def __init__(self, campaign: Campaign, archive: zipfile.ZipFile, tell: Callable[[int], None]):
        self.campaign, self.archive, self.tell = campaign, archive, tell
        self.seen: set[int] = set()
        self.rows: dict[str, int] = {}
        self.covered: dict[str, bytes] = {}
        self.hidden = 0

    def table(self, model: type[Model], table: Table) -> None:
        covered = table.covered(self.campaign) if table.covered else Q(pk__in=())
        every = table.of(model, self.campaign)
        label = model._meta.label
        with self.archive.open(f"tables/{label}.jsonl", "w", force_zip64=True) as entry:
            self.rows[label] = self._lines(
                every.exclude(pk__in=every.filter(covered).values("pk")), model, table, entry
            )
        if table.covered and (hidden := self._hidden(every.filter(covered), model, table)):
            self.covered[label] = hidden
        self._images(every, model, table)

    def _hidden(self, rows: QuerySet[Any], model: type[Model], table: Table) -> bytes:
        buffer = io.BytesIO()
        self.hidden += self._lines(rows, model, table, buffer)
        return buffer.getvalue()

    def _lines(self, rows: QuerySet[Any], model: type[Model], table: Table, out: IO[bytes]) -> int:
        people = [field.attname for field in pointing(model) if field.related_model is User]
        files = [field.attname for field in columns(model, table) if isinstance(field, BinaryField)]
        names = [field.attname for field in columns(model, table) if field.attname not in files]
        count = 0
        for row in rows.values(*names).iterator(chunk_size=CHUNK):
            self.seen.update(row[name] for name in people if row[name] is not None)
            out.write(msgspec.json.encode(row) + b"\n")
            count += 1
            self.tell(1)
        return count

    def _images(self, rows: QuerySet[Any], model: type[Model], table: Table) -> None:
        for field in columns(model, table):
            if isinstance(field, BinaryField):
                for pk, data in rows.values_list("pk", field.attname).iterator(chunk_size=1):
                    self.archive.writestr(image_name(model, pk, field.attname, bytes(data)), bytes(data))

    def people(self) -> None:
        with self.archive.open("people.jsonl", "w") as entry:
            for user in User.objects.filter(pk__in=self.seen).order_by("pk").values("id", "nickname", "joined_at"):
                entry.write(msgspec.json.encode(user) + b"\n")

    def head(self) -> Head:
        gm = self.campaign.seats.filter(role=Role.GM, removed_at=None).values_list("user_id", flat=True).first()
        return Head(
            format=FORMAT,
            version=VERSION,
            name=self.campaign.name,
            code=self.campaign.code,
            made_at=timezone.now(),
            gm=gm or 0,
            rows=self.rows,
            hidden=self.hidden,
        )


def image_name(model: type[Model], pk: int, column: str, data: bytes) -> str:
    ending = next((ending for head, ending in ENDINGS.items() if data.startswith(head)), "bin")
    return f"images/{model._meta.label}-{pk}-{column}.{ending}"


def _packed(covered: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for label, lines in covered.items():
            archive.writestr(f"tables/{label}.jsonl", lines)
    return buffer.getvalue()


@contextlib.contextmanager
def _one_moment() -> Iterator[None]:
    """Everything is read as of one moment, and nobody who writes meanwhile has to wait."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        # Django's own transactions begin IMMEDIATE here and would keep everybody from writing.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            yield


def row_of(line: bytes) -> Row:
    found: Row = msgspec.json.decode(line, type=dict[str, Any])
    return found
