"""What is asked of who runs the table: points to give, facts to write, how a war learns."""

from typing import Any

import msgspec
from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign
from characters.knowledge.facts import grade_of, places
from characters.knowledge.giving import MOST, Knower
from characters.knowledge.rules import Rules
from characters.knowledge.screen import knowers
from characters.models import GRADES, Character, Fact, KnowledgeKind
from characters.sheet import Sheet


class KnowerField(forms.ChoiceField):
    """Who learns; cleaned to a Knower."""

    def __init__(self, **more: Any):
        super().__init__(label=_("Who learns"), **more)
        self.knowers: dict[str, tuple[str, Knower]] = {}

    def offer(self, campaign: Campaign) -> None:
        self.knowers = knowers(campaign)
        self.choices = [(word, _named(word, name)) for word, (name, _) in self.knowers.items()]

    def clean(self, value: Any) -> Knower:
        return self.knowers[super().clean(value)][1]


def _named(word: str, name: str) -> str:
    if word == "all":
        return gettext("Everybody")
    return gettext("%(name)s and Master") % {"name": name} if word.startswith("pair") else name


class Reason(forms.CharField):
    def __init__(self, **more: Any):
        super().__init__(label=_("Reason"), max_length=200, **more)


class GiveForm(forms.Form):
    knower = KnowerField()
    about = forms.ChoiceField(label=_("About whom"))
    kind = forms.ChoiceField(label=_("How"), choices=KnowledgeKind.choices)
    amount = forms.IntegerField(label=_("Points"), min_value=-MOST, max_value=MOST, initial=1)
    reason = Reason()

    def __init__(self, data: QueryDict | None, campaign: Campaign, about: Character | None = None):
        super().__init__(data, initial={"about": about.code if about else None}, auto_id="give_%s")
        self.characters = {character.code: character for character in campaign.characters.order_by("pk")}
        self.fields["knower"].offer(campaign)  # type: ignore[attr-defined]
        self.fields["about"].choices = [(code, one.name) for code, one in self.characters.items()]  # type: ignore[attr-defined]

    def clean_amount(self) -> int:
        amount: int = self.cleaned_data["amount"]
        if not amount:
            raise forms.ValidationError(_("Give or take at least one point."))
        return amount


class OpenForm(forms.Form):
    """A fact to be known at once."""

    knower = KnowerField()
    reason = Reason(required=False)

    def __init__(self, data: QueryDict | None, campaign: Campaign):
        super().__init__(data, auto_id="open_%s")
        self.fields["knower"].offer(campaign)  # type: ignore[attr-defined]


class FactForm(forms.Form):
    """A fact: in words, or what stands at a place of the sheet."""

    opens = forms.ChoiceField(label=_("Opens on the sheet"), required=False)
    grade = forms.TypedChoiceField(label=_("Grade"), coerce=int, choices=[(grade, str(grade)) for grade in GRADES])
    title = forms.CharField(label=_("What it is"), max_length=80, required=False)
    text = forms.CharField(
        label=_("What one learns"), max_length=4000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )

    def __init__(self, data: QueryDict | None, character: Character, sheet: Sheet, fact: Fact | None = None):
        known = fact or Fact(grade=grade_of(""))
        said = {field: getattr(known, field) for field in ("opens", "grade", "title", "text")}
        super().__init__(data, initial=said, auto_id="fact_%s")
        self.others = character.facts.filter(removed_at=None).exclude(pk=known.pk)
        offered = [("", _("Nothing: a fact in words")), *places(sheet).items()]
        self.fields["opens"].choices = offered  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        said: dict[str, Any] = super().clean() or {}
        opens = said.get("opens", "")
        if not opens and not (said.get("text") and said.get("title")):
            raise forms.ValidationError(_("Say what the fact is, or which place of the sheet it opens."))
        if opens and self.others.filter(opens=opens).exists():
            self.add_error("opens", _("There is a fact about this place already."))
        return said


class RulesForm(forms.Form):
    """How a war learns."""

    pairs = forms.BooleanField(label=_("A Servant and his Master learn together"), required=False)
    fights = forms.BooleanField(label=_("Fights give points by themselves"), required=False)
    alike = forms.BooleanField(label=_("Servants learn of Servants, Masters of Masters"), required=False)
    judgements = forms.IntegerField(label=_("Judgements that make a battle"), min_value=1, max_value=99)
    phantasm = forms.IntegerField(label=_("Points for a Noble Phantasm seen"), min_value=0, max_value=99)

    def __init__(self, data: QueryDict | None, rules: Rules):
        said = msgspec.structs.asdict(rules)
        initial = {**said, **{f"needs_{grade}": points for grade, points in zip(GRADES, rules.needs, strict=True)}}
        super().__init__(data, initial=initial)
        for grade in GRADES:
            label = gettext("Grade %(grade)s from") % {"grade": grade}
            self.fields[f"needs_{grade}"] = forms.IntegerField(label=label, min_value=0, max_value=999)
        for kind in KnowledgeKind:
            self.fields[kind.value] = forms.IntegerField(label=kind.label, min_value=0, max_value=5)

    @property
    def needed(self) -> list[forms.BoundField]:
        return [self[f"needs_{grade}"] for grade in GRADES]

    @property
    def reaches(self) -> list[forms.BoundField]:
        return [self[kind.value] for kind in KnowledgeKind]

    @property
    def rules(self) -> Rules:
        said = dict(self.cleaned_data)
        needs = tuple(said.pop(f"needs_{grade}") for grade in GRADES)
        return msgspec.convert({**said, "needs": needs}, Rules)
