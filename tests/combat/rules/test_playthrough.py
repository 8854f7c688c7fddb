"""The transcript of the golden battle is kept and compared: a change in what anybody sees shows in its diff."""

from tests.combat.rules.playthrough import TRANSCRIPT, transcript


def test_every_seat_sees_the_golden_battle_as_the_transcript_tells():
    assert transcript() == TRANSCRIPT.read_text(encoding="utf-8")
