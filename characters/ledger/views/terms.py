"""The last word about a term."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from campaigns.access import table_only
from campaigns.views.pages import posted
from characters import sheets
from characters.derived import settings_of
from characters.ledger import terms
from characters.ledger.forms import JudgeForm, ReleaseForm
from characters.ledger.views.pages import page
from characters.models import Term
from tabletop.game import Illegal


@require_http_methods(["GET", "HEAD", "POST"])
def term(request: HttpRequest, code: str, term: str) -> HttpResponse:
    """What the rule says and what is decided; the decision and its reason stand in the ledger."""
    seat = table_only(request, code)
    known = Term.objects.filter(character__campaign=seat.campaign, code=term)
    found = known.select_related("character", "due__day", "since__day", "judged_by", "released_by").first()
    if found is None:
        raise Http404
    freeing = ReleaseForm(posted(request) if "release" in request.POST else None)
    form = JudgeForm(posted(request) if "release" not in request.POST else None)
    refused = None
    if freeing.is_valid():
        done = terms.release(found, seat.user, freeing.cleaned_data["why"])
        if not isinstance(done, Illegal):
            return redirect("term", code, term)
        refused = done
    if form.is_valid():
        said = form.cleaned_data
        done = terms.judge(found, said["verdict"], seat.user, reason=said["reason"], announced=said["announced"])
        if not isinstance(done, Illegal):
            return redirect("war-board", code)
        refused = done
        found.refresh_from_db(fields=["verdict", "reason", "judged_by", "judged_at"])
    sheet = sheets.current(found.character)
    context = {
        "seat": seat,
        "place": "board",
        "term": found,
        "over": terms.over(found),
        "sheet": sheet,
        "saved": terms.safe(sheet, settings_of(seat.campaign.rules).recover_to),
        "form": form,
        "freeing": freeing,
    }
    return page(request, "term.html", context, form, freeing, refused=refused)
