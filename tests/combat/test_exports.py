"""What leaves the app: the record only after the end, the text only with what its reader may see."""

import json

import msgspec
import pytest
from django.utils import translation

from characters import sheets
from characters.sheet import Phantasm
from combat import exports, learning
from combat.rules.record import adjudicate, result
from tabletop import records, referee
from tabletop.game import Illegal
from tests.combat.war import battle, gm_does, plan, reveal, text_of


def told(war, fight, who, query=""):
    """The text as a file, in the hands of `who`."""
    answer = war.client(who).get(war.address(f"fights/{fight.code}/text/?file{query}"))
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    return answer.content.decode()


# ---- the record


def test_the_exported_record_ends_as_the_fight_on_screen_did(war):
    """I-5."""
    fight = battle(war)
    exported = json.loads(war.client("gm").get(war.address(f"fights/{fight.code}/record.json")).content)
    assert adjudicate(exported) == result(records.load(fight.record))
    assert msgspec.to_builtins(adjudicate(exported).outcome) == {
        "ended": True,
        "reason": "rounds",
        "winner": "A",
        "by": "hp_ratio",
        "loss": {"A": "11/80", "B": "11/60"},
    }


def test_what_was_rewound_is_not_in_the_record(war):
    fight = battle(war, slots=3)
    referee.rewind(fight.record_id, to=2, reason="다시", by=war.seats["gm"].user, seen=3)
    reveal(war, fight)
    exported = exports.record(fight)
    assert [move["do"] for move in exported["moves"]] == ["plan", "plan", "reveal"]
    assert adjudicate(exported) == result(records.load(fight.record))


@pytest.mark.parametrize("slots", [0, 3])
def test_before_the_end_there_is_no_record_not_even_for_the_gm(war, slots):
    fight = battle(war, slots=slots)
    assert exports.record(fight) == Illegal("fight_runs", "format")
    answer = war.client("gm").get(war.address(f"fights/{fight.code}/record.json"))
    assert answer.status_code == 409
    assert "smash" not in text_of(answer) and "강타" not in text_of(answer)


# ---- the text


def test_the_text_tells_slot_by_slot_what_happened_and_why(war):
    text = told(war, battle(war), "eve")
    assert (
        "강타는 맹공에 강합니다. 세이버가 이겼습니다. [G-3]\n랜서 생명력 −4 (60 → 56)\n- +4 이긴 패의 피해점 [R-14]\n"
        in text
    )
    assert "세이버: 생명력 69/80, 마력 70/70" in text
    assert "세이버: 잃은 생명력 11/80 (13.75%)" in text
    assert "기본과 다른 규칙: 한 라운드의 칸 수 7" in text


def test_the_text_is_in_the_language_of_its_reader(war):
    fight = battle(war)
    with translation.override("en"):
        english = exports.as_text(fight)
    assert "Smash is strong against Onslaught. 세이버 won. [G-3]" in english and "HP −4 (60 → 56)" in english


def test_while_it_runs_the_text_ends_where_the_cards_do(war):
    text = told(war, battle(war, slots=2), "eve")
    assert "1라운드 2번 칸" in text and "1라운드 3번 칸" not in text
    assert "싸움이 아직 끝나지 않았습니다." in text


def test_what_the_gm_did_is_told_with_its_reason(war):
    fight = battle(war, slots=1)
    gm_does(war, fight, "special_damage", to=war.saber.code, amount=5, reason="<무너진> 지붕 & 불")
    assert "<무너진> 지붕 & 불" in told(war, fight, "eve")


def test_what_people_wrote_is_plain_in_the_file_and_harmless_on_the_page(war):
    fight = war.fight("<b>부두 & 등대</b>")
    assert told(war, fight, "eve").startswith("<b>부두 & 등대</b>\n")
    assert "<b>부두" not in text_of(war.client("eve").get(war.address(f"fights/{fight.code}/text/")))


def unpaid_phantasm(war):
    """Alice seals a phantasm, then the GM takes the MP for it away: it turns into Wait (R-OTHER-4b)."""
    reed = Phantasm(id="reed", name="갈대 물결", effect="attack", damage=12, mp=40)
    sheets.change(war.saber, lambda sheet: msgspec.structs.replace(sheet, phantasms=(reed,)), None, "written")
    fight = war.fight(slots_per_round=1)
    plan(fight, war.saber, war.lancer, ("np:reed",))
    gm_does(war, fight, "override", who=war.saber.code, set={"mp": 0}, reason="시험")
    reveal(war, fight)
    return fight


def test_a_text_for_a_post_tells_nothing_that_only_one_person_saw(war):
    fight = unpaid_phantasm(war)
    for who in ("alice", "bob", "eve", "gm"):
        assert "갈대 물결" not in told(war, fight, who)


def test_only_the_owner_s_own_text_tells_why_her_card_turned_into_wait(war):
    fight = unpaid_phantasm(war)
    assert "갈대 물결" in told(war, fight, "alice", "&own")
    assert "갈대 물결" not in told(war, fight, "bob", "&own") + told(war, fight, "eve", "&own")


def test_a_retreat_is_told_where_it_happened(war):
    """R-RET-4: after the first slot, before what the end was."""
    fight = war.fight(master=True)
    plan(fight, war.saber, war.lancer, ("smash",))
    reveal(war, fight, slots=1)
    gm_does(war, fight, "retreat", who=war.saber.code, fortune=True)
    text = told(war, fight, "eve")
    assert text.index("1번 칸") < text.index("R-RET-4") < text.index("한 편만" if "한 편만" in text else "승리")


def test_a_slot_that_was_rewound_is_not_told(war):
    fight = battle(war, slots=2)
    referee.rewind(fight.record_id, to=2, reason="잘못 열었음", by=war.seats["gm"].user, seen=3)
    fight.record.refresh_from_db()
    text = told(war, fight, "eve")
    assert "1번 칸" not in text and "잘못 열었음" in text


def test_the_text_costs_the_same_for_a_long_fight(war, django_assert_max_num_queries):
    fight = battle(war)
    client = war.client("alice")
    learning.settle(fight)  # what follows the end of a fight once
    with django_assert_max_num_queries(9):
        client.get(war.address(f"fights/{fight.code}/text/"))
