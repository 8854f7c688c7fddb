"""I-6 at its root: what somebody may not read changes nothing that is computed for him."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from characters.changes import changes, history
from characters.fields import BY_KEY, fields_of
from characters.sheet import Master, Servant, Sheet, Skill, Who
from characters.sheets import fingerprint
from characters.view import House, seen
from characters.visibility import Eye, choices, groups, may_read, merged, readable, redacted, settled, tightened
from tests.characters.sheets import EMI, SABER, calmly, masters, servants, sheets

eyes = st.sampled_from((Eye.OWNER, Eye.OTHER))
pairs = st.tuples(servants(), servants()) | st.tuples(masters(), masters())


def otherwise(sheet: Sheet, other: Sheet, eye: Eye) -> Sheet:
    """The sheet with all that `eye` may not read exchanged for what `other` says."""
    hidden = [field for field in fields_of(sheet.kind) if field not in readable(sheet, eye)]
    entries = {
        group: (
            *(entry for entry in own if may_read(entry.who, eye)),
            *(msgspec.structs.replace(e, who=Who.GM, id=f"x{e.id}") for e in groups(other)[group]),
        )
        for group, own in groups(sheet).items()
    }
    texts = {attribute: getattr(other, attribute) for field in hidden for attribute in field.holds}
    return msgspec.structs.replace(sheet, **texts, **entries)


@calmly
@given(pairs, eyes)
def test_a_view_says_nothing_of_what_its_reader_may_not_read(pair: tuple[Sheet, Sheet], eye: Eye) -> None:
    sheet, other = pair
    assert seen(otherwise(sheet, other, eye), eye, House()) == seen(sheet, eye, House())


@calmly
@given(pairs, eyes)
def test_a_form_s_fingerprint_says_nothing_of_what_its_reader_may_not_read(pair: tuple[Sheet, Sheet], eye: Eye) -> None:
    sheet, other = pair
    assert fingerprint(otherwise(sheet, other, eye), eye) == fingerprint(sheet, eye)


@calmly
@given(pairs, eyes)
def test_a_version_that_changes_only_what_is_hidden_does_not_exist(pair: tuple[Sheet, Sheet], eye: Eye) -> None:
    sheet, other = pair
    hidden = otherwise(sheet, other, eye)
    assert [step.number for step in history([sheet, hidden, sheet], eye)] == [1]


@calmly
@given(pairs)
def test_an_owner_s_save_leaves_what_he_cannot_read_as_it_is(pair: tuple[Sheet, Sheet]) -> None:
    now, written = (settled(sheet) for sheet in pair)
    after = merged(now, redacted(written, Eye.OWNER), Eye.OWNER)
    kept = [field for field in fields_of(now.kind) if field not in readable(now, Eye.OWNER)]
    assert all(getattr(after, attribute) == getattr(now, attribute) for field in kept for attribute in field.holds)
    for group, entries in groups(now).items():
        hidden = [msgspec.structs.replace(e, id="") for e in entries if e.who == Who.GM]
        assert [msgspec.structs.replace(e, id="") for e in getattr(after, group) if e.who == Who.GM] == hidden


@calmly
@given(pairs, eyes)
def test_old_versions_show_nothing_that_is_hidden_today(pair: tuple[Sheet, Sheet], eye: Eye) -> None:
    old, now = pair
    shown = {field.key for field in readable(redacted(old, eye, now), eye)} & redacted(old, eye, now).who.keys()
    assert shown <= {field.key for field in readable(now, eye)}


@calmly
@given(pairs)
def test_a_restored_version_is_no_more_public_than_the_sheet_is_today(pair: tuple[Sheet, Sheet]) -> None:
    old, now = pair
    restored = tightened(old, now)
    for eye in Eye:
        assert {f.key for f in readable(restored, eye)} <= {f.key for f in readable(now, eye)}


@calmly
@given(sheets())
def test_who_runs_the_table_reads_all(sheet: Sheet) -> None:
    assert redacted(settled(sheet), Eye.TABLE) == settled(sheet)


def test_others_see_a_face_and_no_true_name() -> None:
    view = seen(SABER, Eye.OTHER, House())
    assert (view.name, view.class_, view.hides_true_name) == ("세이버", "세이버", True)
    assert view.unknown
    assert (view.true_name, view.ranks, view.hp, view.mp, view.entries, view.budgets) == (None, (), None, None, (), {})


def test_a_true_name_given_to_everybody_is_shown_to_everybody() -> None:
    view = seen(msgspec.structs.replace(SABER, who={"true_name": Who.ALL}), Eye.OTHER, House())
    assert view.true_name is not None and view.true_name.value == SABER.true_name
    assert not view.hides_true_name


def test_the_owner_reads_everything_but_the_gm_s_notes() -> None:
    view = seen(SABER, Eye.OWNER, House())
    assert {told.key for told in view.stories} == {"secret"}
    assert "notes" in {told.key for told in seen(SABER, Eye.TABLE, House()).stories}


def test_a_known_rank_tells_others_no_card_whose_figures_they_may_not_read() -> None:
    known = seen(msgspec.structs.replace(SABER, who={"strength": Who.ALL}), Eye.OTHER, House())
    assert [(rank.stat, rank.hand) for rank in known.ranks] == [("strength", None)]


def test_the_floor_is_told_with_mana_luck_and_mp_only() -> None:
    """R-OTHER-4b: it would give away the ranks it is made of."""
    two = {"mp": Who.ALL, "mana": Who.ALL}
    assert seen(msgspec.structs.replace(SABER, who=two), Eye.OTHER, House()).floor is None
    three = seen(msgspec.structs.replace(SABER, who=two | {"luck": Who.ALL}), Eye.OTHER, House())
    assert three.floor == -32


def test_a_bar_reaches_as_far_as_what_was_booked_below_the_floor() -> None:
    mp = seen(msgspec.structs.replace(SABER, mp=-71), Eye.OWNER, House()).mp
    assert mp is not None and (mp.low, mp.start, mp.width) == (-71, -71, 71)


def test_a_full_pool_is_not_told_where_its_rank_is_hidden() -> None:
    """Full is the value of the rank."""
    public = msgspec.structs.replace(EMI, who={"fortune_left": Who.ALL})
    assert seen(public, Eye.OTHER, House()).pools == ()
    assert isinstance(public, Master)


def test_an_owner_hides_nothing_from_himself() -> None:
    assert choices(BY_KEY["secret"], Eye.OWNER) == (Who.ALL, Who.OWNER)
    assert choices(BY_KEY["secret"], Eye.TABLE) == (Who.ALL, Who.OWNER, Who.GM)
    assert choices(BY_KEY["notes"], Eye.OWNER) == ()


def test_a_hidden_entry_gives_way_to_a_written_one_of_the_same_id() -> None:
    """If the written one were renamed, its owner would learn that there is a hidden one."""
    hidden = Servant(name="x", skills=(Skill(id="a", name="저주", who=Who.GM),))
    after = merged(hidden, Servant(name="x", skills=(Skill(id="a", name="노래"),)), Eye.OWNER)
    assert [(entry.name, entry.id) for entry in after.skills] == [("저주", "a-x"), ("노래", "a")]


@calmly
@given(sheets())
def test_nothing_changes_from_a_sheet_to_itself(sheet: Sheet) -> None:
    assert changes(sheet, sheet) == ()
