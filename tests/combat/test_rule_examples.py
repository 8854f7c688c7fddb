"""Each house rule is shown by a small fight that the engine decides, and comes out differently under another value."""

import json

import pytest

from combat import house_rules, rule_examples
from combat.example_fights import EXAMPLES
from combat.rule_examples import fought
from combat.rules.settings import Settings, read_settings
from combat.rules_in_words import SETTINGS
from tests.combat.test_table import text

ALIKE = ("lost_slot", "never", "nobody")
"""Values that come out like another one in the example: what they differ in needs a rarer fight."""


def shown(key, value):
    return fought(key, json.dumps(value))


def by_key(settings):
    return {one.setting.key: one for _, rules in rule_examples.told(settings) for one in rules}


def test_every_setting_has_an_example_that_begins_with_its_default():
    assert set(EXAMPLES) == {setting.key for setting in SETTINGS}
    for setting in SETTINGS:
        default = json.dumps(house_rules.value_of(Settings(), setting))
        assert json.dumps(EXAMPLES[setting.key].values[0]) == default


@pytest.mark.parametrize("key", EXAMPLES)
def test_another_value_comes_out_differently(key):
    usual, *others = (shown(key, value) for value in EXAMPLES[key].values)
    assert all(
        other != usual for other, value in zip(others, EXAMPLES[key].values[1:], strict=True) if value not in ALIKE
    )
    assert usual.refused is None or usual.refused.rule in {"G-12", "R-BACK-3"}


@pytest.mark.parametrize(
    ("key", "value", "damage"),
    [
        ("cycle", EXAMPLES["cycle"].values[0], [("one", 4)]),
        ("equal_cards", "knights_plus_one", [("two", 1)]),
        ("skill_vs_skill", "both", [("two", 5), ("one", 4)]),
        ("magic_vs_magic", "larger_full", [("two", 6)]),
        ("support_cap.binds", "extra", [("two", 10)]),
        ("support_cap.binds", "whole", [("two", 9)]),
        ("support_helps_wait", True, [("one", 3)]),
        ("master_reduction", 2, [("two", 2)]),
        ("plus_value", 2, [("two", 6)]),
    ],
)
def test_the_damage_is_the_engines(key, value, damage):
    hits = [hit for slot in shown(key, value).slots for hit in slot.damage]
    assert [(hit.to, hit.amount) for hit in hits] == damage


def test_a_retreat_fails_or_succeeds_by_the_rule_that_is_shown():
    totals = {
        value: (shown("retreat.cards", value).event.rule, shown("retreat.cards", value).event.total) for value in (3, 2)
    }
    assert totals == {3: ("R-RET-3", 12), 2: ("R-RET-2", 8)}


def test_what_holds_in_the_war_is_marked_and_shown_also_where_no_example_thought_of_it():
    settings = read_settings({"retreat": {"fails_at": 17}, "equal_cards": "knights_plus_one"})
    told = by_key(settings)
    assert [(one.words, one.usual, one.holds) for one in told["retreat.fails_at"].shown] == [
        ("10", True, False),
        ("13", False, False),
        ("17", False, True),
    ]
    assert [one.holds for one in told["equal_cards"].shown] == [False, True]
    assert all(sum(one.holds for one in rule.shown) == 1 for rule in told.values())


def test_the_page_tells_every_example_in_sentences(war):
    page = war.client("eve").get(war.address("rules/examples/"))
    said = text(page.content.decode())
    assert page.status_code == 200
    assert all(f'id="rule-{key}"' in page.content.decode() for key in EXAMPLES)
    assert "갑 강타 – 을 반격. 반격은 강타에 강합니다. 을이 이겼습니다. G-3 갑은 생명력을 4점 잃습니다." in said


@pytest.mark.parametrize("who", ["gm", "alice"])
def test_each_switch_leads_to_its_example(war, who):
    page = war.client(who).get(war.address("rules/")).content.decode()
    for setting in SETTINGS:
        assert f'rules/examples/#rule-{setting.key}"' in page


def test_the_page_costs_few_queries(war, django_assert_max_num_queries):
    client = war.client("alice")
    with django_assert_max_num_queries(8):
        client.get(war.address("rules/examples/"))
