"""How people write the labels of a sheet, in Korean, English, Japanese and Chinese. Pure."""

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

type Words = Mapping[str, tuple[str, ...]]

_WIDE: Final = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}

STAT_WORDS: Final = {
    "strength": ("근력", "筋力", "strength", "str"),
    "endurance": ("내구", "내구력", "耐久", "endurance", "end", "con"),
    "agility": ("민첩", "민첩성", "敏捷", "敏捷性", "agility", "agi"),
    "mana": ("마력", "魔力", "mana", "mag"),
    "luck": ("행운", "幸運", "luck", "luk"),
    "combat": ("전투력", "전투", "戰鬥力", "戦闘力", "combat"),
    "fortune": ("명운", "命運", "fortune"),
    "conviction": ("신념", "信念", "conviction"),
}
POINT_WORDS: Final = {
    "hp": ("hp", "생명력", "생명력 점수", "생명력점수", "체력", "生命力", "体力", "體力"),
    "mp": ("mp", "마력", "마력 점수", "마력점수", "마나", "魔力", "mana"),
    "command_spells": ("령주", "영주", "令呪", "令咒", "commandspells", "commandspell"),
}
LINE_WORDS: Final = {
    "name": ("이름", "캐릭터", "캐릭터명", "name", "名前", "名稱", "名字"),
    "true_name": ("진명", "truename", "真名"),
    "class_": ("클래스", "직업", "class", "クラス", "職階", "职阶"),
    "lineage": ("혈통", "lineage", "血統"),
    "alignment": ("속성", "성향", "alignment", "属性", "屬性", "陣營"),
    "sex": ("성별", "sex", "gender", "性別"),
    "height": ("키", "신장", "height", "身長", "身高"),
    "master": ("마스터", "master", "マスター", "御主"),
    "weight": ("몸무게", "체중", "weight", "体重", "體重"),
}
STORY_WORDS: Final = {
    "secret": ("비밀", "secret", "秘密", "祕密"),
    "mission": ("사명", "mission", "使命"),
    "wish": ("소망", "소원", "성배에비는소원", "wish", "願い", "願望"),
    "notes": ("진행자메모", "gmnotes", "notesforthegm"),
    "background": ("배경", "과거", "설정", "생애", "내력", "background", "背景", "來歷"),
}
SECTION_WORDS: Final = {
    "skills": (
        "기술",
        "스킬",
        "보유스킬",
        "클래스스킬",
        "고유스킬",
        "보유기술",
        "클래스기술",
        "skills",
        "skill",
        "技能",
        "スキル",
    ),
    "phantasms": ("보구", "noblephantasm", "noblephantasms", "np", "宝具", "寶具"),
    "spells": ("마술", "주문", "magecraft", "magic", "spell", "spells", "魔術"),
    "": (
        "스테이터스",
        "스탯",
        "능력치",
        "능력",
        "프로필",
        "서번트시트",
        "마스터시트",
        "캐릭터시트",
        "시트",
        "그밖에",
        "서번트",
        "status",
        "stats",
        "parameters",
        "profile",
        "能力",
    ),
}
MASTER_STATS: Final = frozenset({"combat", "fortune", "conviction"})
AREA: Final = ("대군", "대성", "대국", "대계", "対軍", "對軍", "対城", "對城", "anti-army", "anti-fortress")
ONE: Final = ("대인", "対人", "對人", "anti-unit")
"""Kinds of phantasms: against several at once, or one (R-MELEE-4)."""


def fold(label: str) -> str:
    """A label without case, width and spaces."""
    return "".join(unicodedata.normalize("NFKC", label).casefold().split())


def named(label: str, words: Words) -> str | None:
    """The key that people call `label`."""
    folded = fold(label)
    return next((key for key, spellings in words.items() if folded in spellings), None)


def either(words: Words) -> str:
    """A pattern for any of the spellings, the longest first."""
    spellings = sorted((word for each in words.values() for word in each), key=len, reverse=True)
    return "|".join(map(re.escape, spellings))


def plain(line: str) -> str:
    """Composed, in narrow letters, without what no eye sees: nobody meant it."""
    composed = unicodedata.normalize("NFC", line.replace("\t", " ")).translate(_WIDE)
    seen = "".join(sign for sign in composed if unicodedata.category(sign)[0] != "C" and sign != "\ufffd")
    return " ".join(seen.split())
