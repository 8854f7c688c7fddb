"""The form of a thread: what it is called, where and when it plays, and who reads it."""

from functools import partial
from typing import Any

from django import forms
from django.db import transaction
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns import names
from campaigns.arrivals import digest, new_arrival
from campaigns.forms import NameField
from campaigns.models import Audience, Seat, Thread, ThreadReader
from campaigns.posts.readable import thread_readers
from campaigns.posts.telling import tell
from campaigns.posts.voices import Side, sides_of
from campaigns.scenes import eye, naming
from campaigns.search.sorting import readers_changed

KEPT = "kept"
"""The side that the thread was given to, as it was then."""


class ThreadForm(forms.Form):
    arrival = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)
    title = NameField(label=_("Title"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    place = forms.CharField(label=_("Place"), max_length=60, required=False)
    scene = forms.ChoiceField(label=_("Scene"), required=False)
    audience = forms.ChoiceField(label=_("Who reads it"))
    readers = forms.MultipleChoiceField(label=_("Read by"), required=False, widget=forms.CheckboxSelectMultiple)
    closed = forms.BooleanField(label=_("Closed: it is read, and nobody writes on"), required=False)

    def __init__(self, data: QueryDict | None, seat: Seat, thread: Thread | None = None, *, scene: str = ""):
        self.seat, self.thread, self.asked = seat, thread, scene
        self.people = [other for other in _people(seat) if not other.runs_table and other.pk != _keeper(seat, thread)]
        self.scenes = list(eye.scenes(seat))
        self.sides = sides_of(seat)
        super().__init__(data, initial=self._first())
        people = [(other.user.nickname, other.user.nickname) for other in self.people]
        self.fields["readers"].choices = people  # type: ignore[attr-defined]
        self.fields["audience"].choices = [  # type: ignore[attr-defined]
            (Audience.ALL, _("everybody at the table")),
            *([(KEPT, thread.side)] if thread is not None and thread.audience == Audience.SIDE else []),
            *((f"side:{side.key}", side.name) for side in self.sides),
            (Audience.NAMED, _("named people, and who runs the table")),
        ]
        self.fields["scene"].choices = [("", _("no scene")), *((one.code, naming.when(one)) for one in self.scenes)]  # type: ignore[attr-defined]
        if thread is None:
            del self.fields["closed"]

    def _first(self) -> dict[str, Any]:
        thread = self.thread
        if thread is None:
            known = {one.code for one in self.scenes}
            running = next((one.code for one in reversed(self.scenes) if one.is_open), "")
            now = self.asked if self.asked in known else running
            return {"arrival": new_arrival(), "audience": Audience.ALL, "scene": now}
        return {
            "title": thread.title,
            "place": thread.place,
            "scene": next((one.code for one in self.scenes if one.pk == thread.scene_id), ""),
            "audience": KEPT if thread.audience == Audience.SIDE else thread.audience,
            "readers": list(thread.readers.values_list("user__nickname", flat=True)),
            "closed": thread.closed_at is not None,
        }

    def clean_place(self) -> str:
        return names.tidy(self.cleaned_data["place"])

    def clean(self) -> None:
        """Who ticks people means them: it is not to be read by everybody because one choice was left as it stood."""
        said = self.cleaned_data
        if (
            said.get("readers")
            and "readers" in self.changed_data
            and said.get("audience") not in {None, Audience.NAMED, KEPT}
        ):
            self.add_error(
                "audience",
                _("People are ticked, but others would read it, too. Choose “named people”, or untick them."),
            )

    def begin(self) -> Thread:
        """The new thread; the one that the same form began before, if it was sent twice."""
        sent = digest(self.cleaned_data["arrival"] or new_arrival())
        with transaction.atomic():
            thread, made = Thread.objects.get_or_create(
                seat=self.seat, arrival=sent, defaults={"campaign": self.seat.campaign, **self._said()}
            )
            if made:
                self._name(thread)
        return thread

    def write(self) -> None:
        """The thread as it was set; who reads it now, and who did before, is told."""
        assert self.thread is not None
        with transaction.atomic():
            thread = Thread.objects.select_for_update().get(pk=self.thread.pk)
            told, named = thread_readers(thread), thread.title
            for field, value in self._said().items():
                setattr(thread, field, value)
            closed = self.cleaned_data["closed"]
            thread.closed_at = (thread.closed_at or timezone.now()) if closed else None
            thread.save()
            self._name(thread)
            now = thread_readers(thread)
            if (named, now) != (thread.title, told):
                readers_changed(thread, told, now)
            transaction.on_commit(partial(tell, thread.pk, sorted(told | now)))

    def _said(self) -> dict[str, Any]:
        said = self.cleaned_data
        chosen = next((one for one in self.scenes if one.code == said["scene"]), None)
        if chosen is None and self.thread and self.thread.scene_id not in {one.pk for one in self.scenes}:
            chosen = self.thread.scene  # a scene that the writer does not know of stays what it is
        told = {"title": said["title"], "place": said["place"], "scene": chosen}
        if said["audience"] == KEPT:
            return told
        side = self._side()
        return told | {"audience": Audience.SIDE if side else said["audience"], "side": side.name if side else ""}

    def _side(self) -> Side | None:
        return next((one for one in self.sides if f"side:{one.key}" == self.cleaned_data["audience"]), None)

    def _name(self, thread: Thread) -> None:
        if self.cleaned_data["audience"] == KEPT:
            return  # a side stays who it was when the thread was given to it
        ThreadReader.objects.filter(thread=thread).delete()
        if thread.audience == Audience.ALL:
            return
        side = self._side()
        named = {other.pk for other in self.people if other.user.nickname in self.cleaned_data["readers"]}
        chosen = set(side.seats) if side else named
        keeper = _keeper(self.seat, self.thread)
        ThreadReader.objects.bulk_create(
            ThreadReader(thread=thread, seat_id=pk) for pk in sorted(chosen | ({keeper} if keeper else set()))
        )


def _people(seat: Seat) -> list[Seat]:
    return list(seat.campaign.seats.filter(removed_at=None).select_related("user").order_by("at", "pk"))


def _keeper(seat: Seat, thread: Thread | None) -> int | None:
    """Who began the thread always reads it."""
    return thread.seat_id if thread is not None else seat.pk
