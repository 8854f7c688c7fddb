"""A fight is opened from copies of the sheets, by who runs the table, with everybody at his chair."""

import unicodedata

import msgspec
import pytest
from django.template.loader import render_to_string
from django.utils import timezone, translation

from campaigns.models import Campaign
from characters import sheets
from characters.sheet import Master, Servant
from combat import lineup
from combat.models import Fight
from combat.opening import Pick, open_fight, sheeted
from combat.rules.settings import Settings
from tabletop import records
from tabletop.game import Illegal
from tabletop.models import Record
from tests.combat.war import text_of


def setup_of(fight):
    return {combatant["id"]: combatant for combatant in fight.record.setup["combatants"]}


def chairs_of(fight):
    return dict(fight.record.chairs.values_list("seat", "user__nickname"))


def test_a_fight_copies_the_sheets_under_the_names_everybody_uses(war):
    saber = setup_of(war.fight())[war.saber.code]
    assert (saber["name"], saber["side"], saber["line"], saber["hp"], saber["mp"]) == ("세이버", "A", "front", 80, 70)
    assert saber["ranks"]["endurance"] == "A"


def test_editing_a_sheet_later_does_not_change_the_fight(war):
    fight = war.fight()
    sheets.change(war.saber, lambda sheet: msgspec.structs.replace(sheet, hp=1, endurance="E"), None, "written")
    records.forget()
    assert records.view(fight.record, ()).combatants[0].hp == 80


def test_the_fight_remembers_which_version_of_a_sheet_it_copied(war):
    sheets.change(war.lancer, lambda sheet: msgspec.structs.replace(sheet, hp=55), None, "written")
    versions = dict(war.fight().fighters.values_list("combatant", "version"))
    assert versions == {war.saber.code: 1, war.lancer.code: 2}


@pytest.mark.parametrize("beside", [True, False])
def test_a_servant_is_bound_to_his_master_whether_or_not_that_one_fights(war, beside):
    saber = setup_of(war.fight(master=beside))[war.saber.code]
    assert (saber["master"], saber["command_spells"], saber["forced_return_used"]) == (war.emi.code, 3, False)


def test_players_sit_at_their_own_chairs_and_the_host_at_the_others(war):
    """An absent Master has a chair too, since he may be asked for a command spell."""
    assert chairs_of(war.fight()) == {war.saber.code: "alice", war.lancer.code: "bob", war.emi.code: "gm"}


def test_who_was_removed_from_the_table_plays_no_more(war):
    war.seats["bob"].removed_at = timezone.now()
    war.seats["bob"].save()
    assert chairs_of(war.fight())[war.lancer.code] == "gm"


def test_house_rules_go_into_the_setup_as_they_differ(war):
    assert war.fight(slots_per_round=7).record.setup["settings"] == {"slots_per_round": 7}


def in_front(*characters_and_sides):
    return tuple(Pick(character.code, side, "front") for character, side in characters_and_sides)


@pytest.mark.parametrize(
    ("code", "at", "picks"),
    [
        ("one_side", "combatants", lambda war: in_front((war.saber, "A"), (war.lancer, "A"))),
        ("one_side", "combatants", lambda war: ()),
        (
            "nobody_in_front",
            "combatants",
            lambda war: (*in_front((war.saber, "A")), Pick(war.lancer.code, "B", "back")),
        ),
        ("not_his_master", "combatants", lambda war: in_front((war.saber, "A"), (war.emi, "B"))),
        (
            "no_such_character",
            "combatants[1]",
            lambda war: (*in_front((war.saber, "A")), Pick("0000000000", "B", "front")),
        ),
        ("malformed", "settings.rounds", lambda war: war.picks()),
    ],
)
def test_what_cannot_be_fought_is_refused_and_leaves_nothing(war, code, at, picks):
    settings = {"rounds": 0} if at.startswith("settings") else {}
    refused = open_fight(war.campaign, war.seats["gm"], "", picks(war), settings)
    assert isinstance(refused, Illegal)
    assert (refused.code, refused.at) == (code, at)
    assert not Record.objects.exists() and not Fight.objects.exists()


def test_another_war_s_sheets_are_not_there(war):
    elsewhere = Campaign.objects.create(name="다른 전쟁")
    stranger = sheets.create(elsewhere, Servant(name="버서커", hp=9), by=None, owner=None)
    refused = open_fight(war.campaign, war.seats["gm"], "", in_front((war.saber, "A"), (stranger, "B")), {})
    assert refused == Illegal("no_such_character", "format", "combatants[1]")


def test_a_form_sent_twice_opens_one_fight(war):
    once, again = (open_fight(war.campaign, war.seats["gm"], "", war.picks(), {}, code="00000abcde") for _ in range(2))
    assert once == again and Fight.objects.get().code == "00000abcde"


def test_the_address_of_another_war_s_fight_is_not_taken(war):
    elsewhere = Campaign.objects.create(name="다른 전쟁")
    war.fight()
    Fight.objects.update(campaign=elsewhere, code="00000abcde")
    opened = open_fight(war.campaign, war.seats["gm"], "", war.picks(), {}, code="00000abcde")
    assert opened.campaign == war.campaign and opened.code != "00000abcde"


# ---- the form's first guess and its rows


def test_two_servants_who_are_played_meet_each_other(war):
    sheets.create(war.campaign, Servant(name="아무도 맡지 않은 캐스터", hp=9), by=None, owner=None)
    assert lineup.guess(sheeted(war.campaign)) == war.picks()


def test_with_three_there_is_nothing_to_guess(war):
    sheets.create(war.campaign, Servant(name="캐스터", hp=9), by=None, owner=war.seats["hana"])
    assert lineup.guess(sheeted(war.campaign)) == ()


def test_a_master_stands_after_his_servant_and_one_without_at_the_end(war):
    sheets.create(war.campaign, Master(name="홀로"), by=None, owner=None)
    rows = lineup.rows(sheeted(war.campaign), (), Settings(), None)
    assert [row.name for row in rows] == ["세이버", "에미", "랜서", "홀로"]


def test_a_sheet_that_cannot_fight_says_so_before_it_is_tried(war):
    sheets.change(war.lancer, lambda sheet: msgspec.structs.replace(sheet, hp=0), None, "written")
    unfit = {row.name: row.unfit for row in lineup.rows(sheeted(war.campaign), (), Settings(), None) if row.unfit}
    assert unfit == {"랜서": Illegal("malformed", "format", "", {"inside": "hp"})}


def test_a_refusal_about_one_combatant_stands_at_his_row(war):
    refused = Illegal("starts_below_floor", "format", "combatants[1]")
    assert lineup.blame(refused, war.picks()) == {war.lancer.code: refused}


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("one_side", "편이 둘이 아닙니다."),
        ("nobody_in_front", "전열에 아무도 없는 편이 있습니다."),
        ("not_his_master", "서번트와 그 마스터가 다른 편에 섰습니다."),
        ("no_such_character", "고른 시트 하나가 이제 없습니다."),
        ("starts_below_floor", "마력이 하한보다 낮아"),
        ("pool_disagrees", "령주"),
    ],
)
def test_every_refusal_is_a_sentence(code, said):
    with translation.override("ko"):
        told = render_to_string("combat/opening_refused.html", {"refused": Illegal(code, "format", "combatants")})
    assert said in told


# ---- the page


def form_of(war, **fields):
    sides = {f"side.{war.saber.code}": "A", f"side.{war.lancer.code}": "B"}
    return {**sides, "address": "00000abcde", **fields}


def test_from_the_campaign_it_is_two_taps(war):
    page = text_of(war.client("gm").get(war.address("fights/new/")))
    assert f'name="side.{war.saber.code}" value="A" checked' in page
    assert f'name="side.{war.lancer.code}" value="B" checked' in page
    answer = war.client("gm").post(war.address("fights/new/"), form_of(war))
    fight = Fight.objects.get()
    assert answer["location"] == war.address(f"fights/{fight.code}/")
    assert (fight.title, fight.by, fight.code) == ("세이버 대 랜서", war.seats["gm"].user, "00000abcde")


def test_a_double_tap_comes_to_the_same_fight(war):
    answers = [war.client("gm").post(war.address("fights/new/"), form_of(war)) for _ in range(2)]
    assert answers[0]["location"] == answers[1]["location"] and Fight.objects.count() == 1


def test_the_rules_of_the_war_are_the_preset_and_the_form_can_differ(war):
    war.campaign.rules = {"slots_per_round": 7, "victory": "points"}
    war.campaign.save()
    war.client("gm").post(war.address("fights/new/"), form_of(war, **{"rule.victory": "hp_ratio"}))
    assert Fight.objects.get().record.setup["settings"] == {"slots_per_round": 7}


def test_a_refused_form_keeps_what_was_chosen_and_says_what_is_wrong(war):
    sides = {f"side.{war.saber.code}": "A", f"side.{war.lancer.code}": "A", f"line.{war.lancer.code}": "back"}
    answer = war.client("gm").post(war.address("fights/new/"), {**sides, "title": "부두"})
    page = text_of(answer)
    assert answer.status_code == 422 and "편이 둘이 아닙니다." in page
    assert f'name="side.{war.lancer.code}" value="A" checked' in page
    assert f'name="line.{war.lancer.code}" value="back" checked' in page
    assert 'value="부두"' in page


def test_a_rule_that_cannot_be_is_refused_at_its_place_with_what_was_typed(war):
    answer = war.client("gm").post(war.address("fights/new/"), form_of(war, **{"rule.slots_per_round": "99"}))
    assert answer.status_code == 422 and not Fight.objects.exists()
    assert 'name="rule.slots_per_round" value="99"' in text_of(answer)
    assert "1부터 25까지의 수를 적으세요." in text_of(answer)


@pytest.mark.parametrize("title", ["가" * 81, "부두\0", "부두\u202e", "\u3164"])
def test_a_title_that_nobody_can_read_is_refused(war, title):
    answer = war.client("gm").post(war.address("fights/new/"), form_of(war, title=title))
    assert answer.status_code == 422 and "제목으로 쓸 수 없습니다." in text_of(answer)


def test_a_title_is_kept_in_one_spelling(war):
    war.client("gm").post(
        war.address("fights/new/"), form_of(war, title=unicodedata.normalize("NFD", "  부두의  결투 "))
    )
    assert Fight.objects.get().title == "부두의 결투"


def test_nonsense_in_the_form_opens_nothing(war):
    nonsense = {"side.": "A", "side.0000000000": "Z", f"side.{war.saber.code}": "A\0", "address": "../../x"}
    assert war.client("gm").post(war.address("fights/new/"), nonsense).status_code == 422


def test_a_change_in_the_form_asks_what_it_would_come_to(war):
    sides = {f"side.{war.saber.code}": "A", f"side.{war.emi.code}": "A", f"line.{war.emi.code}": "back"}
    told = text_of(war.client("gm").get(war.address("fights/new/"), sides, headers={"HX-Request": "true"}))
    assert told.startswith('<div class="ready"') and "후열: 에미" in told
    assert "두 편이 있어야 하고" in told and 'aria-disabled="true"' in told


def test_a_war_without_sheets_says_what_comes_first(war):
    war.campaign.characters.update(campaign=Campaign.objects.create(name="다른 곳"))
    assert "아직 하나도 없습니다." in text_of(war.client("gm").get(war.address("fights/new/")))


def test_the_form_costs_the_same_however_many_sheets_there_are(war, django_assert_max_num_queries):
    for number in range(12):
        sheets.create(war.campaign, Servant(name=f"서번트 {number}", hp=50), by=None, owner=war.seats["alice"])
    gm = war.client("gm")
    with django_assert_max_num_queries(6):
        gm.get(war.address("fights/new/"))
