"""Rescue files that the worker writes and reads while somebody looks on."""

import msgspec

from campaigns.models import Campaign, Seat, User, new_token
from campaigns.takeaway import keeping, rescue, restore
from tabletop import jobs
from tabletop.jobs import Cancelled


class Writing(jobs.Job, frozen=True, kw_only=True):
    """A file that is being written; `file` is its name when it is there."""

    campaign: int
    file: str = ""


class Reading(jobs.Job, frozen=True, kw_only=True):
    """A war that is being restored by the person `seat`; in the end its address, or why there is none."""

    token: str
    campaign: str = ""
    missing: int = 0
    refused: restore.Refused | None = None


WRITING = jobs.Shelf("rescue", Writing)
READING = jobs.Shelf("restore", Reading)


def begin_writing(seat: Seat) -> Writing:
    """Raises `Unreachable`."""
    total = rescue.size(seat.campaign)
    return WRITING.begin(Writing(code=new_token(), seat=seat.pk, total=total, campaign=seat.campaign_id))


def begin_reading(user: User, token: str, head: rescue.Head) -> Reading:
    """Raises `Unreachable`."""
    total = restore.work_of(head)
    return READING.begin(Reading(code=new_token(), seat=user.pk, total=total, token=token))


def write(code: str) -> None:
    """The worker's side of a file that somebody asked for."""
    job = WRITING.found(code)
    if job is None or job.over:
        return
    meter = WRITING.meter(job)
    try:
        made = keeping.make(Campaign.objects.get(pk=job.campaign), "hand", meter.tell)
    except Cancelled:
        return
    except Exception:
        WRITING.keep(msgspec.structs.replace(meter.job, state="failed"))
        raise
    assert made is not None
    WRITING.keep(msgspec.structs.replace(meter.job, state="done", done=meter.done, file=made.name))


def read(code: str) -> None:
    """The worker's side of a restore. Nobody can give it up on the way: it is all or nothing."""
    job = READING.found(code)
    path = keeping.arrival(job.seat, job.token) if job else None
    if job is None or job.over or path is None:
        return
    meter = READING.meter(job)
    try:
        with path.open("rb") as file:
            done = restore.restore(file, User.objects.get(pk=job.seat), meter.tell)
    except Exception:
        READING.keep(msgspec.structs.replace(meter.job, state="failed"))
        raise
    READING.keep(_ended(meter.job, done))
    path.unlink(missing_ok=True)


def _ended(job: Reading, done: restore.Restored | restore.Refused) -> Reading:
    if isinstance(done, restore.Refused):
        return msgspec.structs.replace(job, state="done", refused=done)
    code = Campaign.objects.values_list("code", flat=True).get(pk=done.campaign)
    return msgspec.structs.replace(job, state="done", campaign=code, missing=done.missing)
