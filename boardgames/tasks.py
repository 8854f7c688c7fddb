"""The worker's part in board games: computer players think here, never while a page waits."""

import time

from celery import shared_task
from django.utils import timezone

from boardgames import passing, table
from boardgames.models import BoardGame
from boardgames.shown import RUNNING


@shared_task
def deadlines() -> None:
    """Games whose time runs are looked at, so that what is over does not wait for a reader."""
    for game in BoardGame.objects.select_related("record", "campaign").filter(RUNNING, term__isnull=False):
        table.prompt(game)


@shared_task
def computer_moves(pk: int) -> None:
    """What is due by itself at the game: a move of the computer player, passes; and the question what is due then."""
    game = BoardGame.objects.select_related("record", "campaign").filter(pk=pk).first()
    if game is None:
        return
    when = passing.next_at(game)
    if when is not None and 0 < (left := (when - timezone.now()).total_seconds()) <= 1:
        time.sleep(left)  # called a little early
    passing.settle(game)
    if table.move_for_computer(game):
        game.record.refresh_from_db()
    table.prompt(game)
