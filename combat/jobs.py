"""Odds that the worker computes (승산 계산): asked here, told from the cache while they grow, kept for some hours.

Nothing of a job goes through the broker but its code: what is asked holds numbers of sheets.
"""

from collections.abc import Callable

import msgspec
from celery import Task
from django.core.cache import cache
from redis.exceptions import RedisError

from campaigns.models import Seat, new_token
from combat.odds.answers import Answer, Asked, is_whole, work
from tabletop import jobs
from tabletop.jobs import KEPT, Cancelled, State, Unreachable, send

__all__ = ["Job", "Unreachable", "asked", "begin", "cancel", "compute", "found", "revived", "send"]


class Job(jobs.Job, frozen=True, kw_only=True):
    """A question about odds, and in the end the answer.

    `names` are what the asked combatants and their cards are called, as the asker knows them.
    """

    names: dict[str, str]
    cards: dict[str, dict[str, str]]
    answer: Answer | None = None


SHELF = jobs.Shelf("odds", Job)


def begin(seat: Seat, asked: Asked, task: Task, names: dict[str, str], cards: dict[str, dict[str, str]]) -> Job:
    """Hand the work to the worker; what the seat asked before is given up. Raises `Unreachable`."""
    job = Job(code=new_token(), seat=seat.pk, total=work(asked), names=names, cards=cards)
    try:
        cache.set(f"odds-asked:{job.code}", msgspec.json.encode(asked), KEPT)
    except RedisError as lost:
        raise Unreachable from lost
    job = SHELF.begin(job)
    if not send(task, job.code):
        raise Unreachable
    return job


def found(code: str, seat: Seat | None = None) -> Job | None:
    """The job, if it is this seat's and is still kept. Raises `Unreachable`."""
    return SHELF.found(code, seat.pk if seat else None)


def revived(job: Job, task: Task) -> Job:
    """The job, handed out again if nothing was heard of it for long: its worker was stopped in the middle."""
    return SHELF.revived(job, task)


def asked(code: str) -> Asked | None:
    kept = cache.get(f"odds-asked:{code}")
    return msgspec.json.decode(kept, type=Asked) if kept else None


def cancel(job: Job) -> Job:
    """Nothing is computed any more once the worker has looked up. Raises `Unreachable`."""
    return SHELF.cancel(job)


type Work = Callable[[Asked, Callable[[int], None], Answer | None], Answer]
"""What computes an answer, or more of it than there was."""


def compute(code: str, answer: Work) -> bool:
    """The worker's side: the answer is kept, and on the way how far it is. True when there is more to do.

    A long answer comes in parts, so that others who wait for the worker have their turn in between.
    """
    job, question = found(code), asked(code)
    if job is None or question is None or job.over:
        return False
    meter = SHELF.meter(job)
    try:
        told = answer(question, meter.tell, job.answer)
    except Cancelled:
        return False
    except Exception:
        SHELF.keep(msgspec.structs.replace(meter.job, state="failed"))
        raise
    whole = is_whole(question, told)
    state: State = "done" if whole else "running"
    SHELF.keep(msgspec.structs.replace(meter.job, state=state, done=meter.done, answer=told))
    return not whole
