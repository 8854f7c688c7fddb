"""The worker's part in board games: computer players think here, never while a page waits."""

import time

from celery import shared_task

from boardgames import passing, table
from boardgames.models import BoardGame


@shared_task
def deadlines() -> None:
    """Games whose time runs are looked at, so that what is over does not wait for a reader."""
    for game in BoardGame.objects.select_related("record", "campaign").filter(term__isnull=False, record__closed=False):
        table.prompt(game)


@shared_task
def computer_moves(pk: int) -> None:
    """What is due by itself at the game: a move of the computer player, passes; and the question what is due then."""
    game = BoardGame.objects.select_related("record", "campaign").filter(pk=pk).first()
    if game is None:
        return
    before = game.record.seq
    if (left := passing.seconds_left(game)) <= 1:
        time.sleep(left)  # called a little early
    passing.settle(game)
    if table.move_for_computer(game) or game.record.seq != before:
        game.record.refresh_from_db()
        table.prompt(game)
