"""Ace Royal on screen: every option is offered and nothing else, every refusal has its reason, every number its sum."""

import json
import re
from html import unescape
from itertools import combinations

import msgspec
import pytest
from django.test import Client
from django.utils import translation

from boardgames import ace_royal, passing
from boardgames.ace_royal import options
from boardgames.ace_royal.cards import CARDS
from boardgames.ace_royal.moves import Spell
from boardgames.ace_royal.notation import read_ability
from boardgames.ace_royal.settings import HouseRules
from boardgames.bots import Luck
from boardgames.card_sets.content import Content, whole
from boardgames.card_sets.kinds import ACE_ROYAL as OWN
from boardgames.card_sets.kinds import shipped
from boardgames.fragments import PARTS, look
from boardgames.models import Asking, BoardGame, Strength
from boardgames.passing import ask_as
from boardgames.screens.ace_royal import screen
from boardgames.screens.ace_royal_road import road
from boardgames.shelf import box_of
from boardgames.table import names, open_game
from boardgames.templatetags.ace_royal import ace_royal_name
from boardgames.templatetags.ace_royal_screen import says
from boardgames.views.table import audience_of
from tabletop import live, records, referee
from tabletop.fragments import everything
from tabletop.game import Illegal
from tabletop.models import Record
from tests.boardgames.ace_royal.table import Table as Played
from tests.boardgames.tables import royal_at, royal_deal, royal_table
from tests.combat import war as wars


def text(html):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def screen_of(at, seat):
    at.game.refresh_from_db()
    return screen(look(at.game, seat, names(at.game)))


@pytest.mark.parametrize("players", [("alice", "bob"), ("alice", "bob", "novice", "novice")])
def test_a_whole_game_is_drawn_at_every_step_for_everybody(db, players, monkeypatch):
    monkeypatch.setattr(passing, "ready", lambda game: True)
    at, luck = royal_table(*players), Luck(7)
    for number in range(1, len(players) + 1):
        ask_as(at.game, f"seat-{number}", Asking.EVERY)
    while asked := at.asked:
        at.catch_up()
        for page, seat in (("hand", asked), ("stage", "")):
            drawn = live.draw(audience_of(at.game, page, seat))
            assert set(PARTS[page]) <= drawn.keys()
            assert not re.search(r"<button[^>]*>\s*(<span>\s*</span>)?\s*</button>", "".join(drawn.values()))
            assert ('name="seen"' in "".join(drawn.values())) == (page == "hand")
        moves = options(at.state, asked)
        move = msgspec.json.decode(msgspec.json.encode(moves[luck.below(len(moves))]))
        assert isinstance(referee.play(at.game.record_id, seat=asked, move=move, by=None), referee.Accepted)
    at.catch_up()
    assert "g-ranking" in at.page("eve")


def picked(html):
    """Every move that the forms of a page can send, cards picked in every way."""
    found = set()
    for form in re.findall(r"(?s)<form.*?</form>", html):
        buttons = [json.loads(unescape(value)) for value in re.findall(r'name="move" value="([^"]+)"', form)]
        if 'name="picks"' not in form:
            found |= {frozen(button) for button in buttons}
            continue
        least, most = (int(re.search(rf'data-{bound}="(\d+)"', form)[1]) for bound in ("least", "most"))
        cards = [unescape(card) for card in re.findall(r'name="card" value="([^"]+)"', form)]
        for button in buttons:
            key = "cards" if button["do"] == "discard" else "discard"
            for number in range(least, most + 1):
                found |= {frozen(button | {key: sorted(pick)}) for pick in combinations(cards, number)}
    return found


def frozen(move):
    return json.dumps(
        {key: sorted(value) if isinstance(value, list) else value for key, value in move.items()}, sort_keys=True
    )


@pytest.mark.parametrize("seed", [1, 4])
def test_I_11_the_page_offers_every_option_and_nothing_else(db, seed):
    at, luck, kinds = royal_at(royal_deal(3), "alice", "bob", "hana"), Luck(seed), set()
    for seat in ("seat-1", "seat-2", "seat-3"):
        ask_as(at.game, seat, "every")
    for _ in range(60):
        at.catch_up()
        asked = at.asked
        if not asked:
            break
        kind = records.view(at.game.record, (asked,)).waiting_for["for"]
        offered = options(at.state, asked)
        if kind not in kinds or luck.below(6) == 0:
            kinds.add(kind)
            drawn = "".join(everything(live.draw(audience_of(at.game, "hand", asked))).values())
            hand = re.search(r'(?s)<section id="hand".*?</section>', drawn)[0]
            assert picked(hand) == {frozen(msgspec.to_builtins(move)) for move in offered}, kind
        calm = [move for move in offered if not isinstance(move, Spell)] or offered
        move = msgspec.json.decode(msgspec.json.encode(calm[luck.below(len(calm))]))
        assert isinstance(referee.play(at.game.record_id, seat=asked, move=move, by=None), referee.Accepted)
    assert {"ritual", "window"} <= kinds


@pytest.fixture
def at(db):
    """alice is in her first ritual; bob's hand fits many windows."""
    return royal_at(royal_deal(3, {"seat-2": ["L-S08", "L-S03", "L-S05", "L-K11"]}), "alice", "bob", "hana")


def test_a_code_is_set_by_its_button_and_lies_there(at):
    answer = at.post("alice", "seat-1", move='{"do": "set", "card": "L-K01"}')
    assert answer.status_code == 200
    at.game.record.refresh_from_db()
    assert [code.card for code in records.view(at.game.record, ()).seats[0].codes] == ["L-K01"]


def test_cards_that_were_picked_pay_for_a_use(db):
    at = royal_at([*royal_deal(2, heroes={"seat-1": "L-H12"}, classes={"seat-1": "L-C5"})], "alice", "bob")
    at.post("alice", "seat-1", move='{"do": "reveal", "what": "hero"}')
    paid = at.post("alice", "seat-1", move='{"do": "use", "card": "L-H12"}', picks="1", card=["L-K01", "L-K02"])
    assert paid.status_code == 200
    at.game.record.refresh_from_db()
    seen = records.view(at.game.record, ("seat-1",))
    assert (seen.seats[0].mana, seen.grail_seat) == (6, ("L-K01", "L-K02"))


def test_too_few_cards_are_refused_with_the_rule_and_the_hand_stays(db):
    at = royal_at([*royal_deal(2, heroes={"seat-1": "L-H12"}, classes={"seat-1": "L-C5"})], "alice", "bob")
    at.post("alice", "seat-1", move='{"do": "reveal", "what": "hero"}')
    paid = at.post("alice", "seat-1", move='{"do": "use", "card": "L-H12"}', picks="1", card=["L-K01"])
    assert paid.status_code == 422
    assert "AB-5" in paid.content.decode()


@pytest.mark.parametrize(
    "move", ["", "[]", "{", '{"do": "\x00"}', '{"do": "set", "card": "' + "x" * 5000 + '"}', '{"do": 7}']
)
def test_what_is_no_move_is_refused_in_words(at, move):
    answer = at.post("alice", "seat-1", move=move)
    assert answer.status_code == 422
    assert 'class="said refused"' in answer.content.decode()


def test_what_cannot_be_done_is_said_with_its_rule(at):
    at.post("alice", "seat-1", move='{"do": "set", "card": "L-K01"}')
    page = text(at.page("alice"))
    assert "A-7" in page  # the second code of the turn
    assert "A-9" in page  # no assault any more
    assert "A-74" in page  # an upright Servant is not raised


def test_without_scripts_a_refused_move_brings_the_page_with_the_sentence(at):
    answer = at.client("alice").post(
        at.at("moves/"), {"as": "seat-1", "seen": at.seen("seat-1"), "move": '{"do": "set", "card": "L-K24"}'}
    )
    assert answer.status_code == 422
    assert "<!doctype html>" in answer.content.decode()
    assert 'class="said refused"' in answer.content.decode()


def test_without_scripts_a_stale_move_brings_the_page_as_it_is(at):
    seen = at.seen("seat-1")
    at.post("alice", "seat-1", move='{"do": "set", "card": "L-K01"}')
    answer = at.client("alice").post(at.at("moves/"), {"as": "seat-1", "seen": seen, "move": '{"do": "done"}'})
    assert answer.status_code == 409
    assert "아무 일도 하지 않았습니다" in answer.content.decode()


def test_a_card_used_beside_the_turn_is_not_stale_because_the_turn_went_on(at):
    """Trap 21: what bob may do at any time does not depend on what alice sets meanwhile."""
    seen = at.seen("seat-2")
    at.post("alice", "seat-1", move='{"do": "set", "card": "L-K01"}')
    assert at.post("bob", "seat-2", seen=seen, move='{"do": "use", "card": "L-S03"}').status_code == 200
    # the same tap again does nothing more
    assert at.post("bob", "seat-2", seen=seen, move='{"do": "use", "card": "L-S03"}').status_code == 409


def test_a_double_tap_on_a_command_spell_spends_one(at):
    seen = at.seen("seat-2")
    taps = [at.post("bob", "seat-2", seen=seen, move='{"do": "spell", "use": "a"}').status_code for _ in range(2)]
    at.game.record.refresh_from_db()
    assert (taps, records.view(at.game.record, ()).seats[1].spells) == ([200, 409], 2)


def test_a_list_of_games_names_nobody_who_is_asked_in_a_window(at):
    for move in ('{"do": "done"}', '{"do": "assault", "target": "seat-2"}'):
        at.post("alice", "seat-1", move=move)
    pages = {
        who: text(at.client(who).get(at.war.address("games/")).content.decode()) for who in ("eve", "alice", "bob")
    }
    assert "모두에게 응할지 묻고 있습니다" in pages["eve"]
    assert all("내 차례입니다" in pages[who] for who in ("alice", "bob"))  # both fight and are waited for


@pytest.mark.parametrize(("start", "first"), [("2", "seat-2"), ("1", "seat-1")])
def test_the_table_may_agree_who_starts_before_the_record_opens(db, start, first):
    war = wars.war()
    chairs = {"chair.1": f"p{war.seats['alice'].pk}", "chair.2": f"p{war.seats['bob'].pk}"}
    war.client("alice").post(war.address("games/new/ace-royal/"), {**chairs, "start": start})
    entry = BoardGame.objects.get().record.entries.order_by("seq").first()
    assert (entry.seat, entry.move) == ("table", {"by": "table", "do": "start", "seat": first})


@pytest.mark.parametrize("start", ["", "7", "99999", "²", "-1"])
def test_else_the_dice_decide(db, start):
    war = wars.war()
    war.client("gm").post(
        war.address("games/new/ace-royal/"), {"chair.1": "novice", "chair.2": "adept", "start": start}
    )
    assert "rolls" in BoardGame.objects.get().record.entries.order_by("seq").first().move


def test_dice_are_shown_beside_what_they_decided(db):
    at = royal_table("alice", "bob", "novice", first=None)
    assert at.page("eve").count('class="die"') >= 3


def test_I_12_every_number_of_the_fight_is_the_sum_of_its_reasons(at):
    for move in ('{"do": "done"}', '{"do": "assault", "target": "seat-2"}'):
        at.post("alice", "seat-1", move=move)
    at.game.record.refresh_from_db()
    seen = screen_of(at, "")
    for side in (seen.duel.left, seen.duel.right):
        assert all(number.sum.value == sum(term.value for term in number.sum.why) for number in side.numbers)
    assert "a-sides" in at.page("eve")


@pytest.mark.parametrize("rotation", ["holder_second_turn_end", "on_return", "round_shift"])
@pytest.mark.parametrize("players", [2, 3, 5, 7])
def test_A_28_the_way_of_the_coin_is_the_way_it_goes(rotation, players):
    """Foreseen on the first turn and walked in the rules: the same turns, and the coin passes before the same of them."""
    at = Played(players, coin_rotation=rotation)
    foreseen = [
        stop for block in road(ace_royal.view(at.state, ()), {seat: seat for seat in at.seats}) for stop in block
    ]
    walked = [(at.state.player, False)]
    while len(walked) < len(foreseen):
        at.idle_turn()
        walked.append((at.state.player, at.state.transfer is not None))
    assert [(stop.seat, stop.pays) for stop in foreseen] == walked


@pytest.mark.parametrize("rule", HouseRules.__struct_fields__)
def test_every_house_rule_and_each_of_its_values_has_words(at, rule):
    html = at.client("gm").get(at.war.address("games/new/ace-royal/")).content.decode()
    row = re.search(rf'(?s)<label for="rule-{rule}">(.*?)</label>(.*?)</li>', html)
    values = re.findall(r"<option[^>]*>([^<]*)</option>", row[2])
    assert row[1].strip()
    assert all(value.strip() for value in values)
    assert len(set(values)) == len(values)


def test_everything_a_new_player_meets_is_said_in_korean(at):
    for move in ('{"do": "done"}', '{"do": "assault", "target": "seat-2"}'):
        at.post("alice", "seat-1", move=move)
    pages = [at.page(who) for who in ("alice", "bob", "eve")]
    pages.append(at.client("gm").get(at.war.address("games/guide/ace-royal/")).content.decode())
    for page in pages:
        body = re.sub(r"(?s)<(head|script|header).*?</\1>", "", page)
        assert not set(re.findall(r"[A-Za-z]{3,}", text(body))) - {"alice", "bob", "hana"}


@pytest.mark.parametrize("language", ["ko", "en"])
def test_cards_that_can_do_something_say_it(language):
    with translation.override(language):
        assert all(text(says(code)) for code, card in CARDS.items() if card.abilities or card.keywords)


def test_the_page_asks_the_database_no_more_often_late_in_the_game(at, django_assert_max_num_queries):
    luck = Luck(3)
    for _ in range(70):
        if not at.asked:
            break
        moves = [move for move in options(at.state, at.asked) if not isinstance(move, Spell)] or options(
            at.state, at.asked
        )
        move = msgspec.json.decode(msgspec.json.encode(moves[luck.below(len(moves))]))
        referee.play(at.game.record_id, seat=at.asked, move=move, by=None)
    at.catch_up()
    client = at.client("alice")
    client.get(at.at())
    with django_assert_max_num_queries(15):
        client.get(at.at())


def test_two_hands_on_one_device_are_covered_until_one_is_opened(db):
    at = royal_table("alice", "alice", "novice")
    covered, opened = at.page("alice"), at.page("alice", "?as=seat-2")
    assert 'id="hand"' not in covered
    assert 'id="hand"' in opened


def test_the_replay_opens_all_hands_after_the_end_and_not_before(db):
    at, luck = royal_table("alice", "novice", "novice"), Luck(2)
    assert "g-open" not in at.page("eve", "replay/?hands=1&step=9")
    while at.asked:
        offered = options(at.state, at.asked)
        move = msgspec.json.decode(msgspec.json.encode(offered[luck.below(len(offered))]))
        referee.play(at.game.record_id, seat=at.asked, move=move, by=None)
    at.catch_up()
    assert at.page("eve", "replay/?hands=1&step=9").count("g-open") == 3
    assert "g-open" not in at.page("eve", "replay/?step=9")


def test_an_agreement_that_the_rules_refuse_opens_nothing(db):
    found = wars.war()
    computers = [Strength.NOVICE, Strength.NOVICE]
    refused = open_game(found.campaign, found.seats["gm"], box_of("ace-royal"), "등불", computers, {}, first=5)
    assert isinstance(refused, Illegal)
    assert not BoardGame.objects.exists()
    assert not Record.objects.filter(game="ace-royal").exists()


def test_A_10_two_dice_each_may_decide_who_starts(db):
    found = wars.war()
    fields = {"chair.1": f"p{found.seats['alice'].pk}", "chair.2": "novice", "chair.3": "novice", "start": "2d6"}
    found.client("alice").post(found.address("games/new/ace-royal/"), fields)
    game = BoardGame.objects.get()
    throws = [entry.move for entry in game.record.entries.order_by("seq") if entry.move["do"] == "start"]
    assert all(throw["dice"] == 2 and throw["by"] == "chance" for throw in throws)
    last = throws[-1]["rolls"]
    assert sorted(last.values())[-1] > sorted(last.values())[-2]
    assert records.load(game.record).start == max(last, key=last.get)
    shown = found.client("alice").get(found.address(f"games/{game.code}/")).content.decode()
    assert "주사위 눈의 합은" in shown or all(value < 7 for throw in throws for value in throw["rolls"].values())


def own_scene(text):
    """Alice holds the scene, which says `text`, and is in her ritual."""
    hands = {"seat-1": ["L-S03", "L-K01", "L-K02", "L-K03"]}
    rows = [row for row in shipped(OWN)["cards"] if row["id"] == "L-S03"]
    said = [msgspec.to_builtins(read_ability(text))]
    cards = whole(OWN, Content(tables={"cards": [{**rows[0], "abilities": said}]}))
    return royal_at(royal_deal(2, hands), "alice", "bob", cards=cards)


def test_what_a_peek_showed_stands_on_the_page_of_who_may_see_it_and_nowhere_else(db):
    at = own_scene("A@any: peek(servant,any,1)")
    move = '{"do": "use", "card": "L-S03", "target": "seat-2"}'
    assert at.post("alice", "seat-1", move=move).status_code == 200
    at.catch_up()
    seen = at.page("alice").partition("a-peeked")[2]
    assert ace_royal_name(at.state.masters["seat-2"].hero) in seen
    assert all("a-peeked" not in at.page(who) for who in ("bob", "eve", "gm"))


def test_each_choice_of_a_card_says_what_it_is(db):
    at = own_scene("A@any: choose(draw(2) | mana+1)")
    buttons = re.findall(r"(?s)<button[^>]*choice&quot;[^>]*>(.*?)</button>", at.page("alice"))
    assert ["2장 뽑음" in text(one) for one in buttons] == [True, False]
    assert "마력" in text(buttons[1])


@pytest.mark.parametrize("do", ['{"do": "done"}', '{"do": "set", "card": "L-K09"}'])
def test_a_move_without_scripts_is_made_by_the_form_alone_and_a_refused_one_answers_with_a_sentence(at, do):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(at.user("alice"))
    page = browser.get(at.at()).content.decode()
    form = re.search(r'(?s)<form class="g-acts a-answers"(.*?)</form>', page)[1]
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
    answer = browser.post(at.at("moves/"), fields | {"move": do})
    if "done" in do:
        assert answer.status_code == 302
        assert "습격" in text(browser.get(at.at()).content.decode())
    else:
        assert answer.status_code == 422
        assert "손에 없는 카드입니다" in text(answer.content.decode())
