"""The fight on screen: the battle of trpg.md 1-9 from the first tap to 69/80 and 49/60, and who may do what."""

import re

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from campaigns.models import Role, Seat
from characters.models import Character
from combat.models import Fight
from tabletop import records
from tests.combat.melee import melee
from tests.combat.war import LANCERS_PLAN, SABERS_PLAN, War, battle, reveal

HTMX = {"HTTP_HX_REQUEST": "true"}


class Table:
    """Two players, a GM and their browsers at one fight."""

    def __init__(self, war: War, **settings):
        self.war = war
        self.fight = war.fight(**{"slots_per_round": 7, **settings})

    def at(self, rest=""):
        return self.war.address(f"fights/{self.fight.code}/{rest}")

    def page(self, who, rest=""):
        answer = self.war.client(who).get(self.at(rest))
        return answer.content.decode()

    def post(self, who, rest, /, **fields):
        return self.war.client(who).post(self.at(rest), fields, **HTMX)

    def hand_in(self, who, mine, other, cards, round=1):
        fields = {f"a-{n}-{other.code}": card or "wait" for n, card in enumerate(cards, 1)}
        return self.post(who, f"plans/{mine.code}/", round=round, **fields)

    def both_sealed(self):
        self.hand_in("alice", self.war.saber, self.war.lancer, SABERS_PLAN)
        self.hand_in("bob", self.war.lancer, self.war.saber, LANCERS_PLAN)

    def order(self, do, by="gm", **fields):
        self.fight.record.refresh_from_db()
        return self.post(by, "moves/", do=do, **{"seen": self.fight.record.seq, **fields})

    def view(self):
        self.fight.record.refresh_from_db()
        return records.view(self.fight.record, ())

    def numbers(self):
        return {one.name: (one.hp, one.mp) for one in self.view().combatants}


@pytest.fixture
def table(war):
    return Table(war)


def text(html):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_the_battle_of_1_9_is_played_from_the_forms_to_its_end(table):
    table.both_sealed()
    for slot in range(1, 8):
        assert table.order("reveal", slots=1).status_code == 200, slot
    assert table.numbers() == {"세이버": (69, 70), "랜서": (49, 70)}
    told = text(table.page("eve"))
    assert "세이버의 승리" in told
    assert "11/80" in told
    assert "13.75%" in told
    assert "11/60" in told


def test_open_all_leads_to_the_same_end_as_slot_by_slot(table):
    table.both_sealed()
    table.order("reveal")
    assert table.numbers() == {"세이버": (69, 70), "랜서": (49, 70)}


def test_a_slot_is_told_with_its_reason_in_words_and_rule_ids(table):
    table.both_sealed()
    table.order("reveal", slots=3)
    told = text(table.page("alice"))
    assert "80에서 75로" in told
    assert "맹공은 반격에 강합니다" in told
    assert "R-14" in told
    assert "G-3" in told


def test_everybody_sees_who_has_handed_in_and_nobody_what(table):
    table.hand_in("alice", table.war.saber, table.war.lancer, SABERS_PLAN)
    for who in ("bob", "eve", "gm"):
        page = table.page(who)
        assert "봉인함" in page or "낸 사람" in page
        assert "card-smash" not in re.sub(r'(?s)<section class="hand".*?</section>', "", page)


def test_the_own_sealed_plan_is_shown_to_its_owner(table):
    table.hand_in("alice", table.war.saber, table.war.lancer, SABERS_PLAN)
    assert "봉인했습니다" in table.page("alice")
    assert "card-smash" in table.page("alice")


def test_a_plan_can_be_replaced_until_the_first_slot_is_open(table):
    table.both_sealed()
    table.hand_in("alice", table.war.saber, table.war.lancer, ("onslaught",))
    table.order("reveal", slots=1)
    assert table.view().slots[0].duels[0].a_card == "onslaught"
    late = table.hand_in("alice", table.war.saber, table.war.lancer, SABERS_PLAN)
    assert late.status_code == 409
    assert "그사이 싸움이 나아갔습니다" in late.content.decode()


def test_the_plan_of_a_sealed_one_comes_back_into_the_builder_to_be_changed(table):
    table.both_sealed()
    page = table.page("alice", f"?as={table.war.saber.code}&change=1")
    chosen = re.findall(r'<select name="a-1-[^"]+".*?<option value="(\w+)" selected>', page, re.S)
    assert chosen == ["smash"]


@pytest.mark.parametrize("who", ["gm", "hana"])
@pytest.mark.parametrize("rest", ["", "&change=1"])
def test_acting_for_a_player_is_no_way_to_read_the_sealed_plan(table, who, rest):
    table.both_sealed()
    page = table.page(who, f"?as={table.war.saber.code}{rest}")
    assert ("봉인하기" in page) == bool(rest)
    assert "내 패 보기" not in page
    assert set(re.findall(r'value="(\w+)" selected', page)) <= {"wait"}


def test_a_double_tap_opens_one_slot(table):
    table.both_sealed()
    table.fight.record.refresh_from_db()
    seen = table.fight.record.seq
    first, second = (table.post("gm", "moves/", do="reveal", slots=1, seen=seen) for _ in range(2))
    assert (first.status_code, second.status_code) == (200, 409)
    assert len(table.view().slots) == 1


def test_a_refused_plan_says_why_with_its_rule_and_keeps_the_planner(table):
    refused = table.hand_in("alice", table.war.saber, table.war.lancer, ("smash",) * 5)
    body = refused.content.decode()
    assert refused.status_code == 422
    assert "G-2" in body
    assert 'id="plan"' not in body
    assert not table.view().combatants[0].planned


@pytest.mark.parametrize(
    ("who", "status"), [("bob", 403), ("eve", 403), ("mallory", 404), ("nobody", 404), ("gm", 200), ("hana", 200)]
)
def test_who_may_hand_in_for_saber(table, who, status):
    assert table.hand_in(who, table.war.saber, table.war.lancer, SABERS_PLAN).status_code == status


@pytest.mark.parametrize(
    ("who", "status"), [("alice", 403), ("eve", 403), ("mallory", 404), ("gm", 200), ("hana", 200)]
)
def test_who_may_open_slots(table, who, status):
    table.both_sealed()
    assert table.order("reveal", by=who, slots=1).status_code == status


def test_an_assistant_who_acts_for_a_player_is_named_in_the_log(table):
    table.hand_in("hana", table.war.saber, table.war.lancer, SABERS_PLAN)
    assert "hana 님이 세이버의 패를 봉인했습니다" in text(table.page("eve"))


def test_special_damage_an_override_and_the_end_need_only_the_desk(table):
    table.order("special_damage", to=table.war.lancer.code, amount=5, reason="무너진 천장")
    table.order("override", who=table.war.saber.code, hp=50, mp="−10", reason="지난 장면의 상처")
    assert table.numbers() == {"세이버": (50, -10), "랜서": (55, 70)}
    table.order("end")
    assert table.view().phase == "ended"
    told = text(table.page("eve"))
    assert "무너진 천장" in told
    assert "진행자가 싸움을 끝냈습니다" in told


@pytest.mark.parametrize(
    ("do", "fields"),
    [("special_damage", {"to": "{lancer}", "amount": 5}), ("override", {"who": "{lancer}", "hp": 50})],
)
def test_a_reason_is_kept_as_far_as_a_log_can_hold_it(table, do, fields):
    fields = {key: str(value).format(lancer=table.war.lancer.code) for key, value in fields.items()}
    table.order(do, **fields, reason="무너진\0 천장" + "장" * 5000)
    kept = table.fight.record.entries.latest("seq").move["reason"]
    assert kept == ("무너진 천장" + "장" * 5000)[:200]


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "special_damage", "to": "x", "amount": "5", "reason": "까닭"},
        {"do": "special_damage", "amount": "많이", "reason": "까닭"},
        {"do": "special_damage", "amount": "9" * 40, "reason": "까닭"},
        {"do": "override", "who": "x", "hp": "1", "reason": "까닭"},
        {"do": "override", "reason": "까닭"},
        {"do": "override", "hp": "1.5", "reason": "까닭"},
        {"do": "move_line", "who": "x", "line": "sideways"},
        {"do": "enter"},
        {"do": "plan"},
        {"do": ""},
        {"do": "\0"},
    ],
)
def test_an_order_that_makes_no_sense_is_refused_with_a_sentence(table, fields):
    refused = table.order(fields.pop("do"), **fields)
    assert refused.status_code == 422
    assert re.search(r'id="said"[^>]*>\s*\S', refused.content.decode())
    assert table.fight.record.entries.count() == 0


@pytest.mark.parametrize("by", ["", "\0", "nobody", "gm"])
def test_a_declaration_for_nobody_is_refused_to_everybody(table, by):
    assert [table.post(who, "moves/", do="retreat", by=by).status_code for who in ("gm", "alice")] == [403, 403]


def test_without_scripts_a_refused_plan_comes_back_with_the_slot_that_is_wrong(table):
    foe = table.war.lancer.code
    laid = {f"a-{slot}-{foe}": "smash" for slot in range(1, 6)}
    answer = table.war.client("alice").post(table.at(f"plans/{table.war.saber.code}/"), {"round": "1", **laid})
    body = answer.content.decode()
    assert answer.status_code == 422
    assert re.search(r'id="said"[^>]*>5번 칸\. 남은 강타가 없습니다\.', body)
    assert re.findall(r'class="slot wrong" data-slot="(\d+)"', body) == ["5"]
    assert body.count('value="smash" selected') == 5


def test_who_only_watches_sees_the_sides_across_from_each_other(table):
    page = table.page("eve")
    left, right = re.search(r'(?s)class="versus">\s*<div>(.*?)</div>\s*<div>(.*)', page).groups()
    assert ("세이버" in left, "랜서" in left, "랜서" in right) == (True, False, True)


@pytest.mark.parametrize(
    "fields", [{"round": "x"}, {"round": "\0"}, {}, {"round": "999999999999999999999"}, {"round": "-1"}]
)
def test_a_plan_without_its_round_is_from_another_screen(table, fields):
    assert table.post("alice", f"plans/{table.war.saber.code}/", **fields).status_code == 409


@pytest.mark.parametrize("word", ["np:none", "skill:'", "강타", "\u202esmash", "x" * 5000, "spell:\0"])
def test_a_card_nobody_has_is_refused_whatever_it_is_called(table, word):
    refused = table.hand_in("alice", table.war.saber, table.war.lancer, (word,))
    assert refused.status_code == 422
    assert not table.fight.record.entries.exists()


def test_fields_that_are_no_part_of_a_plan_change_nothing(table):
    answer = table.post(
        "alice", f"plans/{table.war.saber.code}/", **{"round": 1, "a-0-x": "smash", "a-99-x": "smash", "b-1-x": "smash"}
    )
    assert answer.status_code == 200
    assert [slot.attack for slot in _own(table, table.war.saber).plan] == [{}] * 7


def _own(table, character):
    table.fight.record.refresh_from_db()
    return records.view(table.fight.record, (character.code,)).own[0]


def test_a_name_is_text_and_never_markup(war):
    Character.objects.filter(pk=war.saber.pk).update(name="<img src=x>&\"'")
    fight = Table(war)
    for who in ("alice", "bob", "gm", "eve"):
        assert "<img src=x>" not in fight.page(who)


def test_a_player_who_was_made_a_spectator_watches_and_hands_in_nothing(table):
    Seat.objects.filter(pk=table.war.seats["alice"].pk).update(role=Role.SPECTATOR)
    assert 'id="plan-form"' not in table.page("alice")
    assert table.hand_in("alice", table.war.saber, table.war.lancer, SABERS_PLAN).status_code == 403


def test_a_page_that_hears_its_stream_is_answered_with_what_is_said_alone(table):
    fields = {f"a-1-{table.war.lancer.code}": "smash", "round": 1}
    answer = table.war.client("alice").post(table.at(f"plans/{table.war.saber.code}/"), fields, **HTMX, HTTP_X_LIVE="1")
    assert re.findall(r'id="([^"]+)"', answer.content.decode()) == ["said"]


class TestRewind:
    def test_what_goes_to_the_sheets_is_decided_again_after_a_rewind(self, table):
        table.both_sealed()
        table.order("reveal")
        Fight.objects.filter(pk=table.fight.pk).update(written_back=True)
        table.post("gm", "rewind/", to=2, seen=3, reason="다시")
        assert Fight.objects.get(pk=table.fight.pk).written_back is None

    def test_the_gm_takes_a_slot_back_and_the_log_says_so(self, table):
        table.both_sealed()
        table.order("reveal", slots=2)
        table.fight.record.refresh_from_db()
        answer = table.post("gm", "rewind/", to=2, seen=3, reason="잘못 열었습니다")
        assert answer.status_code == 200
        assert table.view().slots == ()
        told = text(table.page("eve"))
        assert "싸움을 되감았습니다: 잘못 열었습니다" in told
        assert "되감김" in told

    def test_seals_of_before_stand_again(self, table):
        table.both_sealed()
        seal = re.search(r"[0-9A-F]{4} [0-9A-F]{4}", text(table.page("bob")))[0]
        table.hand_in("alice", table.war.saber, table.war.lancer, ("counter",))
        table.fight.record.refresh_from_db()
        table.post("gm", "rewind/", to=2, seen=3, reason="옛 목록으로")
        assert seal in text(table.page("bob"))

    @pytest.mark.parametrize("fields", [{"to": "x"}, {"to": 9}, {"to": 0, "reason": ""}, {"to": -1}])
    def test_a_rewind_that_makes_no_sense_is_refused(self, table, fields):
        table.both_sealed()
        assert table.post("gm", "rewind/", **{"seen": 2, "reason": "까닭", **fields}).status_code == 422

    def test_players_do_not_rewind(self, table):
        table.both_sealed()
        assert table.post("alice", "rewind/", to=0, seen=2, reason="싫어요").status_code == 403


class TestLook:
    """Trap 7: whether the GM sees sealed plans is the campaign's choice, and the log says when he looks."""

    def test_it_is_off_by_default(self, table):
        table.both_sealed()
        assert table.post("gm", "look/").status_code == 404
        assert "덮인 패 보기" not in table.page("gm")

    def test_who_looks_is_told_to_everybody(self, table):
        table.war.campaign.gm_sees_sealed = True
        table.war.campaign.save()
        table.both_sealed()
        shown = table.post("gm", "look/").content.decode()
        assert "card-onslaught" in shown
        assert "gm이 덮인 패를 보았습니다" in text(table.page("alice")) or "gm" in text(table.page("alice"))
        assert table.fight.record.entries.last().move["do"] == "look"

    def test_neither_assistants_nor_players_look(self, table):
        table.war.campaign.gm_sees_sealed = True
        table.war.campaign.save()
        table.both_sealed()
        assert [table.post(who, "look/").status_code for who in ("hana", "alice", "eve", "mallory")] == [
            403,
            403,
            403,
            404,
        ]


class TestSeals:
    def check(self, table, who, seq):
        return text(table.page(who, f"seals/{seq}/"))

    def test_before_the_opening_only_digits_are_shown(self, table):
        table.both_sealed()
        assert "아직 다 열리지 않았습니다" in self.check(table, "bob", 1)
        assert "smash" not in table.page("bob", "seals/1/")

    def test_after_the_opening_everybody_can_check(self, table):
        table.both_sealed()
        table.order("reveal")
        checked = self.check(table, "eve", 1)
        assert "봉인한 그대로입니다" in checked
        assert "smash" in checked

    def test_what_an_early_end_left_covered_stays_covered(self, table):
        table.both_sealed()
        table.order("reveal", slots=2)
        table.order("end")
        assert "smash" not in table.page("bob", "seals/1/")
        assert "봉인한 그대로입니다" in self.check(table, "alice", 1)

    def test_an_entry_that_made_no_standing_seal_is_not_found(self, table):
        table.both_sealed()
        table.order("reveal", slots=1)
        assert table.war.client("eve").get(table.at("seals/3/")).status_code == 404


class TestPages:
    @pytest.mark.parametrize("who", ["alice", "gm", "eve"])
    def test_a_long_log_costs_no_more_queries(self, table, who, django_assert_max_num_queries):
        table.both_sealed()
        for n in range(30):
            table.order("special_damage", to=table.war.lancer.code, amount=1, reason=f"{n}")
        client = table.war.client(who)
        with django_assert_max_num_queries(12):
            assert client.get(table.at()).status_code == 200

    def test_pages_are_never_stored(self, table):
        assert "no-store" in table.war.client("alice").get(table.at())["Cache-Control"]

    @pytest.mark.parametrize("who", ["mallory", "nobody"])
    @pytest.mark.parametrize("rest", ["", "stage/", "stream/", "seals/1/"])
    def test_to_strangers_there_is_no_fight(self, table, who, rest):
        table.both_sealed()
        assert table.war.client(who).get(table.at(rest)).status_code == 404

    def test_a_fight_of_another_war_is_not_found_here(self, table):
        other = Fight.objects.get(pk=table.fight.pk)
        other.campaign.pk = None
        other.campaign.code = "elsewhere"
        other.campaign.save()
        Fight.objects.filter(pk=other.pk).update(campaign=other.campaign)
        assert table.war.client("alice").get(table.at()).status_code == 404

    def test_a_player_cannot_open_another_hand(self, table):
        page = table.page("bob", f"?as={table.war.saber.code}")
        assert f"plans/{table.war.saber.code}/" not in page

    def test_the_log_of_a_whole_battle_is_in_order_newest_first(self, war):
        fight = battle(war)
        page = text(war.client("eve").get(war.address(f"fights/{fight.code}/")).content.decode())
        assert page.index("7번 칸.") < page.index("6번 칸.") < page.index("1번 칸.")


def test_the_ledger_names_who_supported(db):
    table = melee()
    table.plan("saber", {"lancer": "smash"}, {})
    table.plan("rider", *[{"to": "saber", "with": "general", "for": "attack"}] * 2)
    for who in ("lancer", "archer"):
        table.plan(who)
    reveal(table.war, table.fight, slots=2)
    for who in ("bob", "eve", "gm"):
        page = table.war.client(who).get(table.at("told/1/1/")).content.decode()
        assert "일반 공격 보조 (라이더)" in text(page)


class TestWithoutScripts:
    """Plans and moves are plain forms: what is refused comes back as the page, with the sentence and what was laid."""

    def post(self, table, who, rest, fields):
        return table.war.client(who).post(table.war.address(f"fights/{table.fight.code}/{rest}"), fields)

    def test_a_refused_plan_comes_back_with_its_reason_and_its_cards(self, table):
        five = {f"a-{number}-{table.war.lancer.code}": "smash" for number in range(1, 6)}
        answer = self.post(table, "alice", f"plans/{table.war.saber.code}/", {"round": 1, **five})
        page = answer.content.decode()
        assert answer.status_code == 422
        assert "남은 강타가 없습니다" in text(page.split('id="said"')[1])
        assert page.count('<option value="smash" selected>') == 5
        assert not table.fight.record.entries.exists()

    def test_a_refused_move_of_the_desk_comes_back_with_its_reason(self, table):
        order = {"do": "special_damage", "seen": table.fight.record.seq, "to": table.war.saber.code, "amount": "0"}
        answer = self.post(table, "gm", "moves/", {**order, "reason": "시험"})
        assert answer.status_code == 422
        assert 'class="said refused"' in answer.content.decode()

    def test_a_move_from_an_older_screen_comes_back_as_it_stands_now(self, table):
        answer = self.post(table, "gm", "moves/", {"do": "reveal", "seen": 99})
        assert answer.status_code == 409
        assert "방금 누른 것은 하지 않았습니다" in text(answer.content.decode())

    @pytest.mark.parametrize("who", ["gm", "alice"])
    def test_every_form_of_the_page_says_where_it_goes_and_carries_its_token(self, table, who):
        page = table.war.client(who).get(table.war.address(f"fights/{table.fight.code}/")).content.decode()
        forms = re.findall(r"<form.*?</form>", page.split("<main" if who == "alice" else 'class="desk"')[1], re.S)
        assert len(forms) > 0
        for form in forms:
            assert 'method="post" action="/c/' in form
            assert "csrfmiddlewaretoken" in form


class TestTheSamePlanAgain:
    def test_makes_no_second_seal(self, table):
        for _ in range(6):
            assert table.hand_in("alice", table.war.saber, table.war.lancer, SABERS_PLAN).status_code in (200, 302)
        assert table.fight.record.entries.count() == 1

    def test_another_one_does(self, table):
        table.hand_in("alice", table.war.saber, table.war.lancer, SABERS_PLAN)
        table.hand_in("alice", table.war.saber, table.war.lancer, SABERS_PLAN[:-1])
        table.hand_in("alice", table.war.saber, table.war.lancer, SABERS_PLAN)
        assert table.fight.record.entries.count() == 3

    def test_who_acts_for_another_learns_nothing_by_it(self, table):
        """Otherwise the GM could find out a sealed plan by trying."""
        table.hand_in("alice", table.war.saber, table.war.lancer, SABERS_PLAN)
        table.hand_in("gm", table.war.saber, table.war.lancer, SABERS_PLAN)
        assert table.fight.record.entries.count() == 2


class TestNumbersAboveTheFullOnes:
    def override(self, table, **fields):
        return table.order("override", who=table.war.saber.code, reason="시험", **fields)

    @pytest.mark.parametrize("fields", [{"hp": "999999"}, {"mp": "71"}, {"card.smash": "5"}])
    def test_are_asked_back_and_done_when_they_are_meant(self, table, fields):
        answer = self.override(table, **fields)
        assert answer.status_code == 422
        assert "많습니다" in text(answer.content.decode())
        assert not table.fight.record.entries.exists()
        assert self.override(table, **fields, above="1").status_code == 200

    def test_up_to_the_full_ones_nothing_is_asked(self, table):
        assert self.override(table, hp="50").status_code == 200
        assert self.override(table, **{"hp": "80", "mp": "70", "card.smash": "4"}).status_code == 200

    def test_what_is_already_above_may_be_lowered_unasked(self, table):
        self.override(table, hp="120", above="1")
        assert self.override(table, hp="110").status_code == 200


def test_equal_cards_that_differ_in_rank_name_the_winner(war):
    fight = battle(war)
    page = text(war.client("eve").get(war.address(f"fights/{fight.code}/")).content.decode())
    assert "반격이 반격을 이겼습니다" not in page
    assert "같은 반격끼리 세이버가 이겼습니다" in page


def test_the_whole_log_has_a_page_of_its_own(war, django_assert_max_num_queries):
    fight = battle(war)
    for who in ("alice", "eve", "gm"):
        client = war.client(who)
        assert "fights/" + fight.code + "/log/" in client.get(war.address(f"fights/{fight.code}/")).content.decode()
        with django_assert_max_num_queries(12):
            page = client.get(war.address(f"fights/{fight.code}/log/")).content.decode()
        assert text(page).count("봉인했습니다") == 2
        assert [f"{slot}번 칸." in text(page) for slot in range(1, 8)] == [True] * 7


def test_who_may_retreat_is_told_what_it_is_likely_to_cost(table):
    """R-RET-3: twelve from a stranger is too much."""
    page = text(table.page("alice"))
    assert "피해는 12이고, 100번에 0번 벗어납니다" in page
    assert "100번에" not in text(table.page("gm"))


@pytest.mark.parametrize("language", ["ko", "en", "ja", "zh-hant"])
def test_where_one_damage_alone_is_possible_it_is_said_once(language):
    def said(low, high):
        with translation.override(language):
            there = {"escape": {"low": low, "high": high, "percent": 70}, "screen": {"standing_foes": 1}}
            return re.findall(r"<b>(.*?)</b>", render_to_string("combat/hand/retreat.html", there))[0]

    assert (said(11, 13).count("11"), said(11, 13).count("13")) == (1, 1)
    assert said(11, 11).count("11") == 1
    assert said(11, 11).isascii() == (language == "en")
