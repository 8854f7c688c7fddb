"""How strong the strong computer player is: 200 games of four against three weak ones; half an hour, so by name only."""

from bench import ace_royal, dominate

type Row = tuple[str, str, str]


def rows() -> list[Row]:
    return [_row("Dominate", dominate), _row("Ace Royal", ace_royal)]


def _row(name: str, game: object) -> Row:
    """An even share of the games is a quarter; twice that is asked for."""
    seconds, games = game.MASTERS_SECONDS, game.MASTERS  # type: ignore[attr-defined]
    won = game.master_wins()  # type: ignore[attr-defined]
    return f"{name}: a master with {seconds} s a move against three novices", f"{won} of {games} games won", "≥ 100"
