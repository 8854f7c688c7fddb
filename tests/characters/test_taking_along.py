"""Sheets that go out and come in on the pages: what everybody gets, and what an import does."""

import json
from hashlib import sha256
from io import BytesIO
from types import SimpleNamespace

import msgspec
import pytest
from django.http import HttpResponse
from django.urls import reverse

from campaigns.models import Post, Seat, Thread
from characters import sheets
from characters.exchange import archive, udonarium
from characters.knowledge.giving import Knower, open_fact, write_fact
from characters.models import Baggage, Character, Portrait
from characters.sheet import Skill, Who
from characters.visibility import settled
from tests.campaigns.table import client_of
from tests.characters.pages import address
from tests.characters.sheets import SABER
from tests.characters.test_noninterference import GM_ONLY, OWN, prepared, said, secretly
from tests.pictures import PNG, photo, png


def clip(name: str = "세이버", memo: str = "", hp: object = 41, **more: object) -> str:
    status = [{"label": "HP", "value": hp, "max": 80}]
    return json.dumps({"kind": "character", "data": {"name": name, "memo": memo, "status": status, **more}})


def bring(seat: Seat, character: Character, text: str, **more: str) -> HttpResponse:
    return client_of(seat.user).post(address("sheet-bring", character), {"text": text, **more})


def take(seat: Seat, character: Character, text: str, **more: str) -> HttpResponse:
    """Looks first, as the page makes everybody do, and then takes it in."""
    shown = bring(seat, character, text)
    assert shown.status_code == 200, shown.text
    sent = {"token": shown.context["token"], "made_from": shown.context["made_from"], "act": "take"} | more
    return client_of(seat.user).post(address("sheet-bring", character), sent)


def test_a_look_changes_nothing_and_says_what_would_change(table: SimpleNamespace) -> None:
    page = bring(table.alice, table.saber, clip(memo="근력 A\n좋아하는 것 국수"))
    assert [(change.part, change.before, change.after) for change in page.context["changes"]] == [
        ("strength", "B", "A"),
        ("hp", 80, 41),
    ]
    assert [line.text for line in page.context["unread"]] == ["좋아하는 것 국수"]
    assert sheets.current(table.saber).hp == 80 and table.saber.versions.count() == 1


def test_taking_it_in_is_a_new_version_that_says_so(table: SimpleNamespace) -> None:
    assert take(table.alice, table.saber, clip(memo="근력 A")).status_code == 302
    version = table.saber.versions.first()
    assert (version.cause, version.source, version.by, version.number) == ("import", "ccfolia", table.alice.user, 2)
    sheet = sheets.current(table.saber)
    assert (sheet.hp, sheet.strength, sheet.true_name) == (41, "A", SABER.true_name)


def test_the_name_is_left_alone_unless_somebody_says_otherwise(table: SimpleNamespace) -> None:
    page = bring(table.alice, table.saber, clip("로엔"))
    assert page.context["new_name"] == "로엔"
    take(table.alice, table.saber, clip("로엔"))
    assert sheets.current(table.saber).name == "세이버"
    take(table.alice, table.saber, clip("로엔"), rename="on")
    assert sheets.current(table.saber).name == "로엔"


def test_nothing_becomes_more_public(table: SimpleNamespace) -> None:
    hidden = msgspec.structs.replace(
        settled(SABER),
        who=settled(SABER).who | {"sex": Who.OWNER, "hp": Who.OWNER},
        skills=(msgspec.structs.replace(SABER.skills[0], who=Who.GM),),
        phantasms=(msgspec.structs.replace(SABER.phantasms[0], who=Who.ALL),),
    )
    sheets.write(table.saber, hidden, None, "written")
    memo = "성별: 여\n[기술]\n- 물막이 C\n- 새 기술 B\n[보구]\n- 갈대 물결 A"
    for seat in (table.alice, table.gm):
        take(seat, table.saber, clip(memo=memo))
    sheet = sheets.current(table.saber)
    assert {key: who for key, who in sheet.who.items() if who == Who.ALL} == {
        key: who for key, who in hidden.who.items() if who == Who.ALL
    }
    assert {skill.name: skill.who for skill in sheet.skills if skill.id == "ward"} == {"물막이": Who.GM}
    assert all(skill.who != Who.ALL for skill in sheet.skills)
    assert [(each.rank, each.who) for each in sheet.phantasms] == [("A", Who.ALL)]


def test_what_the_gm_keeps_to_himself_survives_an_import_of_the_owner(table: SimpleNamespace) -> None:
    curse = Skill(id="curse", name="저주", rank="A", who=Who.GM)
    sheets.change(table.saber, lambda now: msgspec.structs.replace(now, skills=(curse, *now.skills)), None, "written")
    take(table.alice, table.saber, clip(memo="[진행자 메모]\n모두 잊는다.\n[기술]\n- 저주 E"))
    sheet = sheets.current(table.saber)
    assert curse in sheet.skills and sheet.notes == SABER.notes


def test_a_stale_look_takes_nothing_in(table: SimpleNamespace) -> None:
    shown = bring(table.alice, table.saber, clip())
    sheets.change(table.saber, lambda now: msgspec.structs.replace(now, mp=1), None, "written")
    sent = {"token": shown.context["token"], "made_from": shown.context["made_from"], "act": "take"}
    answer = client_of(table.alice.user).post(address("sheet-bring", table.saber), sent)
    assert answer.status_code == 409 and sheets.current(table.saber).hp == 80


def test_a_second_tap_makes_no_second_version(table: SimpleNamespace) -> None:
    shown = bring(table.alice, table.saber, clip())
    sent = {"token": shown.context["token"], "made_from": shown.context["made_from"], "act": "take"}
    client = client_of(table.alice.user)
    answers = [client.post(address("sheet-bring", table.saber), sent).status_code for _ in range(2)]
    assert answers == [302, 409] and table.saber.versions.count() == 2


def test_nobody_takes_in_what_somebody_else_looked_at(table: SimpleNamespace) -> None:
    shown = bring(table.alice, table.saber, clip())
    answer = client_of(table.gm.user).post(
        address("sheet-bring", table.saber), {"token": shown.context["token"], "act": "take"}
    )
    assert answer.status_code == 422 and answer.context["fault"].code == "too_late"


def test_without_the_server_of_the_cache_the_text_is_taken_in_all_the_same(
    table: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    from redis.exceptions import ConnectionError

    def down(*_: object) -> None:
        raise ConnectionError

    monkeypatch.setattr("characters.views.stash.cache", SimpleNamespace(set=down, get=down))
    shown = bring(table.alice, table.saber, clip(memo="근력 A"))
    assert shown.context["token"] == ""
    sent = {"text": shown.context["brought"].text, "made_from": shown.context["made_from"], "act": "take"}
    assert client_of(table.alice.user).post(address("sheet-bring", table.saber), sent).status_code == 302
    assert sheets.current(table.saber).strength == "A"


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({}, "nothing_brought"),
        ({"token": "gone"}, "too_late"),
        ({"token": "\x00"}, "too_late"),
        ({"text": "{"}, "not_json"),
        ({"text": '{"kind":"character","data":{"status":4}}'}, "malformed"),
        ({"text": "x\x00"}, "not_text"),
        ({"text": "가" * 20_001}, "too_long"),
    ],
)
def test_what_is_broken_is_refused_with_a_sentence(table: SimpleNamespace, sent: dict[str, str], code: str) -> None:
    answer = client_of(table.alice.user).post(address("sheet-bring", table.saber), sent)
    assert answer.status_code == 422 and answer.context["fault"].code == code
    assert 'role="alert"' in answer.text


def file(data: bytes, name: str = "a.zip") -> BytesIO:
    kept = BytesIO(data)
    kept.name = name
    return kept


@pytest.mark.parametrize("data", [b"", b" \r\n", b"\xef\xbb\xbf", b"<!DOCTYPE html><p>a</p>", b"\n<HTML><p>a</p>"])
@pytest.mark.parametrize("new", [True, False])
def test_a_file_without_any_sheet_in_it_is_refused(table: SimpleNamespace, data: bytes, new: bool) -> None:
    where = reverse("sheet-bring-new", args=(table.campaign.code,)) if new else address("sheet-bring", table.saber)
    answer = client_of(table.gm.user).post(where, {"file": file(data, "a.txt")})
    assert answer.status_code == 422 and answer.context["fault"].code == "no_character"


def test_a_sheet_that_a_korean_program_saved_long_ago_is_read(table: SimpleNamespace) -> None:
    sent = {"file": file("이름: 세이버\r\n근력: A\r\n".encode("cp949"), "a.txt")}
    shown = client_of(table.alice.user).post(address("sheet-bring", table.saber), sent)
    assert shown.status_code == 200 and shown.context["read"].sheet.strength == "A"


def test_a_bomb_is_refused_with_its_entry(table: SimpleNamespace) -> None:
    bomb = archive.packed([("data.xml", b" " * 9_000_000)])
    answer = client_of(table.alice.user).post(address("sheet-bring", table.saber), {"file": file(bomb)})
    assert answer.status_code == 422 and "data.xml" in answer.text


def zipped(picture: bytes) -> BytesIO:
    return file(udonarium.write_character(settled(SABER), picture=("image/png", picture)))


@pytest.mark.parametrize("page", ["sheet-bring", "sheet-bring-new"])
def test_a_file_whose_picture_broke_off_is_refused_with_the_place(table: SimpleNamespace, page: str) -> None:
    there = address(page, table.saber) if page == "sheet-bring" else reverse(page, args=(table.code,))
    torn = PNG[:-6]
    answer = client_of(table.gm.user).post(there, {"file": zipped(torn)})
    assert answer.status_code == 422
    assert "그 안의 그림이 도중에 끊겼거나 손상되었습니다." in answer.text
    assert f"{sha256(torn).hexdigest()}.png" in answer.text


@pytest.mark.parametrize(
    ("picture", "why"),
    [
        (png(padding=2**20), "1 MB보다 커서"),
        (png(30_000, 30_000), "12,000"),
        (b"GIF89a" + bytes(20), "PNG, JPEG, WebP"),
    ],
    ids=["too large", "too wide", "another kind"],
)
def test_a_picture_that_no_sheet_can_show_is_left_out_and_the_page_says_why(table, picture: bytes, why: str) -> None:
    shown = client_of(table.alice.user).post(address("sheet-bring", table.saber), {"file": zipped(picture)})
    assert shown.status_code == 200 and "그림은 빼고 들입니다" in shown.text and why in shown.text
    assert 'name="picture"' not in shown.text
    new = reverse("sheet-bring-new", args=(table.code,))
    fresh = client_of(table.gm.user).post(new, {"file": zipped(picture)})
    assert fresh.status_code == 200 and "그림은 빼고 들입니다" in fresh.text
    token = fresh.context["token"]
    assert client_of(table.gm.user).post(new, {"token": token, "act": "take", "figures": "0"}).status_code == 302
    assert not Portrait.objects.exists()


def test_where_a_photo_in_a_file_was_taken_is_not_stored(table: SimpleNamespace) -> None:
    brought = udonarium.write_character(settled(SABER), picture=("image/jpeg", photo(6, b"37.5665N 126.978E")))
    shown = client_of(table.alice.user).post(address("sheet-bring", table.saber), {"file": file(brought)})
    said = {"token": shown.context["token"], "act": "take", "picture": "on", "made_from": shown.context["made_from"]}
    assert client_of(table.alice.user).post(address("sheet-bring", table.saber), said).status_code == 302
    new, fresh = reverse("sheet-bring-new", args=(table.code,)), {"file": file(brought)}
    token = client_of(table.gm.user).post(new, fresh).context["token"]
    assert client_of(table.gm.user).post(new, {"token": token, "act": "take", "figures": "0"}).status_code == 302
    assert [bytes(each.data) for each in Portrait.objects.all()] == [photo(6)] * 2


def test_what_no_sheet_has_a_place_for_goes_out_again(table: SimpleNamespace) -> None:
    take(table.alice, table.saber, clip(memo="좋아하는 것 국수", x=7, somethingNew=[1]))
    out = client_of(table.alice.user).get(address("sheet-take", table.saber), {"file": "ccfolia"}).json()
    assert (out["data"]["x"], out["data"]["somethingNew"]) == (7, [1])
    assert "좋아하는 것 국수" in out["data"]["memo"]
    other = client_of(table.bob.user).get(address("sheet-take", table.saber), {"file": "ccfolia"}).json()
    assert "somethingNew" not in other["data"] and "국수" not in other["data"]["memo"]


def test_the_owner_does_not_get_what_the_gm_brought_along(table: SimpleNamespace) -> None:
    take(table.gm, table.saber, clip(memo="진짜 적은 세이버 국수", secretPlan="배신"))
    for seat, knows in ((table.gm, True), (table.alice, False), (table.bob, False)):
        out = client_of(seat.user).get(address("sheet-take", table.saber), {"file": "ccfolia"}).text
        assert ("배신" in out, "국수" in out) == (knows, knows)
    assert Baggage.objects.count() == 1


def everything(seat: Seat, table: SimpleNamespace) -> list[tuple[str, int, bytes | str]]:
    client, got = client_of(seat.user), []
    for query in ("", "?file=text", "?file=ccfolia", "?file=udonarium", "?file=other"):
        answer = client.get(address("sheet-take", table.saber) + query)
        got.append((query, answer.status_code, answer.content if "udonarium" in query else said(answer)))
    if seat in (table.alice, table.gm):
        page = client.post(address("sheet-bring", table.saber), {"text": clip()})
        got.append(("bring", page.status_code, said(page).replace(page.context["token"], "")))
    return got


@pytest.mark.parametrize("change", [pytest.param(each, id=name) for name, each in (GM_ONLY | OWN).items()])
@pytest.mark.parametrize("viewer", ["bob", "eve"])
def test_others_take_the_same_bytes_along_whatever_is_hidden(table, viewer, change) -> None:
    prepared(table)
    seat = getattr(table, viewer)
    before = everything(seat, table)
    secretly(table, change)
    assert everything(seat, table) == before


@pytest.mark.parametrize("change", [pytest.param(each, id=name) for name, each in GM_ONLY.items()])
def test_the_owner_takes_the_same_bytes_along_whatever_the_gm_keeps(table, change) -> None:
    prepared(table)
    before = everything(table.alice, table)
    secretly(table, change)
    assert everything(table.alice, table) == before


def test_a_zip_goes_out_with_the_portrait_and_comes_in_as_a_new_sheet(table: SimpleNamespace) -> None:
    picture = Portrait.objects.create(character=table.saber, kind="image/png", data=PNG)
    sheets.change(table.saber, lambda now: msgspec.structs.replace(now, portrait=picture.code), None, "written")
    out = client_of(table.alice.user).get(address("sheet-take", table.saber), {"file": "udonarium"})
    assert "filename*=utf-8''" in out["Content-Disposition"]
    client, new = client_of(table.bob.user), reverse("sheet-bring-new", args=(table.code,))
    shown = client.post(new, {"file": file(out.content)})
    assert [comer.read.sheet.name for comer in shown.context["comers"]] == ["세이버"]
    assert client.post(new, {"token": shown.context["token"], "act": "take", "figures": "0"}).status_code == 302
    mine = Character.objects.get(owner=table.bob)
    sheet = sheets.current(mine)
    assert (sheet.name, sheet.true_name, sheet.phantasms[0].damage) == ("세이버", SABER.true_name, 12)
    assert bytes(mine.portraits.get(code=sheet.portrait).data) == PNG
    assert mine.versions.last().cause == "import"
    again = client.post(new, {"token": shown.context["token"], "act": "take", "figures": "0"})
    assert again.status_code == 422 and Character.objects.filter(owner=table.bob).count() == 1


def test_the_gm_takes_a_whole_room_in_at_once(table: SimpleNamespace) -> None:
    room = udonarium.write_room([(settled(SABER), "", None, ""), (sheets.current(table.emi), "", None, "")], [])
    client, new = client_of(table.gm.user), reverse("sheet-bring-new", args=(table.code,))
    shown = client.post(new, {"file": file(room)})
    sent = {"token": shown.context["token"], "act": "take", "figures": ["0", "1"]}
    assert client.post(new, sent).status_code == 302
    assert Character.objects.filter(campaign=table.campaign, owner=None).count() == 2


def room_of(seat: Seat, *picks: str) -> udonarium.Room:
    answer = client_of(seat.user).get(reverse("sheet-room", args=(seat.campaign.code,)), {"pick": picks})
    found = udonarium.read_room(answer.content)
    assert isinstance(found, udonarium.Room), found
    return found


def test_the_war_goes_out_as_a_room_with_what_everybody_may_read(table: SimpleNamespace) -> None:
    thread = Thread.objects.create(campaign=table.campaign, title="부두", seat=table.gm)
    for place, (text, audience) in enumerate((("강을 건넌다", "all"), ("귓속말", "named")), 1):
        Post.objects.create(
            campaign=table.campaign,
            thread=thread,
            sequence=place,
            seat=table.gm,
            owner=table.gm,
            kind="ic",
            voice="세이버",
            text=text,
            audience=audience,
            at=thread.at,
        )
    for seat in (table.gm, table.alice, table.bob):
        room = room_of(seat, f"thread:{thread.code}", "thread:x")
        assert [(m.tab, m.speaker, m.text) for m in room.talk.messages] == [("부두", "세이버", "강을 건넌다")]
        assert {figure.name for figure in room.figures} == {"세이버", "도래솔"}
        assert any("로엔" in figure.text for figure in room.figures) == (seat != table.bob)


@pytest.mark.parametrize("change", [pytest.param(each, id=name) for name, each in (GM_ONLY | OWN).items()])
def test_a_room_is_the_same_whatever_is_hidden(table: SimpleNamespace, change) -> None:
    prepared(table)
    address_ = reverse("sheet-room", args=(table.code,))
    before = client_of(table.eve.user).get(address_).content
    secretly(table, change)
    assert client_of(table.eve.user).get(address_).content == before


def test_ranks_without_points_give_them(table: SimpleNamespace) -> None:
    client, new = client_of(table.bob.user), reverse("sheet-bring-new", args=(table.code,))
    shown = client.post(new, {"text": "이름: 랜서\n근력 B\n내구 C\n마력 D"})
    (comer,) = shown.context["comers"]
    assert comer.ready and comer.read.sheet.hp == 60
    shown = client.post(new, {"text": "이름: 랜서\n내구 C\n마력 D\nHP 12/80"})
    (comer,) = shown.context["comers"]
    assert (comer.read.sheet.hp, comer.read.sheet.hp_max, comer.read.sheet.mp_max) == (12, 80, 70)


def test_what_is_missing_is_named_in_words(table: SimpleNamespace) -> None:
    client, new = client_of(table.bob.user), reverse("sheet-bring-new", args=(table.code,))
    page = client.post(new, {"text": "이름: 도래솔\n전투력 C\n명운 D\n신념 B\n[마술]\n- 불 B: 피해 9999"})
    assert not page.context["comers"][0].ready and "최대 생명력" in page.text


def test_who_has_learnt_a_fact_takes_it_along(table: SimpleNamespace) -> None:
    fact = write_fact(table.saber, None, grade=1, opens="true_name")
    page = address("sheet-take", table.saber)
    assert "로엔" not in client_of(table.bob.user).get(page, {"file": "text"}).text
    open_fact(fact, Knower(seat=table.bob.pk), reason="", by=table.gm.user)
    assert "로엔" in client_of(table.bob.user).get(page, {"file": "text"}).text
    assert "로엔" not in client_of(table.eve.user).get(page, {"file": "text"}).text


def test_pages_of_going_and_coming_ask_little(table: SimpleNamespace, django_assert_max_num_queries) -> None:
    client = client_of(table.alice.user)
    for page in ("sheet-take", "sheet-bring"):
        with django_assert_max_num_queries(12):
            client.get(address(page, table.saber))
