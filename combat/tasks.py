"""What the worker does for fights: it computes odds, and plays its part in rehearsals."""

from celery import shared_task

from combat import jobs, learning, rehearsal
from combat.models import Fight
from combat.odds.answers import answer

PAUSE = 2.0
"""Seconds between two opened slots of a rehearsal, so that a person can follow."""


@shared_task
def compute(code: str) -> None:
    """The odds of the job `code`, as much of them as is done at once."""
    if jobs.compute(code, answer):
        jobs.send(compute, code)


@shared_task
def rehearse(fight: int, seq: int) -> None:
    """One thing the app does in a rehearsal that stands at `seq`, and then the next; nothing if somebody else has moved."""
    done = rehearsal.step(Fight.objects.select_related("record").get(pk=fight), seq)
    if done is not None:
        jobs.send(rehearse, fight, done.seq, after=PAUSE if done.opened else 0)


@shared_task
def teach() -> None:
    """Count what fights have taught, where that failed when they ended."""
    learning.settle_all()


def go_on(fight: Fight, seq: int) -> None:
    """Let the app do what is due of it in a rehearsal that stands at `seq`; a fight of the war is left alone.

    Asked too often it does no harm: what stands at one seq is gone on with once.
    """
    if fight.rehearsal and not fight.record.closed:
        jobs.send(rehearse, fight.pk, seq)
