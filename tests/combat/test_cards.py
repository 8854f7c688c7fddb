"""What is drawn for a number stays small, whatever number the GM sets (판정 바꾸기)."""

import re

import pytest

from combat.templatetags.cards import hp_bar, tally


@pytest.mark.parametrize(("full", "ticks"), [(60, 5), (199, 19), (200, 3), (999, 19), (1000, 3), (999_999, 6)])
def test_ticks_stay_few_enough_to_be_told_apart(full, ticks):
    drawn = re.search(r'class="tick" d="([^"]*)"', hp_bar("saber", "HP", full, full))
    assert drawn and drawn[1].count("M") == ticks


@pytest.mark.parametrize(("left", "full", "bars"), [(3, 4, 4), (6, 4, 6), (999_999, 4, 0), (2, 13, 0), (None, None, 0)])
def test_cards_left_are_bars_while_they_can_be_counted(left, full, bars):
    assert tally(left, full).count("<path") == bars
