"""What a message says: who must act until when, in words that are public in the war. Made of a `Debt`, the deadlines and
names of people, and of nothing else, so nothing that is hidden can change a byte of it.
"""

import re
from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec
from django.template.loader import render_to_string
from django.utils import formats, translation

from campaigns.models import Campaign, Deadlines
from campaigns.reminders.owing import Debt, until

MARKDOWN = re.compile(r"([\\*_~`|>#\[\]()<@:\-])")


class Message(msgspec.Struct, frozen=True):
    """A message to one person; `path` leads to where he acts."""

    title: str
    body: str
    path: str


def personal(campaign: Campaign, rules: Deadlines, debt: Debt, moment: str, names: list[str], language: str) -> Message:
    """To somebody who owes it or acts for who does; at the moment "over", with names, to who runs the table."""
    with translation.override(language):
        body = _drawn("personal", campaign, rules, debt, moment, names)
    return Message(campaign.name, body, debt.path if debt.public else f"/c/{campaign.code}/")


def channel(campaign: Campaign, rules: Deadlines, debt: Debt, moment: str, names: list[str]) -> str:
    """To the Discord channel, in its language: exactly these characters."""
    safe = msgspec.structs.replace(debt, title=escaped(debt.title))
    war = Campaign(name=escaped(campaign.name), code=campaign.code)
    with translation.override(rules.language):
        text = _drawn("channel", war, rules, safe, moment, [escaped(name) for name in names])
    return text[:1900]


def escaped(text: str) -> str:
    """Without power in Discord: no formatting, no link, no mention."""
    return MARKDOWN.sub(r"\\\1", " ".join(text.split()))


def clock(rules: Deadlines, at: datetime) -> str:
    """A moment as the campaign's own clock shows it."""
    local = at.astimezone(ZoneInfo(rules.zone))
    return f"{formats.date_format(local, 'MONTH_DAY_FORMAT')} {local:%H:%M}"


def _drawn(which: str, campaign: Campaign, rules: Deadlines, debt: Debt, moment: str, names: list[str]) -> str:
    end = until(rules, debt)
    told = {
        "war": campaign.name,
        "debt": debt,
        "moment": moment,
        "until": clock(rules, end) if end else "",
        "zone": rules.zone.partition("/")[2].replace("_", " "),
        "names": ", ".join(names),
        "address": f"{rules.origin}{debt.path}" if rules.origin else "",
    }
    lines = render_to_string(f"campaigns/reminders/{which}.txt", told).splitlines()
    return "\n".join(text for line in lines if (text := " ".join(line.split())))
