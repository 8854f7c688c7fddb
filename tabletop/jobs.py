"""Work that the worker does while somebody waits: told from the cache how far it is, given up, handed out again.

Nothing of a job goes through the broker but its code. A room that has such work makes a `Shelf` for its kind of job, whose
struct may carry more than a `Job` does.
"""

import time
from typing import Literal

import msgspec
from celery import Task
from django.core.cache import cache
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

KEPT = 12 * 3600
"""Seconds for which a job can be read again."""

SILENCE = 60
"""Seconds without a word after which a worker is taken for dead, and the work is handed out again."""

OFTEN = 0.4
"""Seconds between two words about how far it is."""

type State = Literal["waiting", "running", "done", "cancelled", "failed"]


class Unreachable(Exception):
    """Neither cache nor worker can be reached."""


class Cancelled(Exception):
    """Whoever asked wants it no more."""


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """One piece of work: which seat asked, and how far it is (`done` of `total`).

    `at` is when the last word of it came, in seconds of the clock.
    """

    code: str
    seat: int
    total: int
    state: State = "waiting"
    done: int = 0
    at: float = 0

    @property
    def over(self) -> bool:
        return self.state in ("done", "cancelled", "failed")

    @property
    def percent(self) -> int:
        return min(99, self.done * 100 // max(1, self.total))


def send(task: Task, *args: object, after: float = 0) -> bool:
    """Whether the broker took the task; it is asked once, so that nobody waits for a server that is down."""
    try:
        task.apply_async(args, countdown=after, retry=False)
    except (OperationalError, RedisError):
        return False
    return True


class Shelf[J: Job]:
    """Where the jobs of one kind are kept; of each seat the newest counts."""

    def __init__(self, kind: str, type: type[J]):
        self.kind, self.type = kind, type

    def begin(self, job: J) -> J:
        """Keep a new job; what the seat asked before is given up. Raises `Unreachable`."""
        try:
            if (before := self.newest(job.seat)) and not before.over:
                self.cancel(before)
            cache.set(f"{self.kind}-of:{job.seat}", job.code, KEPT)
        except RedisError as lost:
            raise Unreachable from lost
        return self.keep(job)

    def newest(self, seat: int) -> J | None:
        """What the seat asked last, if it is still kept. Raises `Unreachable`."""
        try:
            code = cache.get(f"{self.kind}-of:{seat}")
        except RedisError as lost:
            raise Unreachable from lost
        return self.found(code, seat) if code else None

    def found(self, code: str, seat: int | None = None) -> J | None:
        """The job, if it is this seat's and is still kept. Raises `Unreachable`."""
        try:
            kept = cache.get(f"{self.kind}:{code}")
        except RedisError as lost:
            raise Unreachable from lost
        job = msgspec.json.decode(kept, type=self.type) if kept else None
        return job if job is not None and (seat is None or job.seat == seat) else None

    def revived(self, job: J, task: Task) -> J:
        """The job, handed out again if nothing was heard of it for long: its worker was stopped in the middle."""
        if job.over or time.time() - job.at < SILENCE:
            return job
        job = self.keep(msgspec.structs.replace(job, state="waiting"))
        send(task, job.code)
        return job

    def cancel(self, job: J) -> J:
        """Nothing is done any more once the worker has looked up. Raises `Unreachable`."""
        if job.over:
            return job
        try:
            cache.set(f"{self.kind}-stop:{job.code}", True, KEPT)
        except RedisError as lost:
            raise Unreachable from lost
        return self.keep(msgspec.structs.replace(job, state="cancelled"))

    def stopped(self, job: J) -> bool:
        return bool(cache.get(f"{self.kind}-stop:{job.code}"))

    def keep(self, job: J) -> J:
        job = msgspec.structs.replace(job, at=time.time())
        try:
            cache.set(f"{self.kind}:{job.code}", msgspec.json.encode(job), KEPT)
        except RedisError as lost:
            raise Unreachable from lost
        return job

    def meter(self, job: J) -> "Meter[J]":
        return Meter(self, job)


class Meter[J: Job]:
    """How far a job is; it looks up now and then whether anybody still wants it."""

    def __init__(self, shelf: Shelf[J], job: J):
        self.shelf = shelf
        self.job = shelf.keep(msgspec.structs.replace(job, state="running"))
        self.done, self.told = job.done, time.monotonic()

    def tell(self, more: int) -> None:
        """So much more is done. Raises `Cancelled` when nobody wants it any more."""
        self.done += more
        if time.monotonic() - self.told < OFTEN:
            return
        self.told = time.monotonic()
        if self.shelf.stopped(self.job):
            raise Cancelled
        self.job = self.shelf.keep(msgspec.structs.replace(self.job, done=self.done))
