"""Sheets for the tests: two that everybody knows, and any that can be written."""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from characters.sheet import (
    BASIC,
    DAMAGE_KINDS,
    LETTERS,
    Master,
    Phantasm,
    Servant,
    Sheet,
    Skill,
    Spell,
    Typed,
    Who,
)

calmly = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
"""For machines that have more to do."""

SABER = Servant(
    name="세이버",
    class_="세이버",
    true_name="로엔, 갈대 왕관의 기사",
    secret="왕관을 물에 던진 것은 나였다.",
    notes="배신은 나흘째 밤에.",
    strength="B",
    endurance="A",
    agility="C",
    mana="D",
    hp=80,
    hp_max=80,
    mp=70,
    mp_max=70,
    skills=(Skill(id="ward", name="물막이", rank="B", effect="defence", against=("magic",), amount=2, uses=3),),
    phantasms=(Phantasm(id="reed", name="갈대 물결", rank="B++", title="대군", targets="area", damage=12, mp=40),),
)
EMI = Master(name="도래솔", combat="C", fortune="D", conviction="B", hp=20, hp_max=20, mp=30, mp_max=30)

_names = st.text("가나다라마바사 abcXYZ0189", min_size=1, max_size=12).map(lambda s: " ".join(s.split())).filter(bool)
_texts = st.one_of(st.just(""), _names, st.tuples(_names, _names).map("\n".join))
_lines = st.one_of(st.just(""), _names)
_ranks = st.tuples(st.sampled_from(LETTERS), st.integers(0, 3)).map(lambda pair: pair[0] + "+" * pair[1])
_whos = st.sampled_from(tuple(Who))
_small = st.integers(0, 99)
_maybe = st.none() | _small
_against = st.sets(st.sampled_from(DAMAGE_KINDS), min_size=1).map(lambda k: tuple(d for d in DAMAGE_KINDS if d in k))
_beats = st.sampled_from(BASIC).map(lambda weak: tuple(card for card in BASIC if card != weak))


def _common(rank: st.SearchStrategy[str]) -> dict[str, st.SearchStrategy[object]]:
    return {"name": _names, "rank": rank, "text": _texts, "points": st.none() | st.integers(-9, 30), "who": _whos}


_loose = _common(st.just("") | _ranks)
_guards = {"against": _against, "amount": st.integers(1, 99)}
_skills = st.one_of(
    st.fixed_dictionaries({**_loose, "effect": st.sampled_from(("other", "regroup", "ranged"))}),
    st.fixed_dictionaries(
        {**_common(_ranks), "effect": st.just("card"), "beats": _beats, "count": _maybe, "damage": _maybe}
    ),
    st.fixed_dictionaries({**_loose, "effect": st.just("defence"), **_guards, "uses": _maybe}),
)
_attack_numbers = {"damage": _small, "mp": _small, "mp_damage": _small, "uses": _maybe}
_phantasms = st.one_of(
    st.fixed_dictionaries(
        {**_loose, "title": _lines, "effect": st.just("attack"), "targets": st.sampled_from(("one", "area"))}
        | _attack_numbers
    ),
    st.fixed_dictionaries({**_loose, "title": _lines, "effect": st.just("defence"), **_guards}),
    st.fixed_dictionaries({**_loose, "title": _lines, "effect": st.just("other")}),
)
_spells = st.one_of(
    st.fixed_dictionaries(
        {**_loose, "effect": st.just("attack"), "mp": _small, "uses": _maybe, "steps": st.integers(1, 5)}
        | {"damage": _small}
    ),
    st.fixed_dictionaries(
        {**_loose, "effect": st.just("support"), "mp": _small, "uses": _maybe, "amount": st.integers(1, 9)}
        | {"helps": st.sampled_from(("attack", "defence"))}
    ),
    st.fixed_dictionaries({**_loose, "effect": st.just("other")}),
)


def _entries(parts: st.SearchStrategy[dict[str, object]], kind: type) -> st.SearchStrategy[tuple[object, ...]]:
    return st.lists(parts, max_size=3).map(
        lambda rows: tuple(kind(id=f"e{place}", **row) for place, row in enumerate(rows))
    )


_typed = st.builds(Typed, _maybe, _maybe)
_person = {
    "name": _names,
    **dict.fromkeys(("alignment", "sex", "height", "weight"), _lines),
    **dict.fromkeys(("secret", "mission", "wish", "background", "notes"), _texts),
    "hp": st.integers(1, 300),
    "hp_max": st.integers(1, 300),
    "mp": st.integers(-30, 300),
    "mp_max": st.integers(0, 300),
    "ranged": st.booleans(),
    **dict.fromkeys((*BASIC, "critical"), _typed),
    "skills": _entries(_skills, Skill),
    "spells": _entries(_spells, Spell),
}
_played = st.sampled_from((Who.ALL, Who.OWNER))
_given = {
    **dict.fromkeys(("hp", "mp", "smash"), _played),
    **dict.fromkeys(("secret", "mission", "wish", "background", "alignment", "sex", "height", "weight"), _whos),
}


def servants() -> st.SearchStrategy[Servant]:
    """Any Servant that a form can write, under any visibility."""
    own = {**_given, "true_name": _whos, "lineage": _whos, "strength": _played, "luck": _played, "class_": _played}
    stats = dict.fromkeys(("strength", "endurance", "agility", "mana", "luck"), _ranks)
    lines = dict.fromkeys(("true_name", "class_", "lineage"), _lines)
    return st.builds(Servant, **_person, **stats, **lines, phantasms=_entries(_phantasms, Phantasm), who=_some(own))


def masters() -> st.SearchStrategy[Master]:
    own = {**_given, "combat": _played, "fortune_left": _played, "command_spells": _played}
    pools = {"fortune_left": _maybe, "conviction_left": _maybe, "command_spells": st.integers(0, 3)}
    stats = dict.fromkeys(("combat", "fortune", "conviction"), _ranks)
    return st.builds(Master, **_person, **stats, **pools, forced_return_used=st.booleans(), who=_some(own))


def sheets() -> st.SearchStrategy[Sheet]:
    return servants() | masters()


def _some(given: dict[str, st.SearchStrategy[Who]]) -> st.SearchStrategy[dict[str, Who]]:
    return st.fixed_dictionaries({}, optional=given)
