"""What people say about their time, checked where it comes in."""

import re
from datetime import date, timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from campaigns import names
from campaigns.models import Deadlines, MailAddress, NoAnswer, Seat, Unanswered, WordLaidBy
from campaigns.posts.markup import tidy
from campaigns.posts.rolls import called
from campaigns.posts.voices import voices_of
from campaigns.reminders import outside
from campaigns.reminders.clock import zones

LONGEST_ABSENCE = timedelta(days=366)
MOST_HOURS = 24 * 30
KEPT = ("hours", "quiet_from", "quiet_to", "zone", "no_answer", "unanswered", "language")
"""What stands in the form of the deadlines as it is."""
LONGEST_WORD = 2000
REMINDERS = 4
"""So many reminders before one deadline at most."""


class Day(forms.DateField):
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class AbsenceForm(forms.Form):
    """Away from one day to another."""

    start = Day(label=_("From"))
    end = Day(label=_("To"))
    note = forms.CharField(label=_("Note"), max_length=120, required=False)

    def __init__(self, *args: Any, today: date, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.today = today

    def clean_note(self) -> str:
        note = names.tidy(self.cleaned_data["note"])
        if note and names.fault(note) not in (None, names.Fault.EMPTY):
            raise forms.ValidationError(_("There is something in this text that cannot be seen. Type it anew."))
        return note

    def clean(self) -> None:
        start, end = self.cleaned_data.get("start"), self.cleaned_data.get("end")
        if start is None or end is None:
            return
        if end < start:
            self.add_error("end", forms.ValidationError(_("The last day lies before the first.")))
        elif end < self.today:
            self.add_error("end", forms.ValidationError(_("These days are over.")))
        elif end - start > LONGEST_ABSENCE or start - self.today > LONGEST_ABSENCE:
            self.add_error("end", forms.ValidationError(_("A year at most.")))


class SeatField(forms.ChoiceField):
    """One of the people whom `offer` names; nobody, where it may stay empty."""

    def offer(self, seats: list[Seat]) -> None:
        self.seats = {str(seat.pk): seat for seat in sorted(seats, key=lambda seat: seat.pk)}
        self.choices = [(pk, seat.user.nickname) for pk, seat in self.seats.items()]

    def clean(self, value: Any) -> Seat | None:
        return self.seats.get(super().clean(value))


class StandInForm(forms.Form):
    """Who is to act for whom; the GM says both, a player only the first."""

    who = SeatField(label=_("Who acts"))
    absent = SeatField(label=_("For whom"), required=False)

    def __init__(self, *args: Any, who: list[Seat], absent: list[Seat], **kwargs: Any):
        super().__init__(*args, **kwargs)
        for name, seats in (("who", who), ("absent", absent)):
            field = self.fields[name]
            assert isinstance(field, SeatField)
            field.offer(seats)


class WordForm(forms.Form):
    """What somebody says when his time is over and he has said nothing; left empty it says nothing."""

    text = forms.CharField(
        label=_("The word laid by"), max_length=LONGEST_WORD, required=False, widget=forms.Textarea(attrs={"rows": 4})
    )
    character = forms.ChoiceField(label=_("Speaks"), required=False)
    sealed = forms.BooleanField(label=_("Sealed until the GM opens it"), required=False)

    def __init__(self, data: Any, seat: Seat):
        self.seat = seat
        kept = WordLaidBy.objects.filter(seat=seat).first()
        first = {name: getattr(kept, name) for name in ("text", "character", "sealed")} if kept else {}
        super().__init__(data, initial=first, prefix="word")
        spoken = [("", _("as myself")), *((one.character, one.name) for one in voices_of(seat))]
        self.fields["character"].choices = spoken  # type: ignore[attr-defined]

    def clean_text(self) -> str:
        said: str = tidy(self.cleaned_data["text"])
        if faults := called(said).faults:
            said_there = {"line": faults[0].said}
            raise forms.ValidationError(_("These dice cannot be rolled: %(line)s"), code="dice", params=said_there)
        return said

    def write(self) -> None:
        said = self.cleaned_data
        if said["text"]:
            WordLaidBy.objects.update_or_create(seat=self.seat, defaults=said)
        else:
            WordLaidBy.objects.filter(seat=self.seat).delete()


class DeadlinesForm(forms.Form):
    """What the GM decides about time. The address of the webhook is never shown again; left empty it stays."""

    hours = forms.IntegerField(label=_("Hours for an answer"), min_value=1, max_value=MOST_HOURS, required=False)
    before = forms.CharField(label=_("Remind, hours before"), max_length=40, required=False)
    quiet_from = forms.TimeField(
        label=_("Quiet from"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    quiet_to = forms.TimeField(
        label=_("Quiet until"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    zone = forms.ChoiceField(label=_("Time zone"), choices=lambda: [(zone, zone) for zone in zones()])
    no_answer = forms.ChoiceField(label=_("When a plan has not come in time"), choices=NoAnswer.choices)
    unanswered = forms.ChoiceField(label=_("When a word in a thread has not come in time"), choices=Unanswered.choices)
    discord = forms.CharField(
        label=_("Discord webhook"),
        max_length=300,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "url", "spellcheck": "false"}),
    )
    discord_off = forms.BooleanField(label=_("Take the webhook away"), required=False)
    language = forms.ChoiceField(label=_("Language of the channel"), choices=settings.LANGUAGES)

    def __init__(self, data: Any, rules: Deadlines):
        kept = {name: getattr(rules, name) for name in KEPT}
        super().__init__(data, initial={**kept, "before": ", ".join(map(str, rules.before))})

    def clean_before(self) -> list[int]:
        written = self.cleaned_data["before"]
        found = re.findall(r"[0-9]+", written)
        fit = all(len(one) < 5 and 1 <= int(one) <= MOST_HOURS for one in found)
        if not fit or re.search(r"[^0-9 ,、·.]", written):
            raise forms.ValidationError(_("Whole hours, with commas between them: 12, 2"))
        hours = sorted({int(one) for one in found}, reverse=True)
        if len(hours) > REMINDERS:
            most = ngettext_lazy("At most %(most)s reminder.", "At most %(most)s reminders.", REMINDERS)
            raise forms.ValidationError(most % {"most": REMINDERS})
        return hours

    def clean_discord(self) -> str:
        given = self.cleaned_data["discord"].strip()
        address = outside.webhook(given)
        if given and address is None:
            raise forms.ValidationError(
                _("This is not the address of a Discord webhook (https://discord.com/api/webhooks/…).")
            )
        return address or ""

    def clean(self) -> None:
        if (self.cleaned_data.get("quiet_from") is None) != (self.cleaned_data.get("quiet_to") is None):
            missing = "quiet_to" if self.cleaned_data.get("quiet_to") is None else "quiet_from"
            if missing not in self.errors:
                self.add_error(missing, forms.ValidationError(_("Say both ends of the quiet hours, or neither.")))

    def write(self, rules: Deadlines, origin: str) -> None:
        written = self.cleaned_data
        for name in ("before", *KEPT):
            setattr(rules, name, written[name])
        rules.discord = "" if written["discord_off"] else written["discord"] or rules.discord
        rules.origin = origin
        rules.save()


class MailForm(forms.Form):
    address = forms.EmailField(
        label=_("E-mail"), max_length=200, widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )

    def __init__(self, data: Any, kept: MailAddress | None):
        super().__init__(data, initial={"address": kept.address if kept else ""})
