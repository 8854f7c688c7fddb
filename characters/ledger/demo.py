"""What the demo war has between its fights: a first day with a scene that is on, the map of the harbour, a base for each pair."""

from collections.abc import Mapping
from typing import Final

import msgspec

from campaigns.models import Area, Scene, Seat
from campaigns.scenes import days
from characters.ledger.house import Amount, House
from characters.models import Base, RestRules

AREAS: Final = (
    ("등대곶", 80, 250, ""),
    ("송림 언덕", 380, 90, ""),
    ("종탑 터", 760, 180, "B"),
    ("항구시장", 500, 500, ""),
    ("부두", 240, 720, ""),
    ("옛 조선소", 620, 900, "C"),
)
ROADS: Final = (
    ("등대곶", "송림 언덕"),
    ("등대곶", "부두"),
    ("송림 언덕", "종탑 터"),
    ("송림 언덕", "항구시장"),
    ("종탑 터", "항구시장"),
    ("항구시장", "부두"),
    ("항구시장", "옛 조선소"),
    ("부두", "옛 조선소"),
)
BASES: Final = {"도래솔": "옛 조선소", "가람누리": "등대곶"}
HOUSE: Final = House(
    servant={"": Amount(6, 6), "C": Amount(9, 9), "B": Amount(12, 12)}, master={"": Amount(3, 6), "C": Amount(4, 8)}
)


def bring_war(seated: Mapping[str, Seat]) -> None:
    """After the sheets; `seated` by nickname."""
    campaign = next(iter(seated.values())).campaign
    areas = {
        name: Area.objects.create(campaign=campaign, name=name, x=x, y=y, leyline=leyline)
        for name, x, y, leyline in AREAS
    }
    for one, other in ROADS:
        areas[one].neighbours.add(areas[other])
    for character in campaign.characters.filter(name__in=BASES):
        Base.objects.create(area=areas[BASES[character.name]], character=character)
    RestRules.objects.create(campaign=campaign, said=msgspec.to_builtins(HOUSE))
    day = days.new_day(campaign, "첫째 날")
    days.new_scene(campaign, day=day, light=Scene.Light.DAY, title="안개 낀 아침", state=Scene.State.OPEN)
