"""What people write in the ledger and about rest, checked where it comes in."""

from typing import Any

from django import forms
from django.db import transaction
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from campaigns.arrivals import named
from campaigns.forms import NameField
from campaigns.models import Area, Campaign, Role, Seat
from campaigns.scenes.forms import Words
from characters.ledger.accounts import ON_SHEET, USE
from characters.ledger.house import GRADES, Amount, House
from characters.ledger.words import account_name
from characters.models import Alliance, Base, Character, Kind, Recovery, Term
from characters.sheet import Sheet
from characters.visibility import groups

MOST = 9999
POINTS = (("hp", _("HP")), ("mp", _("MP")))


def points(label: Any, *, low: int = 0, required: bool = False) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=low, max_value=MOST, required=required)


class EntryForm(forms.Form):
    """One change of one account, by who runs the table."""

    account = forms.ChoiceField(label=_("What changes"))
    amount = forms.IntegerField(label=_("How much, 3 or -3"), min_value=-MOST, max_value=MOST)
    reason = Words(label=_("Why"), max_length=200)

    def __init__(self, data: QueryDict | None, sheet: Sheet):
        super().__init__(data)
        own = [(key, account_name(key)) for key in (*ON_SHEET[sheet.kind], "gone")]
        uses = [
            (f"{USE}{entry.id}", account_name(USE, entry.name)) for each in groups(sheet).values() for entry in each
        ]
        self.fields["account"].choices = own + uses  # type: ignore[attr-defined]

    def clean_amount(self) -> int:
        amount: int = self.cleaned_data["amount"]
        if not amount:
            raise forms.ValidationError(_("Write by how much: 3, or -3."), code="nothing")
        return amount


class RecoverForm(forms.Form):
    """What somebody declares of how a character recovers."""

    kind = forms.ChoiceField(label=_("How"), widget=forms.RadioSelect)
    base = forms.ChoiceField(label=_("Where"), required=False)
    to = forms.ChoiceField(label=_("Turn points into"), choices=[("", _("turn nothing")), *POINTS], required=False)
    amount = points(_("How many points are turned"))
    gain = points(_("MP that it brought"))

    def __init__(self, data: QueryDict | None, character: Character, bases: list[Base], house: House):
        self.bases = {base.code: base for base in bases}
        kept = {"kind": "rest", "base": next(iter(self.bases), "")}
        super().__init__(data, initial=kept)
        self.fields["kind"].choices = kinds_of(character, house)  # type: ignore[attr-defined]
        places = [(code, base.area.name) for code, base in self.bases.items()]
        self.fields["base"].choices = [*places, ("", _("no base"))]  # type: ignore[attr-defined]

    def clean(self) -> None:
        said = self.cleaned_data
        if said.get("amount") and not said.get("to"):
            self.add_error("to", forms.ValidationError(_("Say into what the points are turned."), code="required"))

    @property
    def said(self) -> dict[str, Any]:
        """As `recoveries.declare` takes it."""
        said = self.cleaned_data
        turned = bool(said["to"] and said["amount"])
        return {
            "kind": said["kind"],
            "base": self.bases.get(said["base"]) if said["kind"] == "rest" else None,
            "to": said["to"] if turned else "",
            "amount": said["amount"] if turned else 0,
            "gain": (said["gain"] or 0) if said["kind"] in {"man_eating", "mana_line"} else 0,
        }


def kinds_of(character: Character, house: House) -> list[tuple[str, Any]]:
    """A Master can rest; a Servant can feed too, and change his form where the house plays with forms."""
    kinds = [Recovery.Kind.REST]
    if character.kind == Kind.SERVANT:
        kinds += [Recovery.Kind.MAN_EATING, Recovery.Kind.MANA_LINE]
        kinds += [Recovery.Kind.SPIRIT, Recovery.Kind.SOLID] if house.spirit_form else []
    return [(kind.value, kind.label) for kind in kinds]


class AnswerForm(forms.Form):
    """What who runs the table books of a declaration: the sums of HP and MP, as reckoned or otherwise."""

    hp = forms.IntegerField(label=_("HP"), min_value=-MOST, max_value=MOST, required=False)
    mp = forms.IntegerField(label=_("MP"), min_value=-MOST, max_value=MOST, required=False)
    reason = Words(label=_("Why"), max_length=200)


class JudgeForm(forms.Form):
    """The last word about a term. Who spares against the rule says why."""

    verdict = forms.ChoiceField(choices=[(v.value, v.label) for v in (Term.Verdict.LOST, Term.Verdict.SPARED)])
    reason = Words(label=_("Why"), max_length=200)
    announced = forms.BooleanField(label=_("Tell everybody"), required=False)

    def clean(self) -> None:
        said = self.cleaned_data
        if said.get("verdict") == Term.Verdict.SPARED and not said.get("reason"):
            self.add_error("reason", forms.ValidationError(_("Say why; it stands in the ledger."), code="required"))


class ReleaseForm(forms.Form):
    """Why somebody may act in spite of R-OTHER-6b."""

    why = NameField(label=_("Why he may act"), max_length=200, widget=forms.TextInput(attrs={"autocomplete": "off"}))


class RestForm(forms.Form):
    """Amounts of rest by leyline grade, and what the start of a scene gives and costs (G-20)."""

    start_percent = forms.IntegerField(
        label=_("Of his full points, a Master regains at the start of a scene (%)"), min_value=0, max_value=100
    )
    upkeep = points(_("MP a Master pays at the start of a scene for a Servant in solid form"), required=True)
    spirit_form = forms.BooleanField(label=_("Servants change between spirit form and solid form"), required=False)
    unsupplied_gain = points(_("MP a Master gets back while his Servant is in spirit form"), required=True)
    solid_cost = points(_("MP that going solid on his own account costs a Servant"), required=True)

    def __init__(self, data: QueryDict | None, house: House):
        switches = ("start_percent", "upkeep", "spirit_form", "unsupplied_gain", "solid_cost")
        kept = {name: getattr(house, name) for name in switches}
        super().__init__(data, initial=kept)
        for kind in Kind.values:
            for grade in GRADES:
                amount = getattr(house, kind).get(grade, Amount())
                for pool, label in POINTS:
                    field = forms.IntegerField(
                        label=label, min_value=0, max_value=999, required=False, initial=getattr(amount, pool)
                    )
                    self.fields[f"{kind}.{grade or 'plain'}.{pool}"] = field

    def rows(self) -> list[tuple[str, list[tuple[str, list[forms.BoundField]]]]]:
        """Kind, then grade with its two fields."""
        return [
            (
                str(Kind(kind).label),
                [(grade, [self[f"{kind}.{grade or 'plain'}.{pool}"] for pool, _ in POINTS]) for grade in GRADES],
            )
            for kind in Kind.values
        ]

    def house(self) -> House:
        said = self.cleaned_data
        amounts = {
            kind: {
                grade: Amount(*(said[f"{kind}.{grade or 'plain'}.{pool}"] for pool, _ in POINTS)) for grade in GRADES
            }
            for kind in Kind.values
        }
        plain = {
            name: said[name] for name in ("start_percent", "upkeep", "spirit_form", "unsupplied_gain", "solid_cost")
        }
        return House(master=amounts["master"], servant=amounts["servant"], **plain)


class BaseForm(forms.Form):
    """A base on the map."""

    area = forms.ChoiceField(label=_("Area"))
    character = forms.ChoiceField(label=_("Whose base"))
    hidden = forms.BooleanField(label=_("Secret base"), required=False, initial=True)
    drawn = forms.BooleanField(label=_("Draws on the leyline of the area"), required=False, initial=True)
    ruined = forms.BooleanField(label=_("Ruined"), required=False)
    known_to = forms.MultipleChoiceField(
        label=_("Who knows it besides"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, data: QueryDict | None, campaign: Campaign, base: Base | None = None):
        self.base, self.campaign = base, campaign
        self.areas = {area.code: area for area in Area.objects.filter(campaign=campaign).order_by("name")}
        self.people = {one.code: one for one in campaign.characters.order_by("pk")}
        self.seats = {str(seat.pk): seat for seat in others(campaign)}
        super().__init__(data, initial=_said(base) if base else None)
        self.fields["area"].choices = [(code, area.name) for code, area in self.areas.items()]  # type: ignore[attr-defined]
        self.fields["character"].choices = [(code, one.name) for code, one in self.people.items()]  # type: ignore[attr-defined]
        seats = [(pk, seat.user.nickname) for pk, seat in self.seats.items()]
        self.fields["known_to"].choices = seats  # type: ignore[attr-defined]

    @transaction.atomic
    def write(self, code: str = "") -> Base:
        """Sent twice with the same `code` it is one base."""
        said = self.cleaned_data
        Campaign.objects.select_for_update().get(pk=self.campaign.pk)
        base = self.base or Base.objects.filter(area__campaign=self.campaign, code=code).first() or named(Base, code)
        base.area, base.character = self.areas[said["area"]], self.people[said["character"]]
        base.hidden, base.drawn, base.ruined = said["hidden"], said["drawn"], said["ruined"]
        base.save()
        base.known_to.set([self.seats[pk] for pk in said["known_to"]])
        return base


def _said(base: Base) -> dict[str, Any]:
    return {
        "area": base.area.code,
        "character": base.character.code,
        "hidden": base.hidden,
        "drawn": base.drawn,
        "ruined": base.ruined,
        "known_to": [str(seat.pk) for seat in base.known_to.all()],
    }


def others(campaign: Campaign) -> list[Seat]:
    """Who does not run the table: what is secret is told to them by name."""
    seated = campaign.seats.filter(removed_at=None, role__in=[Role.PLAYER, Role.SPECTATOR])
    return list(seated.select_related("user").order_by("pk"))


class AllianceForm(forms.Form):
    """An alliance of two and more."""

    members = forms.MultipleChoiceField(label=_("Who"), widget=forms.CheckboxSelectMultiple)
    secret = forms.BooleanField(label=_("Only the members know"), required=False, initial=True)
    note = Words(label=_("Note"), max_length=80)

    def __init__(self, data: QueryDict | None, campaign: Campaign):
        self.campaign = campaign
        self.people = {one.code: one for one in campaign.characters.order_by("pk")}
        super().__init__(data)
        self.fields["members"].choices = [(code, one.name) for code, one in self.people.items()]  # type: ignore[attr-defined]

    def clean_members(self) -> list[Character]:
        members = [self.people[code] for code in self.cleaned_data["members"]]
        if len(members) < 2:
            raise forms.ValidationError(_("An alliance has two members at least."), code="too_few")
        return members

    @transaction.atomic
    def write(self, code: str = "") -> Alliance:
        """Sent twice with the same `code` it is one alliance."""
        said = self.cleaned_data
        Campaign.objects.select_for_update().get(pk=self.campaign.pk)
        made = Alliance.objects.filter(campaign=self.campaign, code=code).first()
        if made is None:
            made = named(Alliance, code, campaign=self.campaign, secret=said["secret"], note=said["note"])
            made.save()
            made.members.set(said["members"])
        return made
