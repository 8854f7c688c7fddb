"""What people write about themselves and their war, checked where it comes in."""

from typing import Any

from django import forms
from django.contrib.auth import password_validation
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from campaigns import names
from campaigns.models import Campaign, User
from campaigns.seats import Refused

REFUSED = {
    Refused.NICKNAME_TAKEN: _("Somebody at this table has that name already. Choose another one."),
    Refused.GM_STAYS: _("The GM keeps his seat. Hand the office over first."),
    Refused.NO_SIGN_IN: _("A GM needs a sign-in name and a password. They are set on the account page."),
    Refused.LINK_OVER: _("This link has been used or has run out. Ask the GM for a new one."),
}

BUDGETS = {"stats": 15, "skills": 10, "skill_count": 4, "phantasms": 30, "phantasm_count": 3, "master": None}
"""The points of a sheet as they are where a campaign says nothing else; None is without limit."""


class NameField(forms.CharField):
    """A name that people read: in one spelling, and nothing in it that cannot be seen."""

    default_error_messages = {
        names.Fault.EMPTY: _("Write a name."),
        names.Fault.UNSEEN: _("There is something in this name that cannot be seen. Type it anew."),
        names.Fault.PILED: _("There are too many marks on one letter."),
        "required": _("Write a name."),
    }

    def to_python(self, value: object) -> str:
        return names.tidy(super().to_python(value) or "")

    def validate(self, value: str) -> None:
        super().validate(value)
        if fault := names.fault(value):
            raise forms.ValidationError(self.error_messages[fault], code=fault)


def secret(autocomplete: str) -> forms.CharField:
    return forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": autocomplete}),
        error_messages={"required": _("Write a password.")},
    )


def sign_in_name() -> NameField:
    return NameField(label=_("Name"), max_length=40, widget=forms.TextInput(attrs={"autocomplete": "username"}))


class SignIn(forms.Form):
    # not a NameField: what cannot be a name is simply nobody's
    name = forms.CharField(label=_("Name"), max_length=200, widget=forms.TextInput(attrs={"autocomplete": "username"}))
    password = secret("current-password")

    def clean_name(self) -> str:
        return names.tidy(self.cleaned_data["name"])


class SignUp(forms.Form):
    """A name and a password: for a new person, or for `user`, who had none."""

    name = sign_in_name()
    password = secret("new-password")

    def __init__(self, *args: Any, user: User | None = None, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.user = user or User()
        self.fields["password"].help_text = _("Eight characters and more.")

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if User.objects.filter(name_key=names.fold(name)).exists():
            raise forms.ValidationError(_("This name is taken. Choose another one."), code="taken")
        return name

    def clean(self) -> None:
        self.user.name = self.cleaned_data.get("name")
        self.user.nickname = self.user.nickname or self.user.name or ""
        _check_password(self, self.user)


class NewPassword(forms.Form):
    """Another password, from somebody who knows the one he has."""

    current = secret("current-password")
    password = secret("new-password")

    def __init__(self, *args: Any, user: User, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.user = user
        self.fields["current"].label = _("Password until now")
        self.fields["password"].label = _("New password")
        self.fields["password"].help_text = _("Eight characters and more.")

    def clean_current(self) -> str:
        current: str = self.cleaned_data["current"]
        if not self.user.check_password(current):
            raise forms.ValidationError(_("This is not your password until now."), code="wrong")
        return current

    def clean(self) -> None:
        _check_password(self, self.user)


class Nickname(forms.Form):
    nickname = NameField(
        label=_("Your name at the table"), max_length=40, widget=forms.TextInput(attrs={"autocomplete": "nickname"})
    )


class Arrival(forms.Form):
    """Lets somebody in. `arrival` makes a double tap one arrival."""

    arrival = forms.CharField(max_length=40, widget=forms.HiddenInput)


class Sit(Nickname, Arrival):
    """Takes a seat under a nickname."""


class NewCampaign(forms.Form):
    name = NameField(label=_("Name of the war"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off"}))


class CampaignSettings(forms.Form):
    """What the GM decides for the whole war. A budget left empty is without limit."""

    name = NameField(label=_("Name of the war"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    gm_sees_sealed = forms.BooleanField(label=_("The GM may look at sealed cards"), required=False)
    stats = forms.IntegerField(label=_("Points for ranks"), min_value=0, max_value=999, required=False)
    skills = forms.IntegerField(label=_("Points for skills"), min_value=0, max_value=999, required=False)
    skill_count = forms.IntegerField(label=_("Number of skills"), min_value=0, max_value=99, required=False)
    phantasms = forms.IntegerField(label=_("Points for Noble Phantasms"), min_value=0, max_value=999, required=False)
    phantasm_count = forms.IntegerField(label=_("Number of Noble Phantasms"), min_value=0, max_value=99, required=False)
    master = forms.IntegerField(label=_("Points of a Master"), min_value=0, max_value=999, required=False)

    def __init__(self, data: QueryDict | None, campaign: Campaign):
        kept = {"name": campaign.name, "gm_sees_sealed": campaign.gm_sees_sealed, **BUDGETS, **campaign.budgets}
        super().__init__(data, initial=kept)

    def write(self, campaign: Campaign) -> None:
        written = self.cleaned_data
        campaign.name, campaign.gm_sees_sealed = written["name"], written["gm_sees_sealed"]
        campaign.budgets = {**campaign.budgets, **{what: written[what] for what in BUDGETS}}
        campaign.save(update_fields=["name", "gm_sees_sealed", "budgets"])


def _check_password(form: forms.Form, user: User) -> None:
    """Say what is wrong with a new password at its own field."""
    if password := form.cleaned_data.get("password"):
        try:
            password_validation.validate_password(password, user)
        except forms.ValidationError as weak:
            form.add_error("password", weak)
