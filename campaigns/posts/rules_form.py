"""What the GM sets about writing in a war."""

from django import forms
from django.db import transaction
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from campaigns.models import Post, PostRules
from campaigns.posts.readable import COVERED
from campaigns.search.posts import keep_campaign


class RulesForm(forms.Form):
    follow_ups = forms.IntegerField(label=_("Follow-ups to a declaration, at most"), min_value=0, max_value=20)
    gm_reads_sealed = forms.BooleanField(label=_("Who runs the table reads sealed posts"), required=False)

    def __init__(self, data: QueryDict | None, rules: PostRules):
        self.rules = rules
        super().__init__(data, initial={"follow_ups": rules.follow_ups, "gm_reads_sealed": rules.gm_reads_sealed})

    def clean_gm_reads_sealed(self) -> bool:
        """What was sealed under the promise that nobody else reads it is opened before the promise ends."""
        wanted: bool = self.cleaned_data["gm_reads_sealed"]
        if wanted and self.rules.pk and not self.rules.gm_reads_sealed:
            closed = Post.objects.filter(COVERED, campaign=self.rules.campaign)
            if closed.exists():
                raise forms.ValidationError(
                    _("Posts are sealed here that nobody else was to read. Open them first."), code="sealed"
                )
        return wanted

    def write(self) -> None:
        with transaction.atomic():
            PostRules.objects.update_or_create(campaign=self.rules.campaign, defaults=self.cleaned_data)
            keep_campaign(self.rules.campaign)
