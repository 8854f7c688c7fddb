"""R-OTHER-6b: a Master at 0 or below can do nothing but rest in the next scene, unless the GM lets him, with a reason."""

import pytest

from campaigns.models import Deadlines, Post, SignUp, WordLaidBy
from campaigns.posts import lapsing
from campaigns.scenes import days, signing
from characters import sheets
from characters.ledger import terms
from characters.ledger.posting import post
from characters.models import Term
from combat.intrusion import intrude
from combat.models import Fight
from combat.opening import Pick, open_fight
from tabletop.game import Illegal
from tests.campaigns.posts.writing import filled, say, thread, tried
from tests.combat.war import war

WHY = "공주가 그를 업고 간다."


@pytest.fixture
def table(db):
    """bob plays Emi, who fell in the scene before this one, and nobody else."""
    at_table = war()
    sheets.give(at_table.lancer, at_table.seats["alice"])
    sheets.give(at_table.emi, at_table.seats["bob"])
    at_table.emi.refresh_from_db()
    days.close_scene(fell(at_table))
    return at_table


def fell(table):
    scene = days.new_scene(table.campaign, state="open")
    post(table.emi, {"hp": -24}, by=None, cause="fight")
    return scene


def next_scene(table, **more):
    return days.new_scene(table.campaign, state="open", signs_up=True, **more)


def release(table):
    terms.release(Term.objects.get(), table.seats["gm"].user, WHY)


def declared(table, place, who="bob", **more):
    return tried(place, table, who, "부두로 간다.", "declaration", character=table.emi.code, voice="에미", **more)


# ---- signing up


def test_who_plays_only_him_signs_up_for_no_scene(table):
    scene = next_scene(table)
    assert signing.sign_up(scene, table.seats["bob"]) == Illegal("bound", "R-OTHER-6b")
    answer = table.client("bob").post(table.address(f"scenes/{scene.code}/sign/"))
    assert answer.status_code == 409 and "R-OTHER-6b" in answer.text


def test_who_plays_a_servant_too_takes_part_with_him(table):
    sheets.give(table.lancer, table.seats["bob"])
    assert isinstance(signing.sign_up(next_scene(table), table.seats["bob"]), SignUp)


def test_the_gm_takes_him_in_all_the_same(table):
    scene = next_scene(table)
    answer = table.client("gm").post(table.address(f"scenes/{scene.code}/sign/"), {"who": "bob"})
    assert answer.status_code == 302 and SignUp.objects.get().by == table.seats["gm"].user


def test_nobody_else_takes_somebody_in(table):
    scene = next_scene(table)
    assert table.client("alice").post(table.address(f"scenes/{scene.code}/sign/"), {"who": "bob"}).status_code == 403


def test_once_released_or_recovered_he_may(table):
    scene = next_scene(table)
    release(table)
    assert isinstance(signing.sign_up(scene, table.seats["bob"]), SignUp)


def test_who_has_recovered_may_again(table):
    post(table.emi, {"hp": 10}, by=None, cause="rest")
    assert isinstance(signing.sign_up(next_scene(table), table.seats["bob"]), SignUp)


def test_in_the_scene_in_which_he_falls_he_still_may(db):
    table = war()
    sheets.give(table.emi, table.seats["bob"])
    table.emi.refresh_from_db()
    scene = fell(table)
    assert terms.bound(table.campaign, scene) == {} and terms.bound(table.campaign, None) == {}


# ---- declaring


def test_he_declares_nothing_and_is_told_where_he_rests(table):
    place = thread(table, scene=next_scene(table))
    answer = table.client("bob").post(
        table.address(f"threads/{place.code}/write/"), filled("간다", kind="declaration", voice=table.emi.code)
    )
    assert answer.status_code == 422 and "R-OTHER-6b" in answer.text and not Post.objects.exists()


def test_he_talks_and_others_declare(table):
    place = thread(table, scene=next_scene(table))
    say(place, table, "bob", "“괜찮아…”", character=table.emi.code, voice="에미")
    say(place, table, "alice", "막는다.", "declaration", character=table.saber.code, voice="세이버")


def test_a_thread_of_no_scene_belongs_to_the_one_that_is_on(table):
    place = thread(table)
    assert isinstance(declared(table, place), Post)  # between scenes nobody is bound
    next_scene(table)
    assert not isinstance(declared(table, place), Post)


def test_the_gm_speaks_for_him_and_lets_him(table):
    place = thread(table, scene=next_scene(table))
    assert isinstance(declared(table, place, who="gm"), Post)
    release(table)
    assert isinstance(declared(table, place), Post)


def test_the_word_he_laid_by_is_not_said_either(table):
    Deadlines.objects.create(campaign=table.campaign, hours=1, unanswered="word")
    table.campaign.refresh_from_db()
    WordLaidBy.objects.create(seat=table.seats["bob"], text="부두로 간다.", character=table.emi.code)
    place = thread(table, scene=next_scene(table))
    asking = say(place, table, "gm", "무엇을 합니까?", "narration", asks=("bob",))
    asking.owings.update(until=asking.at)
    assert lapsing.settle(table.campaign)
    assert Post.objects.get(laid=True).kind == "lapse"


# ---- fighting


def fighting(table, **more):
    picks = (*table.picks(), Pick(table.emi.code, "A", "back"))
    return open_fight(table.campaign, table.seats["gm"], "결투", picks, {}, **more)


def test_he_stands_in_no_fight(table):
    next_scene(table)
    assert fighting(table) == Illegal("bound", "R-OTHER-6b", "combatants[2]")
    assert not Fight.objects.exists() and Term.objects.get().released_at is None


def test_with_a_reason_he_does_and_it_stands_on_his_term(table):
    next_scene(table)
    assert isinstance(fighting(table, despite=WHY), Fight)
    term = Term.objects.get()
    assert (term.released_why, term.released_by) == (WHY, table.seats["gm"].user)
    assert WHY in table.client("bob").get(table.address("board/")).text


def test_a_fight_that_is_refused_for_something_else_releases_nobody(table):
    next_scene(table)
    picks = (Pick(table.emi.code, "A", "front"),)
    refused = open_fight(table.campaign, table.seats["gm"], "결투", picks, {}, despite=WHY)
    assert isinstance(refused, Illegal) and Term.objects.get().released_at is None


def test_the_form_of_a_fight_asks_for_the_reason(table):
    next_scene(table)
    fields = {f"side.{one.code}": side for one, side in ((table.saber, "A"), (table.lancer, "B"), (table.emi, "A"))}
    fields |= {f"line.{one.code}": "front" for one in (table.saber, table.lancer)} | {f"line.{table.emi.code}": "back"}
    answer = table.client("gm").post(table.address("fights/new/"), fields)
    assert answer.status_code == 422 and 'name="despite"' in answer.text
    assert table.client("gm").post(table.address("fights/new/"), {**fields, "despite": WHY}).status_code == 302


def test_he_comes_into_no_running_fight(table):
    fight = table.fight()
    next_scene(table)
    pick = Pick(table.emi.code, "A", "back")
    done = intrude(fight, table.seats["gm"], pick, table.lancer.code, seen=fight.record.seq)
    assert isinstance(done, Illegal) and done.code == "bound"


# ---- the page of his term


def test_the_gm_lets_him_act_on_the_page_of_the_term_with_a_reason(table):
    next_scene(table)
    page = table.address(f"terms/{Term.objects.get().code}/")
    client = table.client("gm")
    assert client.post(page, {"release": "1", "why": " "}).status_code == 422
    assert client.post(page, {"release": "1", "why": WHY}).status_code == 302
    assert WHY in client.get(page).text and terms.bound(table.campaign, None) == {}


def test_who_has_recovered_meanwhile_is_released_from_nothing(table):
    term = Term.objects.get()
    post(table.emi, {"hp": 10}, by=None, cause="rest")
    assert terms.release(term, table.seats["gm"].user, WHY) == Illegal("already_judged", "R-OTHER-6c")


def test_only_whom_it_concerns_learns_why(table):
    """I-6: the reason changes no byte for who may not know of the term."""
    next_scene(table)
    looks = ("board/", "scenes/", "log/", "")
    before = [table.client("eve").get(table.address(look)).text.count("R-OTHER-6") for look in looks]
    release(table)
    after = [table.client("eve").get(table.address(look)).text for look in looks]
    assert not any(WHY in text for text in after)
    assert [text.count("R-OTHER-6") for text in after] == before
