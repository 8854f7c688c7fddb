"""Own card sets on screen: made, filled in, uploaded, exported, played with, and seen by nobody else."""

import io
import json

import pytest
from django.utils import translation

from boardgames import exports
from boardgames.card_sets import content, shelf
from boardgames.card_sets.kinds import DOMINATE, shipped
from boardgames.card_sets.on_table import on_table
from boardgames.dominate.cards import SHIPPED, pool_of
from boardgames.models import BoardGame, OwnSet
from boardgames.templatetags.dominate_screen import role_of
from tabletop import records
from tests.combat.war import war

FANCY = {
    "code": "HAL1",
    "name": "새벽의 검",
    "power": "9",
    "cost": "4",
    "attributes": "might relic",
    "use": "total_add(2)",
}


@pytest.fixture
def found(db):
    return war()


@pytest.fixture
def alices(found):
    found.client("alice").post("/card-sets/", {"title": "우리 집 세트", "game": "dominate", "how": "overlay"})
    return OwnSet.objects.get()


def post(found, kept, rest, who="alice", **fields):
    return found.client(who).post(f"/card-sets/{kept.code}/{rest}", fields)


def page(found, kept, rest="", who="alice"):
    return found.client(who).get(f"/card-sets/{kept.code}/{rest}").content.decode()


def upload(found, kept, name, text, table="", who="alice"):
    file = io.BytesIO(text if isinstance(text, bytes) else text.encode())
    file.name = name
    return post(found, kept, "upload/", who, file=file, table=table)


def test_a_new_overlay_is_the_shipped_set_and_can_be_played_at_once(found, alices):
    assert "게임을 열 때" in page(found, alices)
    assert content.whole(DOMINATE, shelf.content_of(alices)) == shipped(DOMINATE)


def test_a_card_is_typed_in_and_read_back_in_words(found, alices):
    answer = post(found, alices, "arts/card/", **FANCY)
    assert answer["Location"].endswith("/arts/")
    told = page(found, alices, "arts/")
    assert "새벽의 검" in told
    assert "위력 +2" in told
    form = page(found, alices, "arts/card/?card=HAL1")
    assert "total_add(2)" in form


def test_words_follow_as_one_types(found, alices):
    told = post(found, alices, "arts/words/", **FANCY | {"use": "draw(2); results_gain(1)"}).content.decode()
    assert "카드 2장 뽑기" in told
    told = post(found, alices, "arts/words/", **FANCY | {"use": "draw(two)"}).content.decode()
    assert "읽을 수 없습니다" in told


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"use": "fly(1)"}, "사용"),
        ({"power": "many"}, "위력"),
        ({"code": ""}, "코드"),
        ({"name": "a\0b"}, "이름"),
        ({"text": "x" * 5000}, "글"),
    ],
)
def test_a_card_that_cannot_be_read_comes_back_with_its_column(found, alices, fields, says):
    answer = post(found, alices, "arts/card/", **FANCY | fields)
    assert answer.status_code == 422
    assert says in answer.content.decode()
    alices.refresh_from_db()
    assert not shelf.content_of(alices).tables


def test_a_set_that_cannot_be_played_says_why_and_is_not_opened(found, alices):
    post(found, alices, "champions/card/", code="HAL", name="할", role="x", deck="M2:3", arts="HAL1 HAL2 HAL3")
    assert "열두 장" in page(found, alices) or "12장" in page(found, alices)
    fields = {"chair.1": "novice", "chair.2": "adept", "chair.3": "adept", "cards": alices.code}
    answer = found.client("alice").post(found.address("games/new/dominate/"), fields)
    assert answer.status_code == 422
    assert not BoardGame.objects.exists()


def test_shipped_cards_are_left_out_and_taken_in_again(found, alices):
    post(found, alices, "wardens/drop/", card="ILS")
    assert "ILS" not in [row["code"] for row in content.whole(DOMINATE, _content(alices))["wardens"]]
    post(found, alices, "wardens/drop/", card="ILS", back="1")
    assert content.whole(DOMINATE, _content(alices)) == shipped(DOMINATE)
    post(found, alices, "arts/card/", **FANCY)
    post(found, alices, "arts/drop/", card="HAL1")
    assert content.whole(DOMINATE, _content(alices)) == shipped(DOMINATE)


def _content(kept):
    kept.refresh_from_db()
    return shelf.content_of(kept)


def test_a_set_goes_out_and_comes_in_again_without_loss(found, alices):
    post(found, alices, "arts/card/", **FANCY)
    before = _content(alices)
    told = found.client("alice").get(f"/card-sets/{alices.code}/set.json").content
    table = found.client("alice").get(f"/card-sets/{alices.code}/arts/cards.csv").content
    post(found, alices, "arts/drop/", card="HAL1")
    assert upload(found, alices, "set.json", told).status_code == 302
    assert _content(alices) == before
    assert upload(found, alices, "arts.csv", table, "arts").status_code == 302
    read = DOMINATE.read(content.whole(DOMINATE, _content(alices)))
    assert read.tables == DOMINATE.read(content.whole(DOMINATE, before)).tables


@pytest.mark.parametrize(
    ("name", "text", "table"),
    [
        ("a.json", "{", ""),
        ("a.json", "[1]", ""),
        ("a.json", '{"tables": {"arts": 3}}', ""),
        ("a.json", '{"tables": {"spells": []}}', ""),
        ("a.json", '{"a": "\\u0000"}', ""),
        ("a.json", '{"a": 1e999}', ""),
        ("a.json", '{"game": "ace-royal", "tables": {"cards": []}}', ""),
        ("a.csv", "code,use\nX,fly", "arts"),
        ("a.csv", b"\xff\xff", "arts"),
        ("a.csv", "code\n" + "\n".join(f"X{number}" for number in range(500)), "arts"),
    ],
)
def test_files_that_are_no_sets_change_nothing(found, alices, name, text, table):
    before = _content(alices)
    assert upload(found, alices, name, text, table).status_code == 422
    assert _content(alices) == before


def test_nobody_else_sees_or_finds_a_set(found, alices):
    for who in ("bob", "gm", "eve", "mallory"):
        for rest in ("", "arts/", "arts/card/", "set.json", "arts/cards.csv"):
            assert found.client(who).get(f"/card-sets/{alices.code}/{rest}").status_code == 404
        assert "우리 집 세트" not in found.client(who).get("/card-sets/").content.decode()
    opening = found.client("bob").get(found.address("games/new/dominate/")).content.decode()
    assert "우리 집 세트" not in opening
    assert alices.code not in opening


def test_a_set_that_somebody_else_names_opens_no_game(found, alices):
    fields = {"chair.1": "novice", "chair.2": "adept", "chair.3": "adept", "cards": alices.code}
    assert found.client("bob").post(found.address("games/new/dominate/"), fields).status_code == 422


@pytest.fixture
def played(found, alices):
    post(found, alices, "arts/card/", **FANCY)
    chairs = {f"chair.{number}": f"p{found.seats[who].pk}" for number, who in enumerate(("alice", "bob"), 1)}
    fields = {**chairs, "chair.3": "novice", "cards": alices.code, "title": "새 세트로"}
    answer = found.client("alice").post(found.address("games/new/dominate/"), fields)
    assert answer.status_code == 302, answer.content.decode()
    return BoardGame.objects.get()


def test_a_game_keeps_a_copy_of_its_cards_whatever_becomes_of_the_set(found, alices, played):
    assert played.record.setup["set"].startswith("own-")
    post(found, alices, "arts/drop/", card="HAL1")
    post(found, alices, "delete/")
    records.forget()
    assert records.load(played.record).cards.cards["HAL1"].name == "새벽의 검"
    assert found.client("bob").get(found.address(f"games/{played.code}/")).status_code == 200
    assert found.client("alice").get(found.address(f"games/{played.code}/replay/")).status_code == 200


def test_the_record_goes_whole_to_who_made_the_cards_only(found, played):
    played.record.closed = True
    played.record.save()
    assert "cards" in exports.record(played, found.seats["alice"].user)
    others = exports.record(played, found.seats["bob"].user)
    assert "cards" not in others
    assert "새벽의 검" not in json.dumps(others, ensure_ascii=False)


def test_a_record_without_cards_is_read_again_by_who_has_the_set(found, alices, played):
    setup = {key: part for key, part in played.record.setup.items() if key != "cards"}
    assert shelf.with_cards(found.seats["alice"].user, setup) == played.record.setup["cards"]
    assert shelf.with_cards(found.seats["bob"].user, setup) is None


def test_pages_tell_only_cards_that_lie_open(found, played):
    """I-6: what nobody has shown yet stands on nobody's page but its owner's."""
    champion = {player.seat: player.champion for player in records.load(played.record).players}
    for who in ("alice", "bob", "eve", "gm"):
        told = found.client(who).get(found.address(f"games/{played.code}/")).content.decode()
        seat = {"alice": "seat-1", "bob": "seat-2"}.get(who)
        assert ("새벽의 검" in told) is (champion.get(seat) == "HAL")


def test_pages_ask_few_questions(found, alices, django_assert_max_num_queries):
    client = found.client("alice")
    for rest in ("", "arts/", "arts/card/?card=HAL1"):
        with django_assert_max_num_queries(8):
            client.get(f"/card-sets/{alices.code}/{rest}")


def test_the_account_page_leads_to_the_own_sets(found):
    told = found.client("alice").get("/account/").content.decode()
    assert 'href="/card-sets/"' in told
    assert "나의 카드 세트" in told


def chosen(op, column="use", **parts):
    return {f"{column}.op": op, **{f"{column}.{name}": value for name, value in parts.items()}}


def test_an_effect_is_built_by_choices_and_kept_with_the_card(found, alices):
    pick = post(found, alices, "arts/build/", **FANCY, **chosen("draw"), pick="use").content.decode()
    assert 'name="use.n"' in pick
    assert "카드 1장 뽑기" in pick
    added = post(found, alices, "arts/build/", **FANCY, **chosen("draw", n="2"), add="use").content.decode()
    assert "total_add(2); draw(2)" in added
    assert 'name="use.n"' not in added
    assert "새벽의 검" not in page(found, alices, "arts/")
    post(found, alices, "arts/card/", **FANCY | {"use": "total_add(2); draw(2)"})
    assert "카드 2장 뽑기" in page(found, alices, "arts/")


def test_without_scripts_the_same_buttons_answer_with_the_whole_form_and_keep_nothing(found, alices):
    answer = post(found, alices, "arts/card/", **FANCY, **chosen("rout", target="top"), add="use")
    told = answer.content.decode()
    assert answer.status_code == 200
    assert "total_add(2); rout(top)" in told
    assert 'value="새벽의 검"' in told
    assert "새벽의 검" not in page(found, alices, "arts/")
    dropped = post(found, alices, "arts/card/", **FANCY | {"use": "draw(1); leap"}, drop="use.0").content.decode()
    assert ">leap</textarea>" in dropped


def test_the_sentence_of_what_is_being_built_follows_as_one_fills_in(found, alices):
    said = post(found, alices, "arts/words/", **FANCY, **chosen("total_add", n="4", only="fewest")).content.decode()
    built = said.partition('id="built-use"')[2]
    assert "위력 +4" in built
    assert 'hx-swap-oob="true"' in built
    missing = post(found, alices, "arts/words/", **FANCY, **chosen("draw", n="")).content.decode()
    assert "빠져 있습니다" in missing.partition('id="built-use"')[2].partition("</div>")[0]


def test_a_text_that_cannot_be_read_stays_for_its_writer(found, alices):
    typed = FANCY | {"use": "fly(1)"}
    told = post(found, alices, "arts/build/", **typed, **chosen("draw", n="1"), add="use").content.decode()
    assert "fly(1); draw(1)" in told
    assert "효과로 읽을 수 없습니다" in told


@pytest.mark.parametrize("fields", [{}, {"add": "power"}, {"drop": "fly.0"}, {"pick": ""}])
def test_a_button_that_is_not_on_the_form_is_not_there(found, alices, fields):
    assert post(found, alices, "arts/build/", **FANCY, **fields).status_code == 404


def test_enter_in_a_field_keeps_the_card_and_presses_no_other_button(found, alices):
    form = page(found, alices, "arts/card/?card=HAL1").partition("<form")[2]
    first = form[form.index("<button") :].partition(">")[0]
    assert "name=" not in first


def test_abilities_of_the_other_game_are_built_too(found):
    found.client("alice").post("/card-sets/", {"title": "등불", "game": "ace-royal", "how": "overlay"})
    kept = OwnSet.objects.get()
    card = {"id": "L-K01", "type": "code", "name": "부러진 검", "copies": "3", "abilities": "C: pa+1"}
    parts = chosen("draw", "abilities", n="1") | {"abilities.cost.down": "yes"}
    told = post(found, kept, "cards/build/", **card, **parts, add="abilities").content.decode()
    assert "C: pa+1 ;; A@any(T): draw(1)" in told
    joined = post(found, kept, "cards/build/", **card | {"abilities": "A@any(T): draw(1)"}, **parts, join="abilities")
    assert "A@any(T): draw(1); draw(1)" in joined.content.decode()


def test_a_class_that_ships_has_words_and_one_that_is_made_up_stands_as_written(found):
    with on_table(SHIPPED), translation.override("ko"):
        assert role_of("HAL") == "검사"
    first, *others = shipped(DOMINATE)["champions"]
    own = {**shipped(DOMINATE), "champions": [first | {"role": "달의 파수꾼"}, *others]}
    with on_table(pool_of(own)), translation.override("ko"):
        assert role_of("HAL") == "달의 파수꾼"


def test_effects_of_an_ability_go_into_a_choice_a_condition_or_a_die(found):
    found.client("alice").post("/card-sets/", {"title": "등불 우리 집", "game": "ace-royal", "how": "overlay"})
    kept = OwnSet.objects.get()
    card = {"id": "K1", "name": "새 예장", "type": "code", "abilities": "C: pa+1 ;; A@any(T): draw(1); mana+1"}
    pick = post(found, kept, "cards/build/", **card, **{"abilities.nest": "roll"}, pick="abilities").content.decode()
    assert "1의 눈이 나오면" in pick and 'name="abilities.nest.face.6"' in pick
    said = post(found, kept, "cards/words/", **card, **{"abilities.nest": "choose"}).content.decode()
    assert "뽑음 또는 마력" in said.partition('id="nested-abilities"')[2]
    parts = {"abilities.nest": "if", "abilities.nest.when.hand": "3", "abilities.nest.inside": "either"}
    told = post(found, kept, "cards/build/", **card, **parts, nest="abilities").content.decode()
    assert "A@any(T): if(hand&gt;=3: draw(1) | mana+1)" in told
    assert "C: pa+1" in told and 'name="abilities.nest.when.hand"' not in told


def test_what_does_not_fit_into_a_choice_is_said_and_nothing_is_lost(found):
    found.client("alice").post("/card-sets/", {"title": "등불 우리 집", "game": "ace-royal", "how": "overlay"})
    kept = OwnSet.objects.get()
    card = {"id": "K1", "name": "새 예장", "type": "code", "abilities": "A@any: draw(1)"}
    said = post(found, kept, "cards/words/", **card, **{"abilities.nest": "choose"}).content.decode()
    assert "둘 이상" in said
    told = post(found, kept, "cards/build/", **card, **{"abilities.nest": "choose"}, nest="abilities")
    assert told.status_code == 200 and "A@any: draw(1)" in told.content.decode()
    for abilities in ("", "nonsense"):
        told = post(found, kept, "cards/build/", **card | {"abilities": abilities}, nest="abilities")
        assert told.status_code == 200


@pytest.mark.parametrize("times", [30, 480])
@pytest.mark.parametrize("around", ["choose(", "repeat(2: ", "if(hand>=1: "])
def test_effects_too_deep_within_each_other_are_refused_on_every_way_in(found, around, times):
    found.client("alice").post("/card-sets/", {"title": "깊은 세트", "game": "ace-royal", "how": "overlay"})
    kept, before = OwnSet.objects.get(), OwnSet.objects.get().content
    text = f"A@any: {around * times}mana+1{')' * times}"
    typed = {"id": "DEEP", "type": "scene", "name": "깊은 카드", "abilities": text}
    for rest in ("cards/words/", "cards/card/"):
        assert post(found, kept, rest, **typed).status_code in (200, 400, 422)
    table = f'id,type,name,abilities\r\nDEEP,scene,깊은 카드,"{text}"\r\n'
    assert "읽을 수 없" in upload(found, kept, "deep.csv", table, "cards").content.decode()
    do = '{"op":"choose","options":[' * times + '{"op":"mana","add":1}' + "]}" * times
    row = (
        '{"id":"DEEP","type":"scene","name":"깊은 카드","abilities":[{"kind":"activated","windows":["any"],"do":[%s]}]}'
    )
    answer = upload(found, kept, "deep.json", '{"tables":{"cards":[%s]}}' % (row % do))
    assert "DEEP" in answer.content.decode() or "JSON" in answer.content.decode()
    kept.refresh_from_db()
    assert kept.content == before
