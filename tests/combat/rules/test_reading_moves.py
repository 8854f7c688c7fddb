"""Moves whose shape is wrong in a way that a look at one of their keys alone does not show."""

from tests.combat.rules.table import error, lancer, plan, saber, slot


def test_a_plan_that_does_not_say_what_it_does_is_no_move():
    said = plan("saber", slot(lancer="smash"))
    unsaid = {key: part for key, part in said.items() if key != "do"}
    assert error([saber(), lancer()], unsaid) == ("moves[0]", "format")
