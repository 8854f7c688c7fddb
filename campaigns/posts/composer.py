"""What somebody may put together in a thread: the kinds, voices and readers that are open to him, and the form they make."""

from collections.abc import Iterator
from typing import Any, override

import msgspec
from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from campaigns import names
from campaigns.arrivals import new_arrival
from campaigns.models import Audience, Draft, Post, PostKind, Role, Seat, Thread, ThreadReader
from campaigns.posts.markup import tidy
from campaigns.posts.readable import code_in, readable
from campaigns.posts.voices import Side, Voice, sides_of, voices_of
from campaigns.posts.writing import LONGEST, TABLE_KINDS, Words

CHAIN = (PostKind.ANSWER, PostKind.FOLLOW_UP)
UNCHOSEN = (*CHAIN, PostKind.LAPSE)
"""What nobody begins a post with."""
FREE_NAME = "-"
"""The voice of who runs the table under a name he writes."""


class Offer(msgspec.Struct, frozen=True):
    """What is open to a seat in a thread. `people` are the seats that can be written to by name, without the writer.

    `speaks` is the character that a player goes on speaking as.
    """

    kinds: tuple[str, ...]
    voices: tuple[Voice, ...]
    sides: tuple[Side, ...]
    people: tuple[Seat, ...]
    free_name: bool
    to: Post | None = None
    speaks: str = ""


def offer(thread: Thread, seat: Seat, to: Post | None = None) -> Offer:
    """At most five queries."""
    table, voices = seat.runs_table, tuple(voices_of(seat))
    kinds = [kind for kind in PostKind if kind not in UNCHOSEN and (table or kind not in TABLE_KINDS)]
    if to is not None:
        kinds = [PostKind.ANSWER if table and to.owner_id != seat.pk else PostKind.FOLLOW_UP]
    return Offer(
        kinds=tuple(kinds),
        voices=voices,
        sides=tuple(sides_of(seat)) if thread.audience == Audience.ALL else (),
        people=tuple(_people(thread, seat)),
        free_name=table,
        to=to,
        speaks="" if table else _spoke_last(seat, [voice.character for voice in voices]),
    )


def _spoke_last(seat: Seat, characters: list[str]) -> str:
    """Whom somebody spoke as last, as long as he plays several: a query only where there is a choice."""
    if len(characters) < 2:
        return next(iter(characters), "")
    spoken = Post.objects.filter(campaign=seat.campaign_id, seat=seat, character__in=characters)
    return spoken.order_by("-at", "-id").values_list("character", flat=True).first() or characters[0]


def _people(thread: Thread, seat: Seat) -> Iterator[Seat]:
    """Who reads the thread and does not read everything anyway."""
    present = thread.campaign.seats.filter(removed_at=None).exclude(pk=seat.pk).select_related("user")
    if thread.audience != Audience.ALL:
        present = present.filter(pk__in=ThreadReader.objects.filter(thread=thread).values("seat"))
    return (other for other in present.order_by("at", "pk") if not other.runs_table)


def answerable(thread: Thread, seat: Seat, code: str) -> Post | None:
    """The declaration that `code`, or what belongs to it, is about, if this seat may answer it or go on with it."""
    found = readable(seat).select_related("to", "seat__user").filter(thread=thread, code=code_in(code)).first()
    root = found.to or found if found else None
    may = root is not None and root.kind == PostKind.DECLARATION and (seat.runs_table or root.owner_id == seat.pk)
    return root if may else None


class LinesField(forms.CharField):
    """Text in which a line break counts once, as in the browser; without a script each is sent as two characters."""

    @override
    def to_python(self, value: Any) -> str:
        return str(super().to_python(value)).replace("\r\n", "\n")


class PostForm(forms.Form):
    """A post. Everything but the text has an answer already."""

    arrival = forms.CharField(max_length=40, widget=forms.HiddenInput)
    over = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)
    to = forms.CharField(max_length=20, required=False, widget=forms.HiddenInput)
    kind = forms.ChoiceField(label=_("Kind of post"))
    voice = forms.ChoiceField(label=_("Speaks"), required=False)
    name = forms.CharField(label=_("Under the name"), max_length=80, required=False)
    audience = forms.ChoiceField(label=_("For"), required=False)
    readers = forms.MultipleChoiceField(label=_("To whom"), required=False, widget=forms.CheckboxSelectMultiple)
    sealed = forms.BooleanField(label=_("Sealed until the GM opens it"), required=False)
    asks = forms.MultipleChoiceField(label=_("Waits for"), required=False, widget=forms.CheckboxSelectMultiple)
    text = LinesField(label=_("Text"), strip=False, max_length=LONGEST, widget=forms.Textarea)

    def __init__(self, data: QueryDict | None, offered: Offer, draft: Draft | None = None, *, asked: bool = False):
        first = {"arrival": new_arrival(), "kind": offered.kinds[0], "audience": Audience.ALL}
        if asked and offered.to is None:
            first["kind"] = PostKind.DECLARATION
        if offered.speaks:
            first["voice"] = offered.speaks
        if offered.free_name and offered.to is None:
            first["kind"] = PostKind.NARRATION
        kept = {**draft.fields, "arrival": new_arrival(), "over": draft.mark} if draft else {}
        super().__init__(data, initial={**first, **kept, "to": offered.to.code if offered.to else ""})
        self.offered = offered
        self._choices()

    def _choices(self) -> None:
        offered = self.offered
        people = [(seat.user.nickname, seat.user.nickname) for seat in offered.people]
        players = [seat.user.nickname for seat in offered.people if seat.role == Role.PLAYER]
        self._offer("kind", [(kind, PostKind(kind).label) for kind in offered.kinds])
        self._offer("voice", [("", _("as myself")), *((one.character, one.name) for one in offered.voices)])
        if offered.free_name:
            self._offer("voice", [*self._offered("voice"), (FREE_NAME, _("under another name"))])
        sides = [(f"side:{side.key}", side.name) for side in offered.sides]
        table = _("the assistants only") if offered.free_name else _("the GM only")
        named = [(Audience.NAMED, _("named people"))] if people else []
        self._offer("audience", [(Audience.ALL, _("everybody")), *sides, *named, ("table", table)])
        self._offer("readers", people)
        self._offer("asks", [(name, name) for name in players] if offered.free_name else [])

    def _offer(self, field: str, choices: list[Any]) -> None:
        self.fields[field].choices = choices  # type: ignore[attr-defined]

    def _offered(self, field: str) -> list[Any]:
        return list(self.fields[field].choices)  # type: ignore[attr-defined]

    def clean_text(self) -> str:
        written: str = self.cleaned_data["text"]
        return tidy(written)

    def clean_name(self) -> str:
        return names.tidy(self.cleaned_data["name"])

    def clean(self) -> None:
        said = self.cleaned_data
        if said.get("voice") == FREE_NAME and (not said.get("name") or names.fault(said["name"])):
            self.add_error("name", forms.ValidationError(_("Write a name."), code="name"))
        if said.get("audience") == Audience.NAMED and not said.get("readers") and self.offered.to is None:
            self.add_error("readers", forms.ValidationError(_("Choose whom it is for."), code="nobody"))

    def words(self) -> Words:
        """What was put together, checked."""
        said = self.cleaned_data
        character, voice = self._voice(said["voice"], said["name"])
        audience, side, readers = self._readers(said["audience"] or Audience.ALL, set(said["readers"]))
        return Words(
            kind=said["kind"],
            text=said["text"],
            voice=voice,
            character=character,
            audience=audience,
            side=side,
            readers=readers,
            sealed=said["sealed"],
            to=self.offered.to,
            asks=self._seats(set(said["asks"])),
        )

    def _voice(self, said: str, name: str) -> tuple[str, str]:
        if said == FREE_NAME:
            return "", name
        found = next((voice for voice in self.offered.voices if voice.character == said), None)
        # Beside the game everybody is himself.
        return ("", "") if found is None or self.cleaned_data["kind"] == "ooc" else (found.character, found.name)

    def _readers(self, said: str, named: set[str]) -> tuple[str, str, frozenset[int]]:
        if said == Audience.NAMED:
            return Audience.NAMED, "", self._seats(named)
        if said == "table":
            return Audience.NAMED, "", frozenset()
        side = next((one for one in self.offered.sides if f"side:{one.key}" == said), None)
        return (Audience.SIDE, side.name, side.seats) if side else (Audience.ALL, "", frozenset())

    def _seats(self, nicknames: set[str]) -> frozenset[int]:
        return frozenset(seat.pk for seat in self.offered.people if seat.user.nickname in nicknames)
