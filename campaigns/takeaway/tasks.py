"""What the worker does with rescue files."""

from celery import shared_task

from campaigns.models import Campaign
from campaigns.takeaway import jobs, keeping, paper


@shared_task
def write_rescue(code: str) -> None:
    """The file of the job `code`."""
    jobs.write(code)


@shared_task
def read_rescue(code: str) -> None:
    """The war of the job `code`."""
    jobs.read(code)


@shared_task
def print_session(code: str) -> None:
    """The PDF of the job `code`."""
    paper.work(code)


@shared_task
def rescue_all() -> None:
    """Every night: a file of every war in which anything has changed."""
    keeping.clear_arrivals()
    for pk in Campaign.objects.order_by("pk").values_list("pk", flat=True):
        rescue_one.delay(pk)


@shared_task
def rescue_one(campaign: int) -> None:
    found = Campaign.objects.filter(pk=campaign).first()
    if found is not None:
        keeping.make(found, "night")
