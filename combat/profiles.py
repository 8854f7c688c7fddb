"""House rules under a name (규칙 묶음), a person's own: kept from one war, picked for another.

A war that picks one gets a copy, and a fight freezes the copy's copy, so changing or dropping a profile changes neither.
"""

import msgspec

from campaigns.models import Campaign, User
from combat import house_rules
from combat.house_rules import Deviation
from combat.models import RuleProfile
from tabletop.game import Illegal

NAME = 60
"""As long as a name may be."""


class Profile(msgspec.Struct, frozen=True):
    """A profile in words: what differs from the defaults; `holds`: the war has exactly these rules now."""

    pk: int
    name: str
    deviations: tuple[Deviation, ...]
    holds: bool


def profiles(person: User, campaign: Campaign) -> list[Profile]:
    """The person's own profiles by name. What the rules would refuse today is left out."""
    kept = RuleProfile.objects.filter(owner=person).order_by("name")
    return [told for profile in kept if (told := _told(profile, campaign))]


def keep(person: User, campaign: Campaign, name: str) -> RuleProfile | Illegal:
    """Keep the rules of the war as they stand under `name`, in place of an earlier profile of that name."""
    name = " ".join(name.replace("\0", "").split())[:NAME]
    if not name:
        return Illegal("reason_missing", "format", "name")
    rules = house_rules.stored(house_rules.of(campaign))
    profile, _ = RuleProfile.objects.update_or_create(owner=person, name=name, defaults={"rules": rules})
    return profile


def pick(person: User, campaign: Campaign, pk: int) -> bool:
    """Let a copy of the person's profile hold in the war; whether there was one."""
    profile = RuleProfile.objects.filter(owner=person, pk=pk).first()
    settings = house_rules.read(profile.rules) if profile else None
    if settings is None or isinstance(settings, Illegal):
        return False
    campaign.rules = house_rules.stored(settings)
    campaign.save(update_fields=["rules"])
    return True


def drop(person: User, pk: int) -> bool:
    """Forget a profile; whether there was one."""
    return bool(RuleProfile.objects.filter(owner=person, pk=pk).delete()[0])


def _told(profile: RuleProfile, campaign: Campaign) -> Profile | None:
    settings = house_rules.read(profile.rules)
    if isinstance(settings, Illegal):
        return None
    holds = settings == house_rules.of(campaign)
    return Profile(profile.pk, profile.name, house_rules.deviations(settings), holds)
