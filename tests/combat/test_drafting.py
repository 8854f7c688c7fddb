"""The planner asks the engine about the own draft: costs slot by slot, what cannot be laid and why, and nothing of others."""

import pytest

from tests.combat.melee import melee
from tests.combat.test_table import text


@pytest.fixture
def table(db):
    return melee()


def ask(table, who="alice", mine="saber", *, slot="", target="", **laid):
    """`laid`: `a2_lancer="smash"` is the card in slot 2 against Lancer, `s1_saber` the help for Saber in slot 1."""
    fields = {_field(table, name): card for name, card in laid.items()}
    where = {"slot": slot, "target": table.code(target) if target else ""}
    return table.war.client(who).post(table.at(f"plans/{table.code(mine)}/draft/"), {**fields, **where})


def _field(table, name):
    place, _, who = name.partition("_")
    return f"{place[0]}-{place[1:]}-{table.code(who)}"


def test_mp_is_told_after_every_slot(table):
    told = ask(table, a1_lancer="np:reeds", a1_archer="np:reeds", a3_lancer="spell:long").json()
    assert told["mp"] == [30, 30, 30, 30, 30, 30, 30]
    assert "긴 주문" in told["faults"]["3"]
    whole = ask(table, a3_lancer="spell:long", a4_lancer="spell:long", a5_lancer="spell:long").json()
    assert whole["mp"] == [70, 70, 60, 60, 60, 60, 60]
    assert whole["faults"] == {}
    assert "마력이 60 남습니다" in text(whole["notes"])
    assert "하한은 −32입니다" in text(whole["notes"])


def test_beside_a_phantasm_other_cards_are_refused_with_the_reason(table):
    told = ask(table, slot=0, target="archer", a1_lancer="np:reeds").json()
    assert "갈대 물결" in told["cards"]["smash"]["why"]
    assert told["cards"]["np:reeds"]["why"] == "", "laid there, it covers both"
    assert "아처는 대기로만" in text(told["notes"])


def test_a_card_over_a_phantasm_takes_it_away_first(table):
    told = ask(table, slot=0, target="lancer", a1_lancer="np:reeds", a1_archer="np:reeds").json()
    assert told["cards"]["smash"] == {"left": 4, "why": ""}


def test_a_card_over_a_chant_takes_the_whole_chant_away(table):
    chant = {f"a{slot}_lancer": "spell:long" for slot in (2, 3, 4)}
    told = ask(table, slot=2, target="lancer", **chant).json()
    assert told["cards"]["smash"]["why"] == ""
    assert told["cards"]["spell:long"] == {"left": 1, "why": ""}


def test_a_spell_that_does_not_fit_before_the_last_slot_is_refused(table):
    assert ask(table, slot=5, target="lancer").json()["cards"]["spell:long"]["why"]
    assert not ask(table, slot=4, target="lancer").json()["cards"]["spell:long"]["why"]


def test_support_is_offered_for_attack_and_for_defence(table):
    told = ask(table, "carol", "rider", slot=1, target="saber", s1_saber="spell:veil").json()
    assert set(told["cards"]) == {
        "general:attack",
        "general:defence",
        "skill:cheer:attack",
        "skill:cheer:defence",
        "spell:veil",
    }
    assert told["mp"][0] == 65
    assert "대기" not in told["notes"], "nobody attacks the back line here, so no place is open"


def test_a_draft_leaves_no_trace(table):
    ask(table, a1_lancer="smash")
    assert not table.fight.record.entries.exists()


@pytest.mark.parametrize(
    ("who", "status"),
    [("alice", 200), ("gm", 200), ("hana", 200), ("bob", 403), ("carol", 403), ("eve", 403), ("mallory", 404)],
)
def test_only_the_owner_and_who_runs_the_table_ask(table, who, status):
    assert ask(table, who).status_code == status


@pytest.mark.parametrize("slot", ["x", "-1", "99", "\0", "9" * 30])
def test_a_place_that_is_none_is_answered_without_offers(table, slot):
    answer = ask(table, slot=slot, target="lancer", a1_lancer="강타")
    assert answer.status_code == 200
    assert answer.json()["cards"] == {}
    assert answer.json()["faults"]["1"]


def test_once_the_round_has_begun_there_is_nothing_to_lay(table):
    for who in ("saber", "rider", "lancer", "archer"):
        table.plan(who)
    table.war.client("gm").post(table.at("moves/"), {"do": "reveal", "slots": 1, "seen": 4})
    assert ask(table).status_code == 409


def test_what_an_ally_has_sealed_is_not_told(table):
    """R-MELEE-11 depends on a plan that is still covered, so only the sealing tells it."""
    table.plan("rider", {"to": "saber", "with": "spell:veil"})
    before = ask(table, slot=0, target="lancer").json()
    table.plan("rider", {})
    assert ask(table, slot=0, target="lancer").json() == before


class TestPlanner:
    def page(self, table, who):
        return table.war.client(who).get(table.at()).content.decode()

    def test_a_melee_is_laid_in_a_table_of_targets_and_slots(self, table):
        page = self.page(table, "alice")
        assert page.count('data-row="') == 2
        assert page.count("<select") == 14

    def test_who_helps_lays_supports_for_his_ally(self, table):
        page = self.page(table, "carol")
        assert 'name="s-1-' in page
        assert 'value="general:attack"' in page
        assert "방어 −3" in text(page)

    def test_a_duel_keeps_its_row_of_slots(self, war):
        fight = war.fight(slots_per_round=7)
        page = war.client("alice").get(war.address(f"fights/{fight.code}/")).content.decode()
        assert '<table class="melee"' not in page
        assert page.count("<select") == 7

    def test_a_support_is_handed_in_from_its_fields(self, table):
        fields = {"round": 1, f"s-1-{table.code('saber')}": "general:defence"}
        answer = table.war.client("carol").post(table.at(f"plans/{table.code('rider')}/"), fields)
        assert answer.status_code == 302
        assert table.fight.record.entries.get().move["slots"][0] == {
            "support": {"to": table.code("saber"), "with": "general", "for": "defence"}
        }

    def test_who_helps_sees_what_he_has_sealed(self, table):
        table.plan("rider", {"to": "saber", "with": "general", "for": "defence"}, {"to": "saber", "with": "spell:veil"})
        told = text(self.page(table, "carol"))
        assert "일반 보조 방어 → 세이버" in told
        assert "안개 장막 방어 → 세이버" in told


def test_only_enemies_in_front_are_counted_among_those_met_with_wait(table):
    """Rider stands on the back line, from where nobody was said to reach: seven slots against Saber and Archer."""
    at = table.at(f"plans/{table.code('lancer')}/draft/")
    notes = table.war.client("bob").post(at, {"slot": "", "target": ""}).json()["notes"]
    assert "14곳" in text(notes)
