"""Everything the rules can say has its sentence (I-14)."""

import re
from pathlib import Path
from random import Random

import pytest
from django.template import Context, Template
from django.utils import translation

from combat.rules import adjudicate, reports, view
from combat.rules.refusals import NUMBERS, RULE_OF
from combat.rules.reports import Damage, Deadline, Duel, Event, Fall, Note, Outcome, Reward, SlotReport, Why
from combat.templatetags.telling import Cast, cast_of_sheets, cast_of_view, explain, meeting, sentence
from tabletop.game import Illegal
from tests.combat.rules import chance_fights
from tests.combat.rules.table import ONE, folded, lancer, phantasm, plan, saber, skill_card, slot
from tests.combat.rules.test_properties import mutated

HANGUL = re.compile(r"[가-힣]")
CAST = Cast({"saber": "세이버", "lancer": "랜서", "kei": "케이"}, {"saber": {"skill:edge": "칼날"}})
SAMPLE = {
    **dict.fromkeys(("who", "to"), "saber"),
    "card": "smash",
    "stat": "strength",
    "key": "hp",
    "inside": "skills[0]",
    "number": "1.5",
    **dict.fromkeys(("steps", "slots", "left", "mp", "floor", "cards"), 3),
}


def told(tag: str, **context: object) -> str:
    """What a page shows for a tag, in Korean."""
    with translation.override("ko"):
        return Template("{% load telling %}{% " + tag + " %}").render(Context({"cast": CAST, **context}))


def illegal(code: str) -> Illegal:
    return Illegal(code, RULE_OF.get(code, "format"), "", {name: SAMPLE[name] for name in NUMBERS[code]})


@pytest.mark.parametrize("code", NUMBERS)
def test_i_14_every_refusal_has_a_korean_and_an_english_sentence(code):
    with translation.override("ko"):
        korean = explain(illegal(code))
    with translation.override("en"):
        english = explain(illegal(code))
    assert HANGUL.search(korean) and korean.endswith(".")
    assert english.endswith(".") and english != korean
    assert all(str(SAMPLE[name]) in korean for name in ("steps", "floor", "mp") if name in NUMBERS[code])


def test_i_14_every_refusal_in_the_code_is_in_the_registry():
    sources = "\n".join(path.read_text(encoding="utf-8") for path in Path(reports.__file__).parent.glob("*.py"))
    named = set(re.findall(r'(?:Illegal|refuse|_refuse_card)\(\s*"([a-z_0-9]+)"', sources))
    assert named and named <= set(NUMBERS)
    assert set(RULE_OF) <= set(NUMBERS)


@pytest.mark.parametrize("seed", range(40))
def test_i_14_refusals_carry_the_numbers_the_registry_names(seed):
    rng = Random(seed)
    record = chance_fights.record(rng, length=8)
    for _ in range(25):
        found = adjudicate(mutated(rng, record))
        if isinstance(found, Illegal):
            assert set(found.numbers) == set(NUMBERS[found.code])
            assert found.rule == RULE_OF.get(found.code, "format")


@pytest.mark.parametrize("value", [3, -3])
@pytest.mark.parametrize("rule", reports.WHY_RULES)
def test_i_14_every_step_of_a_damage_has_its_words(rule, value):
    words = told("tell_why why", why=Why(rule, value))
    assert HANGUL.search(words) and words.endswith(f"[{rule}]")
    assert words.startswith("+3 " if value > 0 else "−3 ")


@pytest.mark.parametrize("masked", [True, False])
@pytest.mark.parametrize("rule", reports.NOTE_RULES)
def test_i_14_every_note_has_its_sentence_with_and_without_what_is_masked(rule, masked):
    more = {} if masked else {"to": "lancer", "card": "skill:edge"}
    words = told("tell_note note cast", note=Note(who="saber", rule=rule, **more))
    assert HANGUL.search(words) and words.endswith(f"[{rule}]") and "세이버" in words
    assert ("칼날" in words) is not masked


@pytest.mark.parametrize("rule", reports.EVENT_RULES)
def test_i_14_every_event_has_its_sentence(rule):
    event = Event(move=1, do="retreat", who="lancer", rule=rule, total=9)
    words = told("tell_event event cast", event=event)
    assert "랜서" in words and words.endswith(f"[{rule}]")
    assert ("9" in words) is (rule != "R-RET-4")


@pytest.mark.parametrize("rule", reports.FALL_RULES)
def test_i_14_every_fall_has_its_sentence(rule):
    state = "returned" if rule == "R-OTHER-5b" else "vanished"
    words = told("tell_fall fall cast", fall=Fall("lancer", state, rule, 1, 2))
    assert "랜서" in words and ("령주" in words) is (state == "returned")


@pytest.mark.parametrize(("rule", "pool"), [("R-OTHER-4d", "mp"), ("R-OTHER-6c", "hp"), ("R-OTHER-6c", "mp")])
def test_i_14_every_deadline_has_its_sentence(rule, pool):
    words = told("tell_deadline deadline cast", deadline=Deadline("lancer", pool, rule, -20))
    assert "랜서의 " + {"mp": "마력", "hp": "생명력"}[pool] in words and "−20" in words
    assert ("소멸" in words) is (rule == "R-OTHER-4d")


def test_i_14_a_reward_has_its_sentence():
    assert told("tell_reward reward cast", reward=Reward("R-OTHER-8", "A", "lancer")).startswith("A 편이 랜서를")


@pytest.mark.parametrize("reason", ["rounds", "last_standing", "no_cards", "gm"])
@pytest.mark.parametrize("winner", ["A", None])
def test_i_14_every_ending_has_its_sentence(reason, winner):
    by = "last_standing" if reason == "last_standing" else "points"
    words = told("tell_outcome outcome", outcome=Outcome(True, reason, winner, by, {}))
    assert ("A 편의 승리." in words) is (winner == "A")
    assert ("R-OTHER-1b" in words) is (by == "points")


def test_a_fight_that_goes_on_says_so():
    assert told("tell_outcome outcome", outcome=Outcome(False, None, None, None, {})) == "싸움이 이어집니다."


@pytest.mark.parametrize(
    ("waiting", "words"),
    [
        ({"who": "kei", "for": "forced_return", "servant": "lancer"}, "령주로 랜서를 불러들일지 케이가 정해야 합니다."),
        (
            {"who": "saber", "for": "present", "fleeing": "lancer", "cards": 2},
            "후퇴하는 랜서에게 세이버가 패를 2장 내야 합니다.",
        ),
    ],
)
def test_whose_answer_is_awaited(waiting, words):
    assert told("tell_waiting waiting cast", waiting=waiting).startswith(words)


@pytest.mark.parametrize(
    ("cards", "rule", "how"),
    [
        (("onslaught", "counter"), "R-14", "맹공은 반격에 강합니다. 랜서가 이겼습니다. [G-3]"),
        (("skill:edge", "counter"), "R-13a", "칼날은 반격에 강합니다. 랜서가 이겼습니다. [R-13a]"),
        (("onslaught", "onslaught"), "R-15", "같은 종류의 패끼리는 높은 쪽이 이깁니다. 랜서가 이겼습니다. [R-15]"),
        (("onslaught", "onslaught"), "G-8", "같은 패, 같은 등급이면 삼기사가 이깁니다. 랜서가 이겼습니다. [G-8]"),
        (("critical", "counter"), "G-5", "치명은 반격보다 위입니다. 랜서가 이겼습니다. [G-5]"),
        (("critical", "critical"), "G-5", "같은 종류의 패끼리는 높은 쪽이 이깁니다. 랜서가 이겼습니다. [G-5]"),
        (("spell:ray", "counter"), "R-MAGIC-2", "마술 ray는 반격보다 위입니다. 랜서가 이겼습니다. [R-MAGIC-2]"),
        (
            ("spell:ray", "counter"),
            "R-MAGIC-3",
            "1공정 마술은 피해점으로 견주어 큰 쪽이 이깁니다. 랜서가 이겼습니다. [R-MAGIC-3]",
        ),
        (("spell:ray", "spell:ray"), "R-MAGIC-4", "마술끼리 상쇄하고 큰 쪽이 이깁니다. 랜서가 이겼습니다. [R-MAGIC-4]"),
        (("onslaught", "wait"), "R-16", "세이버는 대기했습니다. 랜서가 이겼습니다. [R-16]"),
        (("onslaught", "chant"), "R-16", "세이버는 영창 중이었습니다. 랜서가 이겼습니다. [R-16]"),
    ],
)
def test_a_duel_tells_why_it_went_so_and_who_won(cards, rule, how):
    won, lost = cards
    duel = Duel("lancer", "saber", won, lost, "lancer")
    hit = Damage("lancer", "saber", "general", "hp", 5, (Why(rule, 5),))
    cast = Cast(CAST.people, {"lancer": {"skill:edge": "칼날"}})
    assert told("tell_duel duel slot cast", duel=duel, slot=SlotReport(1, 1, (duel,), (hit,)), cast=cast) == how


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        (("smash", "smash"), "같은 패, 같은 등급입니다. 아무도 다치지 않았습니다. [R-15]"),
        (("skill:a", "skill:b"), "어느 패도 이기지 못했습니다. 아무도 다치지 않았습니다. [R-13b]"),
        (("np:a", "np:b"), "어느 패도 이기지 못했습니다. 아무도 다치지 않았습니다. [G-5]"),
        (("spell:a", "spell:b"), "어느 패도 이기지 못했습니다. 아무도 다치지 않았습니다. [R-MAGIC-4]"),
        (("spell:a", "smash"), "어느 패도 이기지 못했습니다. 아무도 다치지 않았습니다. [R-MAGIC-3]"),
    ],
)
def test_a_duel_that_hurt_nobody_says_so(cards, words):
    duel = Duel("saber", "lancer", *cards, None)
    assert told("tell_duel duel slot cast", duel=duel, slot=SlotReport(1, 1, (duel,))) == words


def test_a_duel_in_which_both_cards_hit_has_no_winner():
    duel = Duel("saber", "lancer", "skill:a", "skill:b", None)
    hit = Damage("saber", "lancer", "skill", "hp", 4, (Why("R-13b", 4),))
    assert meeting(duel, SlotReport(1, 1, (duel,), (hit,)), CAST).how == "both"


@pytest.mark.parametrize("seed", range(25))
def test_every_duel_of_a_random_fight_can_be_told(seed):
    begun = chance_fights.begun(chance_fights.setup(Random(seed)))
    fight = [begun, *(after for _, after in chance_fights.walked(Random(seed), begun, 15))][-1]
    cast = cast_of_sheets(fighter.kit.sheet for fighter in fight.fighters)
    with translation.override("ko"):
        for report in fight.slots:
            for duel in report.duels:
                assert HANGUL.search(sentence("duel", meeting=meeting(duel, report, cast)))


def test_a_page_escapes_names_and_plain_text_does_not():
    cast = Cast({"lancer": "<랜서>"})
    fall = Fall("lancer", "vanished", "G-19", 1, 1)
    assert "&lt;랜서&gt;" in told("tell_fall fall cast", fall=fall, cast=cast)
    assert "<랜서>" in sentence("fall", fall=fall, who=cast.name("lancer"))


def test_the_cast_of_a_view_names_opened_cards_and_ones_own_but_no_hidden_ones():
    sheet = lancer(skills=[skill_card("edge", name="칼날")], phantasms=[phantasm("lance", name="창")])
    fight = folded([saber(), sheet], plan("lancer", slot(saber="skill:edge"), slot(saber="np:lance")), ONE)
    alice, bob = (cast_of_view(view(fight, (seat,))) for seat in ("saber", "lancer"))
    assert (alice.card("lancer", "skill:edge"), bob.card("lancer", "np:lance")) == ("칼날", "창")
    assert "창" not in str(alice)
