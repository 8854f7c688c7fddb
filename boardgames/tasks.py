"""The worker's part in board games: computer players think here, never while a page waits."""

from celery import shared_task

from boardgames import table
from boardgames.models import BoardGame


@shared_task
def computer_moves(pk: int) -> None:
    """One move of the computer player who is due at the game, and the question who is due then."""
    game = BoardGame.objects.select_related("record", "campaign").filter(pk=pk).first()
    if game is not None and table.move_for_computer(game):
        game.record.refresh_from_db()
        table.prompt(game)
