"""Every setting of a fight stands in words, once, and only what differs is kept."""

from typing import get_args

import msgspec
import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from combat import house_rules, rules_form
from combat.rules.settings import Settings
from combat.rules_in_words import SETTINGS, Choice, Number, Order
from tabletop.game import Illegal
from tests.combat.war import text_of

BY_KEY = {setting.key: setting for setting in SETTINGS}


def leaves(kind, prefix=""):
    """Every key of the settings with its type; the cycle is one choice."""
    for field in msgspec.structs.fields(kind):
        if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct) and field.name != "cycle":
            yield from leaves(field.type, f"{field.name}.")
        else:
            yield prefix + field.name, field.type


def test_every_setting_of_the_record_is_explained_once():
    assert sorted(setting.key for setting in SETTINGS) == sorted(key for key, _ in leaves(Settings))


@pytest.mark.parametrize(
    ("key", "values"), [(key, get_args(kind)) for key, kind in leaves(Settings) if "Literal" in str(kind)]
)
def test_every_value_a_setting_may_have_is_in_words(key, values):
    said = BY_KEY[key].input
    if isinstance(said, Choice):
        assert {option.value for option in said.options} == set(values)


@pytest.mark.parametrize("setting", SETTINGS, ids=BY_KEY)
def test_every_word_about_the_rules_is_translated(setting):
    words = [setting.title, setting.changes]
    match setting.input:
        case Choice(options) | Order(options):
            words += [option.words for option in options]
        case Number(none=none):
            words.append(none)
    with translation.override("en"):
        english = [str(word) for word in words]
    with translation.override("ko"):
        korean = [str(word) for word in words]
    assert all(one != other for one, other in zip(english, korean, strict=True) if one)


def test_by_default_nothing_differs():
    assert house_rules.stored(Settings()) == {}
    assert house_rules.deviations(Settings()) == ()


def test_what_differs_is_said_beside_what_is_usual():
    settings = house_rules.read({"rounds": None, "retreat": {"cards": 3, "fails_at": 12}})
    with translation.override("ko"):
        told = [(str(one.title), str(one.words), str(one.default)) for one in house_rules.deviations(settings)]
    assert told == [("라운드 수", "진행자가 끝낼 때까지", "1"), ("후퇴가 실패하는 피해", "12", "10")]


@pytest.mark.parametrize("value", [[], None, {"rounds": 0}, {"unheard_of": 1}, {"cycle": {"smash": "smash"}}])
def test_rules_that_the_engine_refuses_are_not_read(value):
    assert isinstance(house_rules.read(value), Illegal)


def answers():
    """What a form may say, setting by setting."""
    fields = {}
    for setting in SETTINGS:
        match setting.input:
            case Choice(options):
                fields[setting.key] = st.sampled_from([option.token for option in options])
            case Number(least, most, none):
                numbers = st.integers(least, most).map(str)
                fields[setting.key] = numbers | st.just("") if none else numbers
            case Order(options):
                fields[setting.key] = st.permutations([option.token for option in options])
    return st.fixed_dictionaries(fields)


def as_form(said):
    form = {}
    for key, answer in said.items():
        if isinstance(answer, str):
            form[f"rule.{key}"] = answer
        else:
            form |= {f"rule.{key}.{token}": str(place) for place, token in enumerate(answer, 1)}
    return form


@given(answers())
def test_whatever_the_form_says_is_kept_and_read_back(said):
    settings, misread = rules_form.from_form(as_form(said), Settings())
    assert misread == {}
    assert list(settings.force_order) == said["force_order"]
    assert house_rules.read(house_rules.stored(settings)) == settings


@given(answers())
def test_only_what_differs_is_kept(said):
    settings, _ = rules_form.from_form(as_form(said), Settings())
    kept = house_rules.stored(settings)
    assert len(house_rules.deviations(settings)) == sum(
        len(value) if isinstance(value, dict) and key != "cycle" else 1 for key, value in kept.items()
    )


@pytest.mark.parametrize(
    ("field", "typed", "code"),
    [
        ("slots_per_round", "0", "number_within"),
        ("slots_per_round", "26", "number_within"),
        ("slots_per_round", "", "number_within"),
        ("slots_per_round", "7.5", "number_within"),
        ("mp_floor_base", "-1", "number_within"),
        ("mp_floor_base", "9" * 400, "number_within"),
        ("mp_floor_base", "²", "number_within"),
        ("victory", "coin", "choose_one"),
        ("force_order.np", "2", "each_place_once"),
        ("force_order.np", "9", "each_place_once"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field_and_the_rest_is_taken(field, typed, code):
    order = {
        f"rule.force_order.{part}": str(place) for place, part in enumerate(("np", "critical", "magic", "ordinary"), 1)
    }
    form = {**order, "rule.rounds": "3", f"rule.{field}": typed}
    settings, misread = rules_form.from_form(form, Settings(slots_per_round=7))
    key = field.removesuffix(".np")
    assert {at: one.code for at, one in misread.items()} == {key: code}
    assert settings == Settings(slots_per_round=7, rounds=3)


def test_full_width_digits_are_digits():
    assert rules_form.from_form({"rule.slots_per_round": "７"}, Settings())[0].slots_per_round == 7


def test_a_field_that_is_not_in_the_form_changes_nothing():
    base = Settings(slots_per_round=7, rounds=None)
    assert rules_form.from_form({}, base) == (base, {})


# ---- the page


@pytest.mark.parametrize("who", ["gm", "hana", "alice", "bob", "eve"])
def test_everybody_at_the_table_reads_every_rule(war, who):
    page = text_of(war.client(who).get(war.address("rules/")))
    with translation.override("ko"):
        assert all(str(setting.title) in page for setting in SETTINGS)


def test_who_does_not_run_the_table_gets_no_form(war):
    assert "<input" not in text_of(war.client("alice").get(war.address("rules/")))


def test_the_table_sets_the_rules_and_only_what_differs_is_kept(war):
    answer = war.client("hana").post(war.address("rules/"), {"rule.slots_per_round": "7", "rule.rounds": "1"})
    war.campaign.refresh_from_db()
    assert answer.status_code == 302 and war.campaign.rules == {"slots_per_round": 7}


def test_an_open_fight_keeps_its_rules(war):
    fight = war.fight(slots_per_round=5)
    war.client("gm").post(war.address("rules/"), {"rule.slots_per_round": "7"})
    fight.record.refresh_from_db()
    assert fight.record.setup["settings"] == {"slots_per_round": 5}


def test_a_misread_rule_keeps_the_rules_as_they_were(war):
    answer = war.client("gm").post(war.address("rules/"), {"rule.slots_per_round": "99", "rule.rounds": "3"})
    war.campaign.refresh_from_db()
    assert answer.status_code == 422 and war.campaign.rules == {}
    assert 'name="rule.slots_per_round" value="99"' in text_of(answer)
    assert 'name="rule.rounds" value="3"' in text_of(answer)


def test_what_differs_here_stands_first_in_words_also_above_a_refused_form(war):
    war.campaign.rules = {"master_reduction": 2}
    war.campaign.save()
    kept = "<b>서번트를 치는 마스터의 감소점</b> 2"
    assert kept in text_of(war.client("eve").get(war.address("rules/")))
    assert kept in text_of(war.client("gm").post(war.address("rules/"), {"rule.master_reduction": "many"}))
