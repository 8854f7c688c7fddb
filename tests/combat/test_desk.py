"""The GM's desk in a melee: intrusion, every number of an override, what a rewind cannot take back, and other fights."""

import re

import pytest

from characters import sheets
from characters.sheet import Servant
from combat.models import Fight
from tabletop import live, records
from tabletop.models import Chair
from tests.combat.melee import melee
from tests.combat.test_table import text
from tests.combat.war import battle


@pytest.fixture
def table(db):
    return melee()


@pytest.fixture
def caster(table):
    sheet = Servant(name="캐스터", class_="caster", hp=40, hp_max=40, mp=90, mp_max=90)
    return sheets.create(table.war.campaign, sheet, by=None, owner=table.war.seats["dan"])


def order(table, do, by="gm", **fields):
    table.fight.record.refresh_from_db()
    made = {"do": do, "seen": table.fight.record.seq, **fields}
    return table.war.client(by).post(table.at("moves/"), made, HTTP_HX_REQUEST="true")


def view(table, *seats):
    table.fight.record.refresh_from_db()
    return records.view(table.fight.record, seats)


def page(table, who, rest=""):
    return table.war.client(who).get(table.at(rest)).content.decode()


class TestIntrusion:
    """R-IN-1."""

    def enter(self, table, caster, by="gm", **more):
        where = {"side": "D", "line": "front", "against": table.code("saber"), **more}
        return order(table, "enter", by, **{"who": caster.code, **where})

    def test_who_comes_in_stands_where_he_was_put_and_his_player_has_his_hand(self, table, caster):
        assert self.enter(table, caster).status_code == 200
        came = view(table).combatants[-1]
        assert (came.name, came.side, came.line, came.against) == ("캐스터", "D", "front", table.code("saber"))
        assert f"plans/{caster.code}/" in page(table, "dan", f"?as={caster.code}")
        assert "캐스터가 난입했습니다. 상대는 세이버" in text(page(table, "eve"))

    def test_the_desk_offers_whoever_is_not_in_the_fight(self, table, caster):
        offered = page(table, "gm").split('name="do" value="enter"')[1].split("</select>")[0]
        assert re.findall(r"<option value=\"\w+\">([^<]+)", offered) == ["에미", "캐스터"]
        self.enter(table, caster)
        offered = page(table, "gm").split('name="do" value="enter"')[1].split("</select>")[0]
        assert "캐스터" not in offered

    @pytest.mark.parametrize("fields", [{"against": "nobody"}, {"who": "nobody"}, {"side": "A"}])
    def test_what_is_refused_leaves_no_chair_and_no_trace(self, table, caster, fields):
        refused = self.enter(table, caster, **fields)
        assert refused.status_code == 422
        assert re.search(r'id="said"[^>]*>\s*\S', refused.content.decode())
        assert not Chair.objects.filter(record=table.fight.record, seat=caster.code).exists()
        assert not table.fight.record.entries.exists()

    @pytest.mark.parametrize(("who", "status"), [("dan", 403), ("eve", 403), ("hana", 200)])
    def test_only_who_runs_the_table_lets_somebody_in(self, table, caster, who, status):
        assert self.enter(table, caster, by=who).status_code == status

    def test_not_while_a_round_runs(self, table, caster):
        for who in ("saber", "rider", "lancer", "archer"):
            table.plan(who)
        order(table, "reveal", slots=1)
        assert 'value="enter"' not in page(table, "gm")
        assert self.enter(table, caster).status_code == 422


class TestOverride:
    def test_the_fields_are_those_of_the_one_it_is_about(self, table):
        fields = page(table, "gm", f"numbers/?who={table.code('saber')}")
        assert 'name="hp"' in fields
        assert 'name="card.smash"' in fields
        assert "fortune" not in fields
        assert 'placeholder="80"' in fields

    def test_a_count_of_cards_is_set_and_the_log_tells_the_reason_but_no_count(self, table):
        fields = {"who": table.code("saber"), "card.smash": "1", "reason": "부러진 검"}
        assert order(table, "override", **fields).status_code == 200
        own = view(table, table.code("saber")).own[0]
        assert next(card.left for card in own.hand if card.word == "smash") == 1
        told = text(page(table, "eve"))
        assert "부러진 검" in told
        assert "smash" not in told

    @pytest.mark.parametrize("who", ["alice", "eve"])
    def test_players_do_not_read_the_numbers(self, table, who):
        assert table.war.client(who).get(table.at(f"numbers/?who={table.code('lancer')}")).status_code == 403

    def test_of_nobody_there_are_none(self, table):
        assert table.war.client("gm").get(table.at("numbers/?who=nobody")).status_code == 404


class TestSince:
    @pytest.fixture
    def opened(self, table):
        for who in ("saber", "rider", "lancer", "archer"):
            table.plan(who)
        order(table, "reveal", slots=2)
        return table

    def test_it_lists_what_lay_open_and_who_has_certainly_seen_it(self, opened):
        told = text(page(opened, "gm", "rewind/since/?to=3"))
        assert "1라운드 1번 칸, 1라운드 2번 칸" in told
        assert "gm은 그 뒤에 움직였으니" in told or "gm는 그 뒤에 움직였으니" in told
        assert "alice, bob, carol, dan" in told
        assert "선언 1건" in told

    def test_before_any_opening_nothing_was_seen(self, table):
        table.plan("saber")
        told = text(page(table, "gm", "rewind/since/?to=0"))
        assert "열린 패는 없습니다" in told
        assert "보았" not in told

    @pytest.mark.parametrize("to", ["", "x", "-1"])
    def test_an_entry_that_is_none_is_not_found(self, table, to):
        assert table.war.client("gm").get(table.at(f"rewind/since/?to={to}")).status_code == 404


def test_other_fights_of_the_war_stand_at_the_desk_with_whom_they_wait_for(table):
    other = table.war.fight("부두의 결투")
    owes = page(table, "gm").split('id="owes"')[1].split("</aside>")[0]
    assert other.code in owes
    assert "세이버, 랜서" in text(owes)


def test_a_declaration_made_for_somebody_names_who_made_it(table):
    table.war.client("hana").post(
        table.at("moves/"), {"do": "retreat", "by": table.code("lancer")}, HTTP_HX_REQUEST="true"
    )
    assert "(hana)" in text(page(table, "eve"))


@pytest.mark.parametrize("who", ["alice", "gm", "eve"])
def test_seven_combatants_cost_no_more_queries(table, caster, who, django_assert_max_num_queries):
    for number in range(3):
        one = sheets.create(
            table.war.campaign,
            Servant(name=f"그림자 {number}", class_="assassin", hp=30, hp_max=30, mp=30, mp_max=30),
            by=None,
            owner=table.war.seats["dan"],
        )
        order(table, "enter", who=one.code, side="DEF"[number], line="front", against=table.code("saber"))
    assert len(view(table).combatants) == 7
    client = table.war.client(who)
    with django_assert_max_num_queries(12):
        assert client.get(table.at()).status_code == 200


def test_the_desks_of_other_running_fights_hear_that_somebody_has_handed_in(war, monkeypatch):
    here, there, over = war.fight(slots_per_round=7), war.fight("다른 곳"), battle(war, "끝난 싸움")
    told = []
    monkeypatch.setattr(live, "publish", lambda topic, seats: told.append((topic, seats)))
    beside = f"board:{war.campaign.code}"  # an open board asks what its reader sees of it
    address = war.address(f"fights/{here.code}/plans/{war.saber.code}/")
    assert war.client("alice").post(address, {"round": 1}).status_code == 302
    assert [one for one in told if one[0] != beside] == [(live.record_topic(there.record_id), ["gm"])]
    assert over.record_id not in {here.record_id, there.record_id}


def test_a_refused_move_and_a_rehearsal_tell_no_fight(war, monkeypatch):
    here, _ = war.fight(), war.fight("다른 곳")
    told = []
    monkeypatch.setattr(
        live, "publish", lambda topic, seats: told.append(topic) if topic.startswith("record:") else None
    )
    war.client("gm").post(war.address(f"fights/{here.code}/moves/"), {"do": "reveal", "seen": 99})
    Fight.objects.filter(pk=here.pk).update(rehearsal=True, by=war.seats["gm"].user)
    war.client("gm").post(war.address(f"fights/{here.code}/moves/"), {"do": "reveal", "seen": 0, "slots": 1})
    assert told == []
