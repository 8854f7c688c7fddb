"""Opening a war and deciding what holds in all of it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaigns import seats
from campaigns.access import gm_only, person
from campaigns.forms import CampaignSettings, NewCampaign
from campaigns.views.pages import page, posted


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    user = person(request)
    if not user.signs_in:
        messages.info(
            request, _("Who opens a war needs a sign-in name and a password, or it is lost with this device.")
        )
        return redirect("account")
    form = NewCampaign(posted(request))
    if form.is_valid():
        seat = seats.open_campaign(user, form.cleaned_data["name"])
        return redirect("campaign", seat.campaign.code)
    return page(request, "campaign_new.html", {"form": form}, form)


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, code: str) -> HttpResponse:
    seat = gm_only(request, code)
    form = CampaignSettings(posted(request), seat.campaign)
    if form.is_valid():
        form.write(seat.campaign)
        messages.success(request, _("Saved."))
        return redirect("campaign-settings", code)
    return page(request, "settings.html", {"seat": seat, "form": form, "place": "war"}, form)
