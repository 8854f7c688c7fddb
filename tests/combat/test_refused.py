"""Whatever the table's forms are refused for, the page says it in a sentence."""

import re

import pytest

from tests.combat.melee import melee
from tests.combat.war import gm_does, reveal, text_of

HUGE = "9" * 30


@pytest.fixture
def table(db):
    return melee()


def send(table, sender, rest, **fields):
    answer = table.war.client(sender).post(table.at(rest), {"seen": str(table.fight.record.seq), **fields})
    return answer.status_code, said(answer)


def said(answer):
    found = re.search(r'id="said"[^>]*>(.*?)</p>', text_of(answer), re.S)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", found[1])).strip() if found else ""


REASON = "까닭을 적으세요. 기록에 남습니다."
NUMBER = "여기에는 너무 크지 않은 정수만 적을 수 있습니다."
ANEW = "이 화면에서 온 것을 읽을 수 없습니다. 화면을 다시 여세요. 아무것도 하지 않았습니다."


@pytest.mark.parametrize(
    ("rest", "fields", "sentence"),
    [
        ("moves/", {"do": "special_damage", "to": "lancer", "amount": "3", "reason": " "}, REASON),
        ("moves/", {"do": "special_damage", "to": "lancer", "amount": HUGE, "reason": "함정"}, NUMBER),
        (
            "moves/",
            {"do": "special_damage", "to": "lancer", "amount": "0", "reason": "함정"},
            "특수 피해는 1 이상이어야 합니다.",
        ),
        ("moves/", {"do": "override", "who": "lancer", "hp": "9", "reason": ""}, REASON),
        ("moves/", {"do": "override", "who": "lancer", "hp": "아홉", "reason": "바로잡음"}, NUMBER),
        ("moves/", {"do": "dance"}, ANEW),
        ("moves/", {"do": "reveal", "seen": "x"}, ANEW),
        ("rewind/", {"to": "0", "reason": " "}, REASON),
        ("rewind/", {"to": "77", "reason": "다시"}, ANEW),
    ],
)
def test_it_names_what_is_wrong(table, rest, fields, sentence):
    table.plan("saber", {})
    named = {
        key: table.code(value) if key in ("to", "who") and value in table.people else value
        for key, value in fields.items()
    }
    assert send(table, "gm", rest, **named) == (422, sentence)


def test_who_is_in_the_fight_cannot_come_in_again(table):
    fields = {"do": "enter", "who": table.code("rider"), "side": "A", "line": "back", "against": table.code("lancer")}
    assert send(table, "gm", "moves/", **fields) == (422, "라이더는 이미 이 싸움에 들어와 있거나 들어온 적이 있습니다.")


def test_a_reason_of_spaces_leaves_no_trace(table):
    before = table.fight.record.seq
    send(table, "gm", "moves/", do="override", who=table.code("lancer"), hp="9", reason="  ")
    table.fight.record.refresh_from_db()
    assert table.fight.record.seq == before


class TestShowingCardsToWhoFlees:
    @pytest.fixture
    def asked(self, table):
        """Archer flees before the round; Saber and Lancer owe three cards each, Saber first."""
        gm_does(table.war, table.fight, "retreat", who=table.code("archer"))
        return text_of(table.war.client("alice").get(table.at()))

    def test_the_strongest_cards_lie_there_already_and_can_be_shown_as_they_are(self, table, asked):
        chosen = re.findall(r'<option value="([^"]+)" selected>', asked)
        assert chosen == ["counter"] * 3
        fields = {"do": "present", "by": table.code("saber"), "card": chosen}
        assert table.war.client("alice").post(table.at("moves/"), fields).status_code == 302

    def test_each_card_says_what_it_does_and_the_question_what_is_at_stake(self, asked):
        assert "반격, 피해 5 · 5장" in asked
        assert "피해가 10점 이상이면" in asked or "10" in re.search(r'class="question">(.*?)<label', asked, re.S)[1]


def test_the_desk_names_whom_each_step_to_rewind_to_is_about(table):
    """The answer of a Master outside the fight is named by the Servant that it was about."""
    table.plan("saber", {"lancer": "np:reeds"}, {"lancer": "counter"}, {"lancer": "counter"})
    reveal(table.war, table.fight, slots=3)
    fields = {"do": "forced_return", "by": table.people["emi"].code, "servant": table.code("lancer"), "accept": "yes"}
    assert table.war.client("bob").post(table.at("moves/"), fields).status_code == 302
    desk = text_of(table.war.client("gm").get(table.at()))
    assert "랜서의 강제 귀환에 대한 대답" in desk and "· 의 " not in desk
