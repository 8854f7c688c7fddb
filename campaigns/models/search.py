"""What can be found in a war: a copy of the texts that other rooms hold, with who may read which part."""

from django.db import models

from campaigns.models.people import Campaign


class Findable(models.Model):
    """One thing that a search may lead to. `campaigns.search.documents` writes it, together with its place in the index.

    `key` names it within its `kind`; whoever may read any of its `parts` may read `title` and follow `link`. A part is
    {"text", "readers"}: see `campaigns.search.readers`.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=12)
    key = models.CharField(max_length=60)
    title = models.CharField(max_length=200)
    link = models.CharField(max_length=200)
    parts = models.JSONField()
    at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "kind", "key"], name="findable_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class IndexGap(models.Model):
    """Not everything of a war can be found yet: since `begun_at` it is taken in, or that broke off (`campaigns.search.gaps`)."""

    campaign = models.OneToOneField(Campaign, on_delete=models.CASCADE, related_name="+")
    begun_at = models.DateTimeField()
    broke_off = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.campaign_id} {self.begun_at}"
