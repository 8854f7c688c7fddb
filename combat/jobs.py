"""Odds that the worker computes (승산 계산): asked here, told from the cache while they grow, kept for some hours.

Nothing of a job goes through the broker but its code: what is asked holds numbers of sheets.
"""

import time
from collections.abc import Callable
from typing import Literal

import msgspec
from celery import Task
from django.core.cache import cache
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from campaigns.models import Seat, new_token
from combat.odds.answers import Answer, Asked, is_whole, work

KEPT = 12 * 3600
"""Seconds for which an answer can be read again."""

SILENCE = 60
"""Seconds without a word after which a worker is taken for dead, and the work is handed out again."""

OFTEN = 0.4
"""Seconds between two words about how far it is."""

type State = Literal["waiting", "running", "done", "cancelled", "failed"]


class Unreachable(Exception):
    """Neither cache nor worker can be reached."""


class Cancelled(Exception):
    """Whoever asked wants no answer any more."""


class Job(msgspec.Struct, frozen=True):
    """One piece of work: who asked, how far it is (`done` of `total`), and in the end the answer.

    `names` are what the asked combatants and their cards are called, as the asker knows them; `at` is when the last word of
    it came, in seconds of the clock.
    """

    code: str
    seat: int
    total: int
    names: dict[str, str]
    cards: dict[str, dict[str, str]]
    state: State = "waiting"
    done: int = 0
    answer: Answer | None = None
    at: float = 0

    @property
    def over(self) -> bool:
        return self.state in ("done", "cancelled", "failed")

    @property
    def percent(self) -> int:
        return min(99, self.done * 100 // max(1, self.total))


def begin(seat: Seat, asked: Asked, task: Task, names: dict[str, str], cards: dict[str, dict[str, str]]) -> Job:
    """Hand the work to the worker; what the seat asked before is given up. Raises `Unreachable`."""
    job = Job(code=new_token(), seat=seat.pk, total=work(asked), names=names, cards=cards)
    try:
        if (before := cache.get(f"odds-of:{seat.pk}")) and (old := found(before, seat)) and not old.over:
            cancel(old)
        cache.set(f"odds-asked:{job.code}", msgspec.json.encode(asked), KEPT)
        cache.set(f"odds-of:{seat.pk}", job.code, KEPT)
    except RedisError as lost:
        raise Unreachable from lost
    job = _keep(job)
    if not send(task, job.code):
        raise Unreachable
    return job


def send(task: Task, *args: object, after: float = 0) -> bool:
    """Whether the broker took the task; it is asked once, so that nobody waits for a server that is down."""
    try:
        task.apply_async(args, countdown=after, retry=False)
    except (OperationalError, RedisError):
        return False
    return True


def found(code: str, seat: Seat | None = None) -> Job | None:
    """The job, if it is this seat's and is still kept. Raises `Unreachable`."""
    try:
        kept = cache.get(f"odds:{code}")
    except RedisError as lost:
        raise Unreachable from lost
    job = msgspec.json.decode(kept, type=Job) if kept else None
    return job if job is not None and (seat is None or job.seat == seat.pk) else None


def revived(job: Job, task: Task) -> Job:
    """The job, handed out again if nothing was heard of it for long: its worker was stopped in the middle."""
    if job.over or time.time() - job.at < SILENCE:
        return job
    job = _keep(msgspec.structs.replace(job, state="waiting"))
    send(task, job.code)
    return job


def asked(code: str) -> Asked | None:
    kept = cache.get(f"odds-asked:{code}")
    return msgspec.json.decode(kept, type=Asked) if kept else None


def cancel(job: Job) -> Job:
    """Nothing is computed any more once the worker has looked up. Raises `Unreachable`."""
    if job.over:
        return job
    try:
        cache.set(f"odds-stop:{job.code}", True, KEPT)
    except RedisError as lost:
        raise Unreachable from lost
    return _keep(msgspec.structs.replace(job, state="cancelled"))


type Work = Callable[[Asked, Callable[[int], None], Answer | None], Answer]
"""What computes an answer, or more of it than there was."""


def compute(code: str, answer: Work) -> bool:
    """The worker's side: the answer is kept, and on the way how far it is. True when there is more to do.

    A long answer comes in parts, so that others who wait for the worker have their turn in between.
    """
    job, question = found(code), asked(code)
    if job is None or question is None or job.over:
        return False
    meter = _Meter(job)
    try:
        told = answer(question, meter.tell, job.answer)
    except Cancelled:
        return False
    except Exception:
        _keep(msgspec.structs.replace(meter.job, state="failed"))
        raise
    whole = is_whole(question, told)
    state: State = "done" if whole else "running"
    _keep(msgspec.structs.replace(meter.job, state=state, done=meter.done, answer=told))
    return not whole


class _Meter:
    """How far a job is; it looks up now and then whether anybody still wants it."""

    def __init__(self, job: Job):
        self.job = _keep(msgspec.structs.replace(job, state="running"))
        self.done, self.told = job.done, time.monotonic()

    def tell(self, more: int) -> None:
        self.done += more
        if time.monotonic() - self.told < OFTEN:
            return
        self.told = time.monotonic()
        if cache.get(f"odds-stop:{self.job.code}"):
            raise Cancelled
        self.job = _keep(msgspec.structs.replace(self.job, done=self.done))


def _keep(job: Job) -> Job:
    job = msgspec.structs.replace(job, at=time.time())
    try:
        cache.set(f"odds:{job.code}", msgspec.json.encode(job), KEPT)
    except RedisError as lost:
        raise Unreachable from lost
    return job
