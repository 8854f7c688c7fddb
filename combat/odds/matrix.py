"""Matrix games: two choose at once, what one wins the other loses.

The whole game is one linear programme, solved by pivots of its compact tableau. Numbers are floats, or fractions where the
answer is to be exact.
"""

from collections.abc import Sequence
from fractions import Fraction

import msgspec

SMALL = 1e-12
"""Below this a float is an error of rounding."""


class Equilibrium[N](msgspec.Struct, frozen=True):
    """What the row player wins if both play well, and how often each then shows each of his rows or columns."""

    value: N
    rows: tuple[N, ...]
    columns: tuple[N, ...]


def solved[N: (float, Fraction)](matrix: Sequence[Sequence[N]]) -> Equilibrium[N]:
    """An equilibrium of the game in which the row player wins `matrix[row][column]`; there is at least one of each."""
    return _saddle(matrix) or _mixed(matrix)


def value[N: (float, Fraction)](matrix: Sequence[Sequence[N]]) -> N:
    """The value alone."""
    floor, ceiling = max(map(min, matrix)), min(map(max, zip(*matrix, strict=True)))
    return floor if floor >= ceiling else _raised(matrix)[2]


def _saddle[N: (float, Fraction)](matrix: Sequence[Sequence[N]]) -> Equilibrium[N] | None:
    """One row and one column that answer each other."""
    floors, ceilings = [min(row) for row in matrix], [max(column) for column in zip(*matrix, strict=True)]
    found = max(floors)
    if found < min(ceilings):
        return None
    one = found - found + 1
    rows, columns = [0 * one] * len(floors), [0 * one] * len(ceilings)
    rows[floors.index(found)] = columns[ceilings.index(min(ceilings))] = one
    return Equilibrium(found, tuple(rows), tuple(columns))


def _mixed[N: (float, Fraction)](matrix: Sequence[Sequence[N]]) -> Equilibrium[N]:
    tableau, labels, found = _raised(matrix)
    height, width = len(matrix), len(matrix[0])
    scale = 1 / tableau[height][width]
    rows, columns = [0 * found] * height, [0 * found] * width
    down, across = labels
    for at, label in enumerate(down):
        if label >= height:
            columns[label - height] = tableau[at][width] * scale
    for at, label in enumerate(across):
        if label < height:
            rows[label] = tableau[height][at] * scale
    return Equilibrium(found, tuple(rows), tuple(columns))


def _raised[N: (float, Fraction)](
    matrix: Sequence[Sequence[N]],
) -> tuple[list[list[N]], tuple[list[int], list[int]], N]:
    """The final tableau of the game raised above 0, the labels of its rows and columns, and the value of the game itself.

    Labels below the height stand for rows of the game, the others for its columns.
    """
    height, width = len(matrix), len(matrix[0])
    least: N = min(map(min, matrix))
    one = least - least + 1
    tableau: list[list[N]] = [[number - least + one for number in row] + [one] for row in matrix]
    tableau.append([-one] * width + [one - one])
    down, across = list(range(height)), list(range(height, height + width))
    while (column := _entering(tableau[height], across)) is not None:
        row = _leaving(tableau, column, down)
        _pivot(tableau, row, column)
        down[row], across[column] = across[column], down[row]
    return tableau, (down, across), one / tableau[height][width] + least - one


def _entering(bottom: Sequence[float | Fraction], across: list[int]) -> int | None:
    """Bland's rule: the lowest label that still gains, so that the pivots never go round in a circle."""
    gaining = [at for at in range(len(across)) if bottom[at] < -SMALL]
    return min(gaining, key=across.__getitem__, default=None)


def _leaving(tableau: Sequence[Sequence[float | Fraction]], column: int, down: list[int]) -> int:
    able = [at for at in range(len(down)) if tableau[at][column] > SMALL]
    return min(able, key=lambda at: (tableau[at][-1] / tableau[at][column], down[at]))


def _pivot[N: (float, Fraction)](tableau: list[list[N]], row: int, column: int) -> None:
    turned = 1 / tableau[row][column]
    pivot = [number * turned for number in tableau[row]]
    pivot[column] = turned
    for at, line in enumerate(tableau):
        if at != row and (factor := line[column]):
            tableau[at] = [number - factor * other for number, other in zip(line, pivot, strict=True)]
            tableau[at][column] = -factor * turned
    tableau[row] = pivot
