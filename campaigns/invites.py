"""Invitations: one link a role that seats everybody who has it, until it ends or is renewed."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from campaigns.models import Campaign, Invite, Role

LIFE = timedelta(days=30)
INVITED = (Role.PLAYER, Role.SPECTATOR)
"""The roles a link may give. Who runs the table is made so by the GM, at the table."""


def open_invites(campaign: Campaign) -> list[Invite]:
    """The invite of each role, in the order of INVITED; one that has ended is among them until it is renewed."""
    kept = {invite.role: invite for invite in campaign.invites.filter(revoked_at=None)}
    return [kept[role] for role in INVITED if role in kept]


def renew(campaign: Campaign, role: str) -> Invite:
    """A new link for `role`; the old one is dead from here on."""
    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=campaign.pk)
        now = timezone.now()
        campaign.invites.filter(role=role, revoked_at=None).update(revoked_at=now)
        return campaign.invites.create(role=role, ends_at=now + LIFE)


def renew_all(campaign: Campaign) -> None:
    for role in INVITED:
        renew(campaign, role)
