"""What a search comes to: everything its words say, and nothing that the searcher may not read."""

import unicodedata

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from campaigns.models import Campaign, Findable
from campaigns.search import readers
from campaigns.search.documents import Document, Part, drop, put
from campaigns.search.finding import A_PAGE, find
from campaigns.search.sources import rebuild
from characters import sheets
from tests.combat.war import battle, war

pytestmark = pytest.mark.django_db
ALL, TABLE = (readers.ALL,), (readers.TABLE,)


@pytest.fixture
def at_table():
    return war()


def note(at_table, key, text, who=ALL, title="쪽지"):
    """Something of the kind of a sheet, which is all that the search asks of a room."""
    document = Document("sheet", key, title, f"/there/{key}/", tuple(Part(t, who) for t in (title, text)))
    put(at_table.campaign, document)


def found(at_table, typed, who="gm", **more):
    return [one.link for one in find(at_table.seats[who], typed, **more).finds]


@pytest.mark.parametrize("typed", ["등대", "ㄷㄷㅈ", "등대지기", "대지", "무너진 등대", "ＬＡＭＰ", "lam", "불"])
def test_a_text_is_found_as_people_type(at_table, typed):
    note(at_table, "one", "무너진 등대지기의 불 Lamp")
    note(at_table, "two", "아무것도 아닌 글")
    assert found(at_table, typed) == ["/there/one/"]


def test_decomposed_input_finds_composed_text_and_the_other_way(at_table):
    note(at_table, "one", unicodedata.normalize("NFD", "무너진 등대"))
    assert found(at_table, "등대") == ["/there/one/"]
    assert found(at_table, unicodedata.normalize("NFD", "등대")) == ["/there/one/"]


def test_all_words_must_stand_there(at_table):
    note(at_table, "one", "등대에서 만난 기사")
    note(at_table, "two", "등대")
    assert found(at_table, "기사 등대") == ["/there/one/"]


def test_the_newest_come_first_and_old_ones_on_later_pages(at_table):
    for number in range(A_PAGE + 2):
        note(at_table, f"n{number:02}", "항구의 등대")
    first, second = (find(at_table.seats["gm"], "등대", page=page) for page in (1, 2))
    assert (first.total, first.earlier, len(first.finds)) == (A_PAGE + 2, 2, A_PAGE)
    assert [one.link for one in second.finds] == ["/there/n01/", "/there/n00/"]
    assert second.earlier is None


@pytest.mark.skipif(connection.vendor != "postgresql", reason="only there the newest are looked for first")
def test_what_is_old_is_found_after_much_that_is_new_elsewhere(at_table):
    note(at_table, "one", "항구의 등대")
    with connection.cursor() as cursor:
        cursor.execute("SELECT setval('campaigns_findable_id_seq', 1000000)")
    note(at_table, "two", "부두의 등대")
    assert found(at_table, "등대") == ["/there/two/", "/there/one/"]
    assert find(at_table.seats["gm"], "등대").total == 2


def test_what_was_found_is_marked_and_cut_between_words(at_table):
    note(at_table, "one", "가나 " * 100 + "끝에 선 등대지기 " + "다라 " * 100)
    (one,) = find(at_table.seats["gm"], "등대").finds
    assert [run.text for run in one.text if run.hit] == ["등대"]
    assert "".join(run.text for run in one.text).startswith("… 가나")
    assert len("".join(run.text for run in one.text)) < 250


def test_a_changed_text_is_found_by_its_new_words_only(at_table):
    note(at_table, "one", "등대")
    note(at_table, "one", "나루터")
    assert (found(at_table, "등대"), found(at_table, "나루터")) == ([], ["/there/one/"])


def test_what_was_dropped_is_found_no_more(at_table):
    note(at_table, "one", "등대")
    drop(at_table.campaign, "sheet", "one")
    assert found(at_table, "등대") == []


def test_a_text_without_readers_is_not_kept_at_all(at_table):
    note(at_table, "one", "등대", who=())
    assert not Findable.objects.filter(key="one").exists()


def test_another_war_is_another_index(at_table):
    other = Campaign.objects.create(name="다른 전쟁")
    put(other, Document("sheet", "one", "등대", "/there/", (Part("등대", ALL),)))
    assert found(at_table, "등대") == []


def test_only_readers_find_a_text(at_table):
    note(at_table, "one", "은밀한 등대", who=(*TABLE, readers.of_seat(at_table.seats["alice"].pk)), title="")
    who_finds = [who for who in at_table.seats if found(at_table, "등대", who)]
    assert who_finds == ["gm", "hana", "alice"]


def test_a_hidden_part_is_neither_shown_nor_searched(at_table):
    sheets.change(
        at_table.lancer, lambda sheet: msgspec.structs.replace(sheet, true_name="물결의 도래솔"), None, "written"
    )
    assert find(at_table.seats["bob"], "도래솔").total == 1
    assert find(at_table.seats["alice"], "도래솔").total == 0
    assert find(at_table.seats["alice"], "랜서 도래솔").total == 0


def test_a_name_that_is_made_public_is_found_from_then_on(at_table):
    def public(sheet):
        return msgspec.structs.replace(sheet, true_name="도래솔", who={**sheet.who, "true_name": "all"})

    sheets.change(at_table.lancer, public, None, "written")
    assert find(at_table.seats["eve"], "도래솔").total == 1


def test_who_takes_a_character_over_finds_what_its_owner_finds(at_table):
    sheets.change(at_table.lancer, lambda sheet: msgspec.structs.replace(sheet, wish="종소리"), None, "written")
    sheets.give(at_table.lancer, at_table.seats["alice"])
    assert [find(at_table.seats[who], "종소리").total for who in ("alice", "bob")] == [1, 0]


def test_a_fight_is_found_by_its_title_and_its_people(at_table):
    battle(at_table, "부두의 결투")
    assert [tab.word for tab in find(at_table.seats["eve"], "부두").tabs] == ["", "fight"]
    assert find(at_table.seats["eve"], "랜서", "fight").count == 1


def test_one_wrong_syllable_offers_the_word_that_is_there(at_table):
    note(at_table, "one", "무너진 등대지기의 불")
    results = find(at_table.seats["gm"], "등대지지")
    assert (results.total, results.instead) == (0, ("등대지기",))
    assert [one.link for one in results.near] == ["/there/one/"]


def test_one_wrong_word_of_two_is_offered_beside_the_right_one(at_table):
    note(at_table, "one", "무너진 등대지기의 불")
    assert find(at_table.seats["gm"], "등대지지 무너진").instead == ("등대지기 무너진",)


@pytest.mark.parametrize(
    ("typed", "text", "instead"),
    [
        ("청동열쇠", "녹슨 청동\n열쇠를 주웠다", "청동 열쇠"),
        ("할수있다", "나도 할 수 있다", "할 수 있다"),
        ("그날", "그 날이었다", "그 날"),
        ("긴검", "긴 검을 뽑았다", "긴 검"),
        ("holygrail", "the holy grail", "holy grail"),
        ("ㅊㄷㅇㅅ", "녹슨 청동 열쇠를 주웠다", "청동 열쇠"),
        ("도깨 비", "도깨비를 불렀다", "도깨비"),
        ("도 깨 비", "도깨비를 불렀다", "도깨비"),
        ("ㄷㄲ ㅂ", "도깨비를 불렀다", "도깨비"),
    ],
)
def test_a_word_that_is_spaced_otherwise_is_offered_as_it_stands(at_table, typed, text, instead):
    note(at_table, "one", text)
    results = find(at_table.seats["gm"], typed, "sheet")
    assert (results.total, results.instead) == (0, (instead,))
    assert [one.link for one in results.near] == ["/there/one/"]
    assert [run.text for run in results.near[0].text if run.hit] == [instead]


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("청동열쇠", "청동과 열쇠"),
        ("청동열쇠", "열쇠 청동"),
        ("그날", "아그 날"),
        ("긴검", "긴 검정 외투"),
        ("도깨 비", "도깨눈"),
    ],
)
def test_words_that_only_look_like_it_are_not_offered(at_table, typed, text):
    note(at_table, "one", text)
    assert find(at_table.seats["gm"], typed).instead == ()


def test_a_word_spaced_otherwise_is_offered_beside_the_other_words(at_table):
    note(at_table, "one", "무너진 탑의 청동 열쇠")
    note(at_table, "two", "청동 열쇠")
    results = find(at_table.seats["gm"], "청동열쇠 무너진")
    assert results.instead == ("청동 열쇠 무너진",)
    assert [one.link for one in results.near] == ["/there/one/"]


def test_few_finds_do_not_hide_what_is_spaced_otherwise(at_table):
    note(at_table, "one", "청동열쇠")
    note(at_table, "two", "청동 열쇠")
    battle(at_table, "청동 열쇠의 밤")
    results = find(at_table.seats["gm"], "청동열쇠")
    assert ([one.link for one in results.finds], results.instead) == (["/there/one/"], ("청동 열쇠",))
    assert [one.kind for one in results.near] == ["fight", "sheet"]
    assert [one.kind for one in find(at_table.seats["gm"], "청동열쇠", "sheet").near] == ["sheet"]
    page = at_table.client("gm").get(at_table.address("search/"), {"q": "청동열쇠"}).content.decode()
    assert "띄어쓰기" in page and "혹시" not in page


def test_what_is_found_often_is_not_looked_for_otherwise(at_table):
    note(at_table, "apart", "청동 열쇠")
    for number in range(A_PAGE + 1):
        note(at_table, f"n{number}", "청동열쇠")
    assert find(at_table.seats["gm"], "청동열쇠").near == ()


def test_no_word_is_offered_that_the_reader_may_not_read(at_table):
    note(at_table, "one", "은밀한 등대지기의 청동 열쇠", who=TABLE, title="")
    for typed in ("등대지지", "청동열쇠", "등대지 기"):
        results = find(at_table.seats["alice"], typed)
        assert (results.instead, results.near) == ((), ())


def test_a_rebuilt_index_finds_the_same(at_table):
    battle(at_table)
    before = [find(at_table.seats["alice"], typed) for typed in ("세이버", "ㄹㅅ", "부두")]
    rebuild(at_table.campaign)
    after = [find(at_table.seats["alice"], typed) for typed in ("세이버", "ㄹㅅ", "부두")]
    assert [{one.link for one in r.finds} for r in before] == [{one.link for one in r.finds} for r in after]
    assert [r.tabs for r in before] == [r.tabs for r in after]


def test_the_command_rebuilds_one_war_or_all(at_table, capsys):
    Findable.objects.all().delete()
    call_command("reindex", at_table.campaign.code)
    assert find(at_table.seats["gm"], "세이버").total
    with pytest.raises(CommandError):
        call_command("reindex", "nowhere")


@pytest.mark.parametrize("typed", ["세이버", "등대지지 세이바 라이더 캐스타", "ㅅㅇㅂ", "세이버랜서 세이 버"])
def test_a_search_takes_few_queries(at_table, django_assert_max_num_queries, typed):
    battle(at_table)
    client = at_table.client("alice")
    with django_assert_max_num_queries(10):
        assert client.get(at_table.address("search/"), {"q": typed}).status_code == 200


@pytest.mark.parametrize(
    "asked",
    [
        {"q": "\0세이버"},
        {"q": "' OR 1=1 --"},
        {"q": '"a" NEAR b*'},
        {"q": "가" * 5000},
        {"q": "세이버", "page": "9" * 30},
        {"q": "세이버", "page": "-1"},
        {"q": "세이버", "kind": "nothing"},
        {"q": "세이버", "page": "²"},
        {},
    ],
)
def test_odd_questions_get_a_page(at_table, asked):
    assert at_table.client("eve").get(at_table.address("search/"), asked).status_code == 200


def test_what_was_typed_and_found_is_written_out_as_text(at_table):
    note(at_table, "one", "<script>등대()</script>")
    page = at_table.client("gm").get(at_table.address("search/"), {"q": "등대<script>"}).content.decode()
    assert "<script>등대" not in page
    assert "등대<script>" not in page
    assert "&lt;<mark>script</mark>&gt;<mark>등대</mark>" in page
