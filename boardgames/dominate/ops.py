"""The ops of the vocabulary: one thing each that a card does (3.9). Pure.

What an op does is written where the rule acts; this module says what may stand in it.
"""

from typing import Literal

import msgspec

type Attribute = Literal["might", "swift", "arcane", "ruse", "relic"]
type Place = Literal["workshop", "field_a", "field_b", "lookout"]
type Only = Literal["climax", "revealed", "hidden", "better_half", "fewest", "most", "alone", "contested"]
"""When something counts: in a climax round, while the own name is open or hidden, by rank in results, by company."""
type Outcome = Literal["won", "lost", "always"]
type Target = Literal["chosen", "sole", "top", "all"]
type Moment = Literal["setup", "round_start", "place", "enter", "cleanup", "round_end", "enter_climax"]


class Op(msgspec.Struct, frozen=True, tag_field="op", forbid_unknown_fields=True):
    """One thing a card does."""


class TerrainAdd(Op, frozen=True, tag="terrain_add"):
    n: int


class TerrainMultiply(Op, frozen=True, tag="terrain_multiply"):
    n: int


class TerrainTake(Op, frozen=True, tag="terrain_take"):
    """Takes the best token of the field from the player who holds it, if it is worth more than the own one."""


class StepOn(Op, frozen=True, tag="step_on"):
    """To the next place along the arrows, free."""


class Leap(Op, frozen=True, tag="leap"):
    """To any place but the workshop, free."""


class ManaAdd(Op, frozen=True, tag="mana_add"):
    n: int


class ResultsGain(Op, frozen=True, tag="results_gain"):
    n: int


class TotalAdd(Op, frozen=True, tag="total_add"):
    """`n` to the own total, once for each own card of `per` shown where it is named."""

    n: int
    climax: bool = False
    only: Only | None = None
    per: Attribute | None = None


class WeakenActed(Op, frozen=True, tag="weaken_acted"):
    """`n` to the total of each opponent here whose turn is over and who shows no card of `spares`."""

    n: int
    spares: Attribute


class PlayExtra(Op, frozen=True, tag="play_extra"):
    """Draw `draw`, then up to `most` more hand cards of printed power up to `power`, their costs paid unless `free`."""

    most: int
    power: int
    draw: int = 0
    free: bool = False


class PlayRange(Op, frozen=True, tag="play_range"):
    """Up to `most` more hand cards of printed power from `low` to `high`, their costs paid unless `free`."""

    most: int
    low: int
    high: int
    free: bool = False


class RoutChosen(Op, frozen=True, tag="rout_chosen"):
    """Routs one opponent here with at most `spells` command spells."""

    spells: int


class Silence(Op, frozen=True, tag="silence"):
    """Opponents here use no effects in this round: those whose turn is not over, or `all` of them."""

    scope: Literal["waiting", "all"] = "waiting"


class HideName(Op, frozen=True, tag="hide_name"):
    pass


class RoutProof(Op, frozen=True, tag="rout_proof"):
    pass


class WeakenPer(Op, frozen=True, tag="weaken_per"):
    """`n` to the total of each opponent here per card of `attribute` shown."""

    n: int
    attribute: Attribute


class RoutStronger(Op, frozen=True, tag="rout_stronger"):
    """Routs the one opponent who is ahead: the only one here (`sole`), or the only one ahead of `several`."""

    opponents: Literal["sole", "several"]


class ResultsAdd(Op, frozen=True, tag="results_add"):
    """`n` results after a battle won or lost; `winners` to each winning player here; `removes` the card from the game.

    `opponents`: whatever their number (`any`), only with one (`some`), or once for each.
    """

    n: int
    when: Outcome
    opponents: Literal["any", "some", "each"] = "any"
    winners: int = 0
    removes: bool = False


class BaseSet(Op, frozen=True, tag="base_set"):
    """The power of shown cards is `n` in this round: of the own ones or the opponents' here, of `attribute`, up to `at_most`."""

    n: int
    scope: Literal["self", "opponents"] = "self"
    attribute: Attribute | None = None
    at_most: int | None = None


class BaseAdd(Op, frozen=True, tag="base_add"):
    """As `base_set`, but `n` is added to the power of each of these cards."""

    n: int
    scope: Literal["self", "opponents"] = "self"
    attribute: Attribute | None = None
    at_most: int | None = None


class TerrainSet(Op, frozen=True, tag="terrain_set"):
    """The own token counts `n`, after additions and multiplications."""

    n: int


class DrawCards(Op, frozen=True, tag="draw"):
    n: int


class SwapHand(Op, frozen=True, tag="swap_hand"):
    """Up to `most` hand cards are discarded, and as many drawn."""

    most: int


class RebuildHand(Op, frozen=True, tag="rebuild_hand"):
    """The whole hand is discarded, and as many cards are drawn."""


class NoDraw(Op, frozen=True, tag="no_draw"):
    """The next refill is left out: the own one, or those of the opponents here."""

    target: Literal["self", "opponents"] = "self"


class Go(Op, frozen=True, tag="move"):
    """To one of `places` for `cost` mana; out of company only with `ignore_engaged`."""

    places: tuple[Place, ...]
    cost: int = 0
    ignore_engaged: bool = True


class Rout(Op, frozen=True, tag="rout"):
    """Routs opponents here: a `chosen` one, the `sole` one, the one with the `top` total of them, or `all`.

    With `spells` only who has at most so many, with `lacks` only who shows no card of that attribute.
    """

    target: Target
    spells: int | None = None
    lacks: Attribute | None = None


class Reveal(Op, frozen=True, tag="reveal"):
    """The name lies open: the own one, or that of a chosen opponent here."""

    target: Literal["self", "chosen"] = "self"


class SpellAdd(Op, frozen=True, tag="spell_add"):
    """`n` command spells more or fewer; nobody has fewer than none."""

    n: int
    target: Literal["self", "chosen", "all"] = "self"


class SpellSet(Op, frozen=True, tag="spell_set"):
    n: int
    target: Literal["self", "chosen", "all"] = "self"


class ManaUnlimited(Op, frozen=True, tag="mana_unlimited"):
    """From now on no cap cuts the own mana."""


class RemoveSelf(Op, frozen=True, tag="remove_self"):
    """The card leaves the game at clean-up."""


class Manual(Op, frozen=True, tag="manual"):
    """What no other op can say: `text` is shown, and its owner declares what comes of it."""

    text: str


class ResultsDouble(Op, frozen=True, tag="results_double"):
    """The share of a battle won is had once more."""


class WinnerPrizeAdd(Op, frozen=True, tag="winner_prize_add"):
    """`n` results to each winner here."""

    n: int
    when: Outcome = "always"


class GainAfter(Op, frozen=True, tag="gain"):
    """`n` mana or command spells after a battle."""

    n: int
    what: Literal["mana", "spells"]
    when: Outcome = "always"


class Gain(Op, frozen=True, tag="gain_at"):
    """`n` of `what` by itself at `when`; with `at` only where the piece stands there (`place`, `enter`)."""

    n: int
    what: Literal["mana", "results", "spells"]
    when: Moment
    at: Place | None = None


class Always(Op, frozen=True, tag="always"):
    """`n` to the own total as long as it lies open, once for each own card of `per` shown where it is named."""

    n: int
    only: Only | None = None
    per: Attribute | None = None


type UseOp = (
    TerrainAdd
    | TerrainMultiply
    | TerrainTake
    | StepOn
    | Leap
    | ManaAdd
    | ResultsGain
    | TotalAdd
    | WeakenActed
    | PlayExtra
    | RoutChosen
    | Silence
    | HideName
    | BaseSet
    | BaseAdd
    | TerrainSet
    | DrawCards
    | SwapHand
    | RebuildHand
    | NoDraw
    | Go
    | Rout
    | Reveal
    | SpellAdd
    | SpellSet
    | ManaUnlimited
    | RemoveSelf
    | PlayRange
    | Manual
)
type ClashOp = RoutProof | WeakenPer | RoutStronger | TotalAdd | BaseSet | BaseAdd | Rout
type AfterOp = ResultsAdd | ResultsDouble | WinnerPrizeAdd | GainAfter | RemoveSelf
type LastingOp = Gain | Always
