"""The deadlines of a war for everybody at it: who is waited for, who is away, who acts for whom."""

from datetime import datetime
from typing import Any

import msgspec
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from campaigns.access import seat_or_404
from campaigns.models import Absence, Role, Seat
from campaigns.people import once, present
from campaigns.reminders import absences, standins
from campaigns.reminders.forms import AbsenceForm, StandInForm, WordForm
from campaigns.reminders.owing import Debt, debts, until
from campaigns.views.pages import page

REFUSED = {
    standins.Refused.NOT_A_PLAYER: gettext_lazy("Only players are acted for, and only players and assistants act."),
    standins.Refused.SAME: gettext_lazy("Nobody acts for himself."),
    standins.Refused.ASKED: gettext_lazy("Somebody acts for this seat already, or has been asked to."),
    standins.Refused.OVER: gettext_lazy("This is over. Here it is as it stands now."),
}


class Waiting(msgspec.Struct, frozen=True):
    """A debt as somebody at the table reads it."""

    debt: Debt
    names: tuple[str, ...]
    mine: bool
    until: datetime | None
    over: bool


def waiting(seat: Seat, people: list[Seat], lent: frozenset[int] | None = None) -> list[Waiting]:
    """What is waited for, as far as this seat may know of it: what is public, and what it owes itself; with names of `people`.

    `lent` are the seats that it acts for, where they are known already.
    """
    rules, now = absences.rules_of(seat.campaign), timezone.now()
    named = {one.pk: one.user.nickname for one in people}
    lent = standins.seats_for(seat) if lent is None else lent
    found = []
    for debt in debts(seat.campaign):
        mine = seat.pk in debt.seats or (debt.lent and not lent.isdisjoint(debt.seats))
        if debt.public or mine:
            end = until(rules, debt)
            # Whom else something hidden waits for is hidden too.
            who = debt.seats if debt.public else (seat.pk,)
            names = tuple(sorted(named[pk] for pk in who if pk in named))
            found.append(Waiting(debt, names, mine, end, bool(end and now >= end)))
    return found


@require_safe
def deadlines(request: HttpRequest, code: str) -> HttpResponse:
    return _page(request, seat_or_404(request, code))


def _page(
    request: HttpRequest,
    seat: Seat,
    absence: AbsenceForm | None = None,
    ask: StandInForm | None = None,
    word: WordForm | None = None,
) -> HttpResponse:
    with once(seat.campaign):
        return _drawn(request, seat, absence, ask, word)


def _drawn(
    request: HttpRequest, seat: Seat, absence: AbsenceForm | None, ask: StandInForm | None, word: WordForm | None
) -> HttpResponse:
    people = present(seat.campaign)
    day = absences.today(seat.campaign)
    rows = list(standins.standing(seat.campaign))
    concerned = [row for row in rows if row.acts or seat.role == Role.GM or seat.pk in (row.who_id, row.absent_id)]
    context: dict[str, Any] = {
        "seat": seat,
        "place": "war",
        "rules": absences.rules_of(seat.campaign),
        "waiting": waiting(seat, people, standins.acts_in(rows, seat)),
        "absences": list(absences.upcoming(people, day)),
        "absence": absence or AbsenceForm(today=day, initial={"start": day, "end": day}),
        "stand_ins": concerned,
        "ask": ask or _ask_form(seat, people, None),
        "word": word or _word_form(seat, None),
        "today": day,
    }
    return page(request, "reminders/deadlines.html", context, *(form for form in (absence, ask, word) if form))


def _word_form(seat: Seat, data: Any) -> WordForm | None:
    """Only players are asked for a word that somebody waits for."""
    return WordForm(data, seat) if seat.role == Role.PLAYER else None


@require_POST
def word(request: HttpRequest, code: str) -> HttpResponse:
    """Lay a word by, or take it back."""
    seat = seat_or_404(request, code, frozenset({Role.PLAYER}))
    form = WordForm(request.POST, seat)
    if not form.is_valid():
        return _page(request, seat, word=form)
    form.write()
    messages.success(request, _("Saved."))
    return redirect("deadlines", code)


def _ask_form(seat: Seat, people: list[Seat], data: Any) -> StandInForm | None:
    """The form that asks for a stand-in; None for who has nobody to ask, or to ask for."""
    players = [one for one in people if one.role == Role.PLAYER]
    absent = players if seat.role == Role.GM else [one for one in players if one.pk == seat.pk]
    who = [one for one in people if one.role in standins.PLAYS and (seat.role == Role.GM or one.pk != seat.pk)]
    return StandInForm(data, who=who, absent=absent) if absent and who else None


@require_POST
def absence_new(request: HttpRequest, code: str) -> HttpResponse:
    seat = seat_or_404(request, code)
    form = AbsenceForm(request.POST, today=absences.today(seat.campaign))
    if not form.is_valid():
        return _page(request, seat, absence=form)
    kept = absences.note(seat, form.cleaned_data["start"], form.cleaned_data["end"], form.cleaned_data["note"])
    if kept is None:
        form.add_error(None, _("There are enough notes. Take one away first."))
        return _page(request, seat, absence=form)
    messages.success(request, _("Everybody at the table reads it."))
    return redirect("deadlines", code)


@require_POST
def absence_end(request: HttpRequest, code: str, absence: int) -> HttpResponse:
    """Take a note away: one's own, or, as the GM, anybody's."""
    seat = seat_or_404(request, code)
    notes = Absence.objects.filter(seat__campaign=seat.campaign)
    found = get_object_or_404(notes if seat.role == Role.GM else notes.filter(seat=seat), pk=absence)
    found.delete()
    return redirect("deadlines", code)


@require_POST
def stand_in_ask(request: HttpRequest, code: str) -> HttpResponse:
    """A player asks somebody to act for him; the GM asks for anybody."""
    seat = seat_or_404(request, code, frozenset({Role.GM, Role.PLAYER}))
    form = _ask_form(seat, present(seat.campaign), request.POST)
    if form is None:
        raise Http404
    if form.is_valid():
        absent = form.cleaned_data["absent"] if seat.role == Role.GM else seat
        made = standins.ask(absent, form.cleaned_data["who"], seat) if absent else standins.Refused.NOT_A_PLAYER
        if not isinstance(made, standins.Refused):
            messages.success(request, _("Asked. The hand is open to the stand-in once everybody has said yes."))
            return redirect("deadlines", code)
        form.add_error("who", REFUSED[made])
    return _page(request, seat, ask=form)


ANSWERS = {"accept": standins.accept, "agree": standins.agree, "end": standins.end}


@require_POST
def stand_in_answer(request: HttpRequest, code: str, stand_in: int) -> HttpResponse:
    """Say yes, agree, or end it (which is also how one says no)."""
    seat = seat_or_404(request, code)
    row = standins.standing(seat.campaign).filter(pk=stand_in).first()
    answer = ANSWERS.get(request.POST.get("do", ""))
    concerned = row is not None and (seat.role == Role.GM or seat.pk in (row.who_id, row.absent_id))
    if row is None or answer is None or not concerned:
        raise Http404
    if refused := answer(row, seat):
        messages.error(request, REFUSED[refused])
    return redirect("deadlines", code)
