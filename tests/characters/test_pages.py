from types import SimpleNamespace

import msgspec
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from campaigns.models import Campaign
from characters import sheets
from characters.models import Character, SheetVersion
from characters.sheet import Servant, Skill, Who
from tests.campaigns.table import client_of
from tests.characters.pages import address, answers_in, rewrite, write_new
from tests.characters.sheets import SABER

replace = msgspec.structs.replace


def listed(table: SimpleNamespace, who: str) -> str:
    page = client_of(getattr(table, who).user).get(reverse("sheets", args=(table.code,)))
    return page.content.decode()


def sheet_page(table: SimpleNamespace, who: str, character: Character | None = None) -> str:
    page = client_of(getattr(table, who).user).get(address("sheet", character or table.saber))
    return page.content.decode()


# ---- reading


def test_others_see_a_true_name_of_three_question_marks(table: SimpleNamespace) -> None:
    for who in ("bob", "eve"):
        page = sheet_page(table, who)
        assert "???" in page and "로엔" not in page and "갈대 물결" not in page
    assert "로엔, 갈대 왕관의 기사" in sheet_page(table, "alice")


def test_the_notes_for_the_gm_are_there_for_the_table_alone(table: SimpleNamespace) -> None:
    assert "배신은 나흘째 밤에." in sheet_page(table, "gm")
    assert "배신은 나흘째 밤에." in sheet_page(table, "assistant")
    assert "배신은 나흘째 밤에." not in sheet_page(table, "alice")


def test_one_s_own_sheets_come_first(table: SimpleNamespace) -> None:
    sheets.create(table.campaign, Servant(name="랜서"), by=table.bob.user, owner=table.bob)
    page = listed(table, "bob")
    assert page.index("랜서") < page.index("세이버")


def test_an_empty_list_says_what_to_do_next(table: SimpleNamespace) -> None:
    Character.objects.update(campaign=Campaign.objects.create(name="Elsewhere"))
    assert "첫 시트를 적거나" in listed(table, "alice")
    assert "참가자가 적으면" in listed(table, "eve")


def test_a_player_is_offered_only_the_kinds_he_does_not_have_yet(table: SimpleNamespace) -> None:
    assert "새 서번트" not in listed(table, "alice") and "새 서번트" in listed(table, "bob")
    assert "새 서번트" in listed(table, "gm") and "새 서번트" not in listed(table, "eve")


def test_a_sheet_costs_few_queries_however_long_its_history(
    table: SimpleNamespace, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    sheets.write(table.saber, replace(SABER, master=table.emi.code), None, "written")
    for hp in range(40):
        sheets.write(table.saber, replace(SABER, master=table.emi.code, hp=hp + 1), None, "fight")
    client = client_of(table.alice.user)
    for name in ("sheet", "sheet-edit"):
        with django_assert_max_num_queries(12):
            client.get(address(name, table.saber))
    with django_assert_max_num_queries(6):
        client.get(address("sheet-versions", table.saber))


def test_the_list_costs_the_same_for_two_sheets_and_for_twelve(
    table: SimpleNamespace, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = client_of(table.bob.user)
    there = reverse("sheets", args=(table.code,))
    with django_assert_num_queries(6):
        client.get(there)
    for count in range(10):
        sheets.create(table.campaign, Servant(name=f"서번트 {count}"), by=None, owner=table.bob)
    with django_assert_num_queries(6):
        client.get(there)


def test_a_page_that_not_everybody_sees_is_kept_by_no_cache(table: SimpleNamespace) -> None:
    page = client_of(table.alice.user).get(address("sheet", table.saber))
    assert page["Cache-Control"] == "private, no-store"


# ---- a new sheet


def test_a_player_writes_his_own_servant(table: SimpleNamespace) -> None:
    answer = write_new(table.bob, name="랜서", class_="랜서", agility="A", agility__plus="2", hp_max="60", mp_max="70")
    lancer = Character.objects.get(name="랜서")
    assert answer.status_code == 302 and answer["Location"] == address("sheet", lancer)
    assert lancer.owner == table.bob
    now = sheets.current(lancer)
    assert isinstance(now, Servant)
    assert (now.agility, now.hp, now.hp_max) == ("A++", 60, 60)


def test_the_gm_writes_for_whom_he_names(table: SimpleNamespace) -> None:
    write_new(table.gm, "master", name="달그림자", hp_max="20", mp_max="30", owner=str(table.bob.pk))
    assert Character.objects.get(name="달그림자").owner == table.bob
    write_new(table.gm, name="떠도는 이", hp_max="40", mp_max="60")
    assert Character.objects.get(name="떠도는 이").owner is None


def test_a_player_makes_a_sheet_for_nobody_else(table: SimpleNamespace) -> None:
    write_new(table.bob, name="랜서", hp_max="60", mp_max="70", owner=str(table.alice.pk))
    assert Character.objects.get(name="랜서").owner == table.bob


def test_a_second_servant_is_the_gm_s_to_make_and_a_spectator_makes_none(table: SimpleNamespace) -> None:
    for seat, why in ((table.alice, "서번트가 이미 있습니다."), (table.eve, "지켜보는 사람은 시트를 적지 않습니다.")):
        new = reverse("sheet-new", args=(table.code, "servant"))
        refused = client_of(seat.user).post(new, {"name": "둘째", "hp_max": "1", "mp_max": "1"})
        assert (refused.status_code, why in refused.content.decode()) == (403, True)
    assert not Character.objects.filter(name="둘째").exists()


def test_two_taps_on_save_make_one_sheet(table: SimpleNamespace) -> None:
    client, new = client_of(table.bob.user), reverse("sheet-new", args=(table.code, "servant"))
    said = answers_in(client.get(new)) | {"name": "랜서", "hp_max": "60", "mp_max": "70"}
    first, second = client.post(new, said), client.post(new, said)
    assert first["Location"] == second["Location"]
    assert Character.objects.filter(name="랜서").count() == 1


def test_an_unknown_kind_is_nowhere(table: SimpleNamespace) -> None:
    assert client_of(table.gm.user).get(f"/c/{table.code}/sheets/new/dragon/").status_code == 404


# ---- rewriting


def test_an_owner_rewrites_his_sheet(table: SimpleNamespace) -> None:
    answer = rewrite(client_of(table.alice.user), table.saber, wish="바다로 돌아간다", strength="EX")
    assert answer.status_code == 302
    now = sheets.current(table.saber)
    assert isinstance(now, Servant)
    assert (now.wish, now.strength, now.notes) == ("바다로 돌아간다", "EX", SABER.notes)


def test_saving_without_a_change_makes_no_version_and_says_so(table: SimpleNamespace) -> None:
    client = client_of(table.alice.user)
    answer = rewrite(client, table.saber)
    assert SheetVersion.objects.filter(character=table.saber).count() == 1
    assert "바뀐 것이 없습니다." in client.get(answer["Location"]).content.decode()


def test_a_sheet_is_given_to_somebody_else_by_the_table(table: SimpleNamespace) -> None:
    rewrite(client_of(table.gm.user), table.saber, owner=str(table.bob.pk))
    table.saber.refresh_from_db()
    assert table.saber.owner == table.bob
    assert client_of(table.alice.user).get(address("sheet-edit", table.saber)).status_code == 403


def test_the_sheet_of_somebody_who_left_stays_his_until_the_table_gives_it_away(table: SimpleNamespace) -> None:
    table.alice.removed_at = timezone.now()
    table.alice.save()
    rewrite(client_of(table.gm.user), table.saber, wish="바다")
    table.saber.refresh_from_db()
    assert table.saber.owner == table.alice


def test_what_is_wrong_is_said_at_its_place_and_nothing_is_stored(table: SimpleNamespace) -> None:
    answer = rewrite(client_of(table.alice.user), table.saber, hp="-4", wish="바다")
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "0부터 9999까지" in page and 'id="i-hp-fault"' in page and 'href="#i-hp"' in page
    assert answers_in(answer)["wish"] == ["바다"]
    assert SheetVersion.objects.filter(character=table.saber).count() == 1


@pytest.mark.parametrize(
    "name",
    ["세이버\x00", "세\u202e이버", "\u200b", "가" * 5000, "\ufffd", ""],
    ids=["NUL", "bidi", "zero width", "long", "not UTF-8", "empty"],
)
def test_a_name_nobody_can_read_is_refused(table: SimpleNamespace, name: str) -> None:
    assert rewrite(client_of(table.alice.user), table.saber, name=name).status_code == 422
    assert sheets.current(table.saber).name == "세이버"


def test_bytes_that_are_no_text_are_refused(table: SimpleNamespace) -> None:
    answer = client_of(table.alice.user).post(
        address("sheet-edit", table.saber), b"name=%ff%fe", content_type="application/x-www-form-urlencoded"
    )
    assert answer.status_code == 422


def test_a_body_of_ten_megabytes_is_refused(table: SimpleNamespace) -> None:
    answer = client_of(table.alice.user).post(address("sheet-edit", table.saber), {"secret": "가" * 3_500_000})
    assert answer.status_code in {400, 413}


def test_a_refused_name_comes_back_without_what_nobody_can_see(table: SimpleNamespace) -> None:
    """Saved again as it stands, it is accepted."""
    client = client_of(table.alice.user)
    refused = rewrite(client, table.saber, name="세\u200b이버 릴리")
    assert client.post(address("sheet-edit", table.saber), answers_in(refused)).status_code == 302
    assert sheets.current(table.saber).name == "세이버 릴리"


def test_a_stale_form_is_carried_over_to_the_sheet_as_it_stands(table: SimpleNamespace) -> None:
    client, edit = client_of(table.alice.user), address("sheet-edit", table.saber)
    begun = answers_in(client.get(edit))
    rewrite(client_of(table.gm.user), table.saber, strength="EX", mission="성배를 찾는다")
    stale = client.post(edit, begun | {"wish": "바다"})
    assert stale.status_code == 409
    assert "적는 동안 시트가 바뀌었습니다" in stale.content.decode()
    assert sheets.current(table.saber).wish == ""
    assert client.post(edit, answers_in(stale)).status_code == 302
    now = sheets.current(table.saber)
    assert isinstance(now, Servant)
    assert (now.wish, now.strength, now.mission) == ("바다", "EX", "성배를 찾는다")


def test_what_the_gm_writes_for_himself_gets_in_nobody_s_way(table: SimpleNamespace) -> None:
    """Or a 409 would tell the owner that there are notes."""
    client, edit = client_of(table.alice.user), address("sheet-edit", table.saber)
    begun = answers_in(client.get(edit))
    rewrite(client_of(table.gm.user), table.saber, notes="들켰다")
    assert client.post(edit, begun | {"wish": "바다"}).status_code == 302
    now = sheets.current(table.saber)
    assert (now.wish, now.notes) == ("바다", "들켰다")


def test_a_master_from_nowhere_cannot_be_named(table: SimpleNamespace) -> None:
    assert rewrite(client_of(table.alice.user), table.saber, master=table.saber.code).status_code == 422
    assert rewrite(client_of(table.alice.user), table.saber, master=table.emi.code).status_code == 302
    assert "도래솔" in sheet_page(table, "alice")


# ---- rows, with and without script


def test_rows_are_added_and_taken_out_without_any_script(table: SimpleNamespace) -> None:
    client, edit = client_of(table.alice.user), address("sheet-edit", table.saber)
    more = client.post(edit, answers_in(client.get(edit)) | {"act": "add-skills"})
    said = answers_in(more)
    (fresh,) = set(said["skills"]) - {"ward"}
    said |= {f"skills.{fresh}.name": ["노래"], f"skills.{fresh}.rank": ["C"]}
    fewer = client.post(edit, said | {"act": "remove-skills-ward"})
    assert client.post(edit, answers_in(fewer)).status_code == 302
    assert [(skill.name, skill.rank) for skill in sheets.current(table.saber).skills] == [("노래", "C")]


def test_with_htmx_only_the_part_that_changes_comes_back(table: SimpleNamespace) -> None:
    answer = rewrite(client_of(table.alice.user), table.saber, htmx=True, act="add-spells")
    page = answer.content.decode().strip()
    assert page.startswith('<section id="spells"') and page.endswith("</section>")


def test_hp_and_mp_are_filled_in_from_the_ranks_on_demand(table: SimpleNamespace) -> None:
    """G-16."""
    answer = rewrite(client_of(table.alice.user), table.saber, htmx=True, act="fill", endurance="C", mana="A")
    said = answers_in(answer)
    assert (said["hp"], said["hp_max"], said["mp"], said["mp_max"]) == (["60"], ["60"], ["100"], ["100"])
    assert SheetVersion.objects.filter(character=table.saber).count() == 1


def test_the_cards_follow_the_ranks_while_they_are_picked(table: SimpleNamespace) -> None:
    """G-2, R-OTHER-4b, and the budget that warns."""
    said = {"strength": "A", "endurance": "A", "agility": "A", "mana": "B", "luck": "B", "strength.plus": "1"}
    page = client_of(table.bob.user).post(reverse("sheet-derive", args=(table.code, "servant")), said).content.decode()
    assert "5장 · 피해 5" in page and "마력 하한 −46" in page
    assert "15점 중 23점" in page and "8점 넘음" in page and "생명력 80, 마력 90" in page


def test_the_war_s_own_rank_values_and_budgets_count(table: SimpleNamespace) -> None:
    table.campaign.rules, table.campaign.budgets = {"rank_values": {"A": 6}}, {"stats": 30}
    table.campaign.save()
    said = {"strength": "A", "endurance": "E", "agility": "E", "mana": "E", "luck": "E"}
    page = client_of(table.bob.user).post(reverse("sheet-derive", args=(table.code, "servant")), said).content.decode()
    assert "6장 · 피해 6" in page and "30점 중 9점" in page


def test_an_owner_never_gets_an_entry_of_the_gm_s_alone(table: SimpleNamespace) -> None:
    curse = Skill(id="curse", name="이름의 저주", who=Who.GM)
    sheets.write(table.saber, replace(SABER, skills=(curse, *SABER.skills)), table.gm.user, "written")
    rewrite(client_of(table.alice.user), table.saber, wish="바다")
    now = sheets.current(table.saber)
    assert [skill.name for skill in now.skills] == ["이름의 저주", "물막이"]
    edit = client_of(table.alice.user).get(address("sheet-edit", table.saber)).content.decode()
    assert "저주" not in edit and "curse" not in edit


# ---- versions


def test_the_history_tells_who_when_and_before_and_after(table: SimpleNamespace) -> None:
    rewrite(client_of(table.gm.user), table.saber, hp="60", secret="아무것도 없었다.")
    page = client_of(table.alice.user).get(address("sheet-versions", table.saber)).content.decode()
    assert "2번째 판" in page and "gm" in page
    assert "<del>80</del>" in page and "<ins>60</ins>" in page and "<ins>아무것도 없었다.</ins>" in page


def test_a_long_history_is_turned_page_by_page(table: SimpleNamespace) -> None:
    for hp in range(50):
        sheets.write(table.saber, replace(SABER, hp=hp + 1), None, "fight")
    client, there = client_of(table.alice.user), address("sheet-versions", table.saber)
    first, second = client.get(there).content.decode(), client.get(there, {"before": "12"}).content.decode()
    assert "51번째 판" in first and "12번째 판" in first and "11번째 판" not in first and "?before=12" in first
    assert "11번째 판" in second and "처음 적은 판입니다." in second and "?before" not in second
    assert client.get(there, {"before": "x"}).status_code == 200


def test_a_version_can_be_looked_at_and_restored(table: SimpleNamespace) -> None:
    client = client_of(table.alice.user)
    first = table.saber.versions.get()
    rewrite(client, table.saber, wish="바다", strength="EX")
    assert "진명" in client.get(address("sheet-version", table.saber, first.code)).content.decode()
    assert client.post(address("sheet-restore", table.saber, first.code)).status_code == 302
    assert sheets.current(table.saber) == sheets.read(first.sheet)
    latest = table.saber.versions.first()
    assert (latest.number, latest.cause, latest.source) == (3, "restored", first.code)


def test_restoring_gives_back_nothing_that_was_hidden_since(table: SimpleNamespace) -> None:
    sheets.write(table.saber, replace(SABER, who={"true_name": Who.ALL}), None, "written")
    public = table.saber.versions.first()
    sheets.write(table.saber, SABER, None, "written")
    client_of(table.alice.user).post(address("sheet-restore", table.saber, public.code))
    assert "로엔" not in sheet_page(table, "bob")


def test_an_owner_s_restoring_leaves_the_gm_s_notes_as_they_are(table: SimpleNamespace) -> None:
    first = table.saber.versions.get()
    rewrite(client_of(table.gm.user), table.saber, notes="들켰다", wish="바다")
    client_of(table.alice.user).post(address("sheet-restore", table.saber, first.code))
    now = sheets.current(table.saber)
    assert (now.wish, now.notes) == ("", "들켰다")


def test_who_may_not_write_restores_nothing(table: SimpleNamespace) -> None:
    first = table.saber.versions.get()
    for seat in (table.bob, table.eve):
        assert client_of(seat.user).post(address("sheet-restore", table.saber, first.code)).status_code == 403


# ---- pasting


def test_pasting_shows_what_was_understood_and_stores_nothing(table: SimpleNamespace) -> None:
    there = reverse("sheet-paste", args=(table.code,))
    page = client_of(table.bob.user).post(there, {"text": "이름: 랜서\n근력 B(+4)\n국수를 좋아함"}).content.decode()
    assert "근력 B" in page and "이름 랜서" in page and "읽지 못함" in page
    assert not Character.objects.filter(name="랜서").exists()


def test_a_pasted_sheet_fills_the_form_of_a_new_one(table: SimpleNamespace) -> None:
    client, new = client_of(table.bob.user), reverse("sheet-new", args=(table.code, "servant"))
    form = client.post(new, {"pasted": "이름: 랜서\n근력 B\n민첩 A++\nHP 60\nMP 70\n[기술]\n- 바람 타기 B"})
    assert form.status_code == 200
    assert client.post(new, answers_in(form)).status_code == 302
    now = sheets.current(Character.objects.get(name="랜서"))
    assert isinstance(now, Servant)
    assert (now.strength, now.agility, now.hp_max, now.skills[0].name) == ("B", "A++", 60, "바람 타기")


def test_an_empty_paste_and_a_huge_one_are_refused(table: SimpleNamespace) -> None:
    client, there = client_of(table.bob.user), reverse("sheet-paste", args=(table.code,))
    assert client.post(there, {"text": "  "}).status_code == 422
    assert client.post(there, {"text": "가" * 30_000}).status_code == 422


def test_a_player_who_has_one_is_told_before_he_goes_on(table: SimpleNamespace) -> None:
    there = reverse("sheet-paste", args=(table.code,))
    page = client_of(table.alice.user).post(there, {"text": "이름: 둘째\n근력 B"}).content.decode()
    assert "서번트가 이미 있습니다." in page


def test_who_watches_is_told_that_he_writes_no_sheet(table: SimpleNamespace) -> None:
    there = reverse("sheet-paste", args=(table.code,))
    page = client_of(table.eve.user).post(there, {"text": "이름: 둘째\n근력 B"}).content.decode()
    assert "지켜보는 사람은 시트를 적지 않습니다." in page


def test_strangers_find_no_sheet(table: SimpleNamespace, client: Client) -> None:
    for viewer in (client, client_of(table.stranger)):
        assert viewer.get(address("sheet", table.saber)).status_code == 404
