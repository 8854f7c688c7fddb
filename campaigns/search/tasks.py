"""What the worker does for the search."""

from celery import shared_task
from django.db import DatabaseError

from campaigns.search import gaps, sorting


@shared_task(autoretry_for=(DatabaseError,), max_retries=3, retry_backoff=True)
def sort_thread(pk: int) -> None:
    """Sort the posts of a thread for its new readers."""
    sorting.sort(pk)


@shared_task
def sort_left_over() -> None:
    for pk in sorting.left_over():
        sorting.sort(pk)
    for pk in gaps.forgotten():
        gaps.anew(pk)


@shared_task
def fill_gap(campaign: int) -> None:
    """Let everything of a war be found that could not be."""
    gaps.anew(campaign)
