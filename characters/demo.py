"""What the demo war knows of its players: the two pairs whose battle the rules work out in full (trpg.md 1-9)."""

from collections.abc import Mapping

import msgspec

from campaigns.models import Seat
from characters import sheets
from characters.sheet import Master, Phantasm, Servant, Skill

SABER = Servant(
    name="세이버",
    class_="세이버",
    true_name="로엔, 갈대 왕관의 기사",
    alignment="질서 선",
    wish="물에 잠긴 고향의 종소리를 한 번 더 듣는다.",
    background="다섯 살에 왕이 되어, 왕관을 갈대로 엮어 썼다.",
    strength="B",
    endurance="A",
    agility="C",
    mana="D",
    hp=80,
    hp_max=80,
    mp=70,
    mp_max=70,
    skills=(Skill(id="tide", name="물때 읽기", rank="C", text="밀물과 썰물을 보지 않고도 안다."),),
    phantasms=(
        Phantasm(id="reed", name="갈대 왕관", title="대인", rank="B", effect="other", text="꺾이지 않는 맹세."),
    ),
)
LANCER = Servant(
    name="랜서",
    class_="랜서",
    true_name="하늬, 등대를 지킨 창",
    alignment="중립 중용",
    wish="꺼진 등대에 다시 불을 켠다.",
    background="백 번의 겨울밤에 등대를 혼자 지켰다.",
    strength="B",
    endurance="C",
    agility="A",
    mana="D",
    hp=60,
    hp_max=60,
    mp=70,
    mp_max=70,
    skills=(Skill(id="wind", name="바람 타기", rank="B", text="등 뒤의 바람을 놓치지 않는다."),),
    phantasms=(
        Phantasm(id="beam", name="등대의 창", title="대군", rank="B", effect="other", text="어둠을 곧게 가른다."),
    ),
)
DORAESOL = Master(name="도래솔", combat="D", fortune="C", conviction="B", hp=20, hp_max=20, mp=30, mp_max=30)
GARAMNURI = Master(name="가람누리", combat="C", fortune="D", conviction="B", hp=20, hp_max=20, mp=30, mp_max=30)


def bring_sheets(seated: Mapping[str, Seat]) -> None:
    """Give the demo's players their Servants and Masters; `seated` by nickname."""
    for nickname, servant, master in (("서리", SABER, DORAESOL), ("들불", LANCER, GARAMNURI)):
        seat = seated[nickname]
        beside = sheets.create(seat.campaign, master, by=seat.user, owner=seat)
        paired = msgspec.structs.replace(servant, master=beside.code)
        sheets.create(seat.campaign, paired, by=seat.user, owner=seat)
