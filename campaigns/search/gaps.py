"""Wars of which not everything can be found yet: one that came out of a rescue file, until the search has taken it in.

The mark is written with the war itself, so that it stands also where a worker dies in the middle. What broke off is begun
anew by who runs the war, what was forgotten by the worker.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Final

from django.db.models import Q
from django.utils import timezone

from campaigns.models import Campaign, IndexGap
from campaigns.search import documents, sources

PATIENCE: Final = timedelta(minutes=15)
"""Work of which nothing was heard for so long is done by nobody any more; a hundred thousand posts take two minutes."""


def begin(campaign: Campaign) -> None:
    """From now on it is said that not everything can be found."""
    now = {"begun_at": timezone.now(), "broke_off": False}
    IndexGap.objects.update_or_create(campaign=campaign, defaults=now)


def fill(campaign: Campaign, tell: Callable[[int], None] = lambda _: None) -> None:
    """Take everything in that there is to find; what goes wrong leaves the mark, and is raised."""
    try:
        sources.bring_in(campaign, tell)
    except Exception:
        IndexGap.objects.filter(campaign=campaign).update(broke_off=True)
        raise
    IndexGap.objects.filter(campaign=campaign).delete()


def state(campaign: Campaign) -> str:
    """ "" where everything can be found, else "filling", or "broken" where nobody is at it (one query)."""
    gap = IndexGap.objects.filter(campaign=campaign).first()
    if gap is None:
        return ""
    return "broken" if gap.broke_off or timezone.now() - gap.begun_at > PATIENCE else "filling"


def ask(campaign: Campaign) -> bool:
    """Let the worker do it anew; False where none can be reached. What is being done already is not begun twice."""
    # They bring Celery, for which no command should wait.
    from campaigns.reminders.tasks import hand_out
    from campaigns.search.tasks import fill_gap

    lost = Q(broke_off=True) | Q(begun_at__lt=timezone.now() - PATIENCE)
    mine = IndexGap.objects.filter(lost, campaign=campaign).update(begun_at=timezone.now(), broke_off=False)
    if not mine or hand_out(fill_gap, campaign.pk):
        return True
    IndexGap.objects.filter(campaign=campaign).update(broke_off=True)
    return False


def anew(pk: int) -> None:
    """The worker's part: from the beginning, so that everything stands in the order in which it came about."""
    gap = IndexGap.objects.filter(campaign=pk).select_related("campaign").first()
    if gap is not None:
        begin(gap.campaign)
        documents.drop_all(gap.campaign)
        fill(gap.campaign)


def forgotten() -> list[int]:
    """Wars whose worker has died in the middle."""
    lost = IndexGap.objects.filter(broke_off=False, begun_at__lt=timezone.now() - PATIENCE)
    return list(lost.order_by("pk").values_list("campaign", flat=True))
