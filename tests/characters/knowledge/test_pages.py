"""The pages of knowledge, the sheet as knowledge opens it, and a page as somebody else gets it."""

import re
from urllib.parse import quote

import msgspec
import pytest

from campaigns.models import PostRules
from characters import sheets
from characters.knowledge import giving
from characters.knowledge.as_seat import may_be_shown
from characters.knowledge.giving import Knower
from characters.models import Character, Fact, Knowledge
from tests.combat.war import battle, text_of, war
from tests.pages import lasting

pytestmark = pytest.mark.django_db


@pytest.fixture
def at_table():
    found = war()
    sheets.change(found.lancer, lambda sheet: msgspec.structs.replace(sheet, true_name="도래솔"), None, "written")
    return found


def opened(at_table, who="alice", place="true_name"):
    """Lancer's true name, known to somebody."""
    fact = giving.fact_about(at_table.lancer, place)
    knower = Knower(seat=at_table.seats[who].pk)
    return giving.open_fact(fact, knower, reason="", by=at_table.seats["gm"].user)


def page(at_table, who, rest, **asked):
    answer = at_table.client(who).get(at_table.address(rest), asked)
    return text_of(answer)


def test_a_known_place_stands_on_the_sheet_for_that_seat_alone(at_table):
    opened(at_table)
    address = f"sheets/{at_table.lancer.code}/"
    assert [("도래솔" in page(at_table, who, address)) for who in ("alice", "eve", "bob", "gm")] == [
        True,
        False,
        True,
        True,
    ]
    assert "도래솔" in page(at_table, "alice", "sheets/")
    assert "도래솔" not in page(at_table, "eve", "sheets/")


def test_a_player_reads_what_he_knows_and_how_he_learnt_it(at_table):
    opened(at_table)
    giving.give(
        at_table.campaign,
        at_table.lancer,
        Knower(seat=at_table.seats["alice"].pk),
        "battle",
        2,
        reason="부두에서 본 창",
        by=at_table.seats["gm"].user,
    )
    mine, one = page(at_table, "alice", "knowledge/"), page(at_table, "alice", f"knowledge/of/{at_table.lancer.code}/")
    for text in (mine, one):
        assert "도래솔" in text
        assert "부두에서 본 창" in text
    for other in ("eve", "bob"):
        assert "부두에서 본 창" not in page(at_table, other, f"knowledge/of/{at_table.lancer.code}/")


def test_the_gm_gives_points_and_takes_them_back(at_table):
    gm = at_table.client("gm")
    form = {
        "knower": f"seat-{at_table.seats['alice'].pk}",
        "about": at_table.lancer.code,
        "kind": "meeting",
        "amount": "1",
    }
    assert gm.post(at_table.address("knowledge/give/"), {**form, "reason": "나루터"}).status_code == 302
    entry = Knowledge.objects.get()
    assert (entry.kind, entry.amount, entry.reason, entry.by) == ("meeting", 1, "나루터", at_table.seats["gm"].user)
    assert gm.post(at_table.address(f"knowledge/undo/{entry.code}/")).status_code == 302
    assert entry.undone_by.amount == -1


@pytest.mark.parametrize(
    "wrong",
    [
        {"amount": "0"},
        {"amount": "9" * 40},
        {"knower": "seat-999999"},
        {"kind": "x"},
        {"about": "none"},
        {"reason": ""},
    ],
)
def test_points_that_make_no_sense_are_refused_where_they_stand(at_table, wrong):
    form = {"knower": "all", "about": at_table.lancer.code, "kind": "meeting", "amount": "1", "reason": "왜"}
    answer = at_table.client("gm").post(at_table.address("knowledge/give/"), {**form, **wrong})
    assert answer.status_code == 422
    assert not Knowledge.objects.exists()


def test_a_fact_is_written_changed_and_taken_out(at_table):
    gm, address = at_table.client("gm"), at_table.address(f"knowledge/of/{at_table.lancer.code}/facts/")
    said = {"opens": "", "grade": "2", "title": "흔적", "text": "젖은 발자국"}
    assert gm.post(address, said).status_code == 302
    fact = Fact.objects.get()
    assert gm.post(f"{address}{fact.code}/", {**said, "grade": "3"}).status_code == 302
    fact.refresh_from_db()
    assert (fact.grade, fact.title) == (3, "흔적")
    assert gm.post(f"{address}{fact.code}/remove/").status_code == 302
    assert "젖은 발자국" not in page(at_table, "gm", f"knowledge/of/{at_table.lancer.code}/")


@pytest.mark.parametrize(
    "wrong",
    [
        {"title": "", "text": "", "opens": ""},
        {"grade": "6"},
        {"opens": "notes"},
        {"opens": "true_name"},
        {"text": "가" * 5000},
    ],
)
def test_a_fact_that_says_nothing_or_says_it_twice_is_refused(at_table, wrong):
    giving.fact_about(at_table.lancer, "true_name")
    address = at_table.address(f"knowledge/of/{at_table.lancer.code}/facts/")
    said = {"opens": "", "grade": "2", "title": "흔적", "text": "발자국"}
    assert at_table.client("gm").post(address, {**said, **wrong}).status_code == 422


def test_the_gm_sets_how_one_learns_and_everybody_reads_it(at_table):
    said = {f"needs_{grade}": grade * 2 for grade in range(1, 6)} | {"judgements": 7, "phantasm": 2, "fights": "on"}
    said |= dict.fromkeys(("meeting", "rumour", "battle", "legend"), 5)
    assert at_table.client("gm").post(at_table.address("knowledge/rules/"), said).status_code == 302
    assert "7" in page(at_table, "eve", "knowledge/rules/")
    assert at_table.client("alice").post(at_table.address("knowledge/rules/"), said).status_code == 403


@pytest.mark.parametrize("who", ["alice", "gm"])
@pytest.mark.parametrize("rest", ["knowledge/", "knowledge/of/{}/", "sheets/{}/"])
def test_pages_take_few_queries(at_table, django_assert_max_num_queries, who, rest):
    opened(at_table)
    for _ in range(10):
        giving.give(
            at_table.campaign,
            at_table.lancer,
            giving.EVERYBODY,
            "rumour",
            1,
            reason="소문",
            by=at_table.seats["gm"].user,
        )
    client = at_table.client(who)
    with django_assert_max_num_queries(15):
        assert client.get(at_table.address(rest.format(at_table.lancer.code))).status_code == 200


# ---- what others know, and what there would be to know, is no part of anybody's page


def clean(text, at_table):
    for word in (at_table.campaign.code, *Character.objects.values_list("code", flat=True)):
        text = text.replace(word, "·")
    text = re.sub(r"\d\d:\d\d(:\d\d)?|datetime=\"[^\"]+\"", "·", text)
    return lasting(text)


PAGES = (
    "knowledge/",
    "knowledge/of/{}/",
    "sheets/",
    "sheets/{}/",
    "sheets/{}/versions/",
    "sheets/{}/take/",
    "search/?q=도래솔",
    "",
)


def everything(at_table, who):
    client = at_table.client(who)
    answers = (client.get(at_table.address(rest.format(at_table.lancer.code))) for rest in PAGES)
    return [(answer.status_code, clean(answer.content.decode(), at_table)) for answer in answers]


@pytest.mark.parametrize("who", ["eve", "alice"])
def test_what_others_know_changes_no_byte(at_table, who):
    before = everything(at_table, who)
    other = "alice" if who == "eve" else "eve"
    opened(at_table, other)
    giving.write_fact(at_table.lancer, None, grade=1, title="흔적", text="도래솔의 발자국")
    giving.give(
        at_table.campaign,
        at_table.lancer,
        Knower(seat=at_table.seats[other].pk),
        "battle",
        5,
        reason="도래솔",
        by=at_table.seats["gm"].user,
    )
    assert everything(at_table, who) == before


def test_owners_do_not_learn_who_knows_them(at_table):
    before = everything(at_table, "bob")
    opened(at_table, "alice")
    assert everything(at_table, "bob") == before


# ---- how does it look to them?


def main_of(text):
    return text.partition("<main")[2].partition("</main>")[0]


def test_the_gm_sees_a_page_as_somebody_gets_it_and_what_it_reveals(at_table):
    opened(at_table)
    address = f"/c/{at_table.campaign.code}/sheets/{at_table.lancer.code}/"
    to_alice = page(at_table, "gm", "as/", seat=at_table.seats["alice"].pk, page=address)
    to_eve = page(at_table, "gm", "as/", seat=at_table.seats["eve"].pk, page=address)
    assert re.search(r'class="revealed">.*도래솔', to_alice, re.S)
    assert "도래솔" not in to_eve
    assert "csrfmiddlewaretoken" not in to_alice.partition('class="as-frame"')[2]


@pytest.mark.parametrize("rest", ["", "sheets/", "knowledge/", "log/", "threads/", "deadlines/", "posts/rules/"])
def test_what_is_shown_is_what_that_person_gets(at_table, rest):
    opened(at_table)
    theirs = words(main_of(page(at_table, "alice", rest)))
    shown = page(at_table, "gm", "as/", seat=at_table.seats["alice"].pk, page=f"/c/{at_table.campaign.code}/{rest}")
    inside = words(shown.partition('class="as-frame"')[2].rpartition("</main>")[0])
    assert inside <= theirs
    assert len(inside) > 3


def test_the_board_is_shown_with_all_that_stands_around_its_map(at_table):
    board = at_table.address("board/")
    shown = page(at_table, "gm", "as/", seat=at_table.seats["bob"].pk, page=board)
    revealed, inside = shown.partition('class="as-frame"')[::2]
    hp = f"{sheets.current(at_table.lancer).hp}"
    assert re.search(rf'class="revealed">.*{hp}', revealed, re.S)
    assert 'class="war-side"' in inside
    assert 'class="pairs' in inside
    assert "desk-top" not in inside
    assert words(inside.rpartition("</main>")[0]) <= words(page(at_table, "bob", "board/"))


def words(html):
    return set(re.sub(r"<[^>]+>", " ", html.partition(">")[2]).split())


def test_one_tap_leads_the_gm_there_from_a_page_that_can_be_shown_so(at_table):
    here = f"/c/{at_table.campaign.code}/sheets/{at_table.lancer.code}/"
    way = f"/as/?page={quote(here, safe='')}"
    assert way in page(at_table, "gm", f"sheets/{at_table.lancer.code}/")
    assert "/as/?page=" in page(at_table, "gm", "board/")
    assert "/as/?page=" not in page(at_table, "alice", f"sheets/{at_table.lancer.code}/")
    assert "/as/?page=" not in page(at_table, "gm", f"sheets/{at_table.lancer.code}/edit/")


@pytest.mark.parametrize("who", ["alice", "hana", "eve", "mallory"])
def test_only_the_gm_looks_as_somebody_else(at_table, who):
    answer = at_table.client(who).get(at_table.address("as/"), {"seat": at_table.seats["bob"].pk})
    assert answer.status_code in {403, 404}


def test_hands_plans_and_other_wars_are_never_shown(at_table):
    fight = battle(at_table, slots=2)
    code = at_table.campaign.code
    for path in (
        f"/c/{code}/fights/{fight.code}/",
        f"/c/{code}/games/",
        f"/c/{code}/sheets/{at_table.lancer.code}/edit/",
        f"/c/{code}/device/",
        "/c/elsewhere/sheets/",
        "/account/",
        "https://elsewhere.example/",
    ):
        answer = at_table.client("gm").get(at_table.address("as/"), {"seat": at_table.seats["bob"].pk, "page": path})
        assert answer.status_code == 403, path


def test_sealed_posts_that_the_gm_may_not_read_are_not_shown_so_either(at_table):
    threads = f"/c/{at_table.campaign.code}/threads/"
    assert may_be_shown(at_table.seats["gm"], threads)
    PostRules.objects.create(campaign=at_table.campaign, gm_reads_sealed=False)
    assert not may_be_shown(at_table.seats["gm"], threads)


def test_looking_leaves_no_trace(at_table, django_assert_max_num_queries):
    before = Knowledge.objects.count()
    with django_assert_max_num_queries(80):  # the page itself twice, for two readers
        page(at_table, "gm", "as/", seat=at_table.seats["alice"].pk)
    assert Knowledge.objects.count() == before


def test_an_address_as_people_type_it_is_shown_too(at_table):
    path = at_table.address("sheets/?q=진명")
    answer = at_table.client("gm").get(at_table.address("as/"), {"seat": at_table.seats["bob"].pk, "page": path})
    assert answer.status_code == 200
