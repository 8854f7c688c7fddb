"""Which scene is on."""

from campaigns.models import Campaign, Scene


def current(campaign_id: int) -> Scene | None:
    """The open scene that was opened last, its day loaded; None between scenes (one query)."""
    on = Scene.objects.filter(campaign_id=campaign_id, state=Scene.State.OPEN).select_related("day")
    return on.order_by("-opened_at", "-number").first()


def newest(campaign: Campaign) -> Scene | None:
    """The scene that was opened last, whether it still is open or not; None before the first (one query)."""
    return campaign.scenes.exclude(opened_at=None).select_related("day").order_by("-opened_at", "-number").first()
