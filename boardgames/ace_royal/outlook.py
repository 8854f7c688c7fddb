"""How a computer player judges a table: what each seat has, and how the running combat would end as it stands. Pure.

All values are hundredths of a mana.
"""

from msgspec.structs import replace

from boardgames.ace_royal.combat import Combat
from boardgames.ace_royal.judgement import downfall
from boardgames.ace_royal.moves import Mode
from boardgames.ace_royal.state import Master, State, card_of
from boardgames.ace_royal.strikes import damage_of, only_first_strike
from boardgames.ace_royal.vocabulary import ServantState

MANA, CARD, CODE, COIN = 100, 20, 30, 25
SPELL, LAST_SPELL = 150, 500
"""A command spell is a mana in reserve and more; the last one is life itself where spells alone defeat."""
SERVANT: dict[ServantState, int] = {"upright": 0, "down": -30, "danger": -140}
OUT, WON, FALLING = -3_000, 4_000, -2_000
GIFT = 30
STRIKES = ("assault", "counter")
MODES: tuple[Mode, Mode] = ("phys", "magic")


def worth(state: State, seat: str) -> int:
    """The own standing, less half of what the rivals have on average: the game is to be the last one."""
    if state.outcome.ended:
        return WON if state.outcome.winner == seat else 0 if seat in state.outcome.draw else OUT
    standings = {other: _standing(state, master) for other, master in state.masters.items()}
    own = standings.pop(seat)
    return own - sum(standings.values()) // (2 * len(standings))


def outlook(state: State, seat: str) -> int:
    """What `worth` would be after the running combat, if it were fought as it stands."""
    if state.combat is None or state.combat.cancelled or state.combat.step in ("loss", "withdrawal"):
        return worth(state, seat)
    return worth(_fought(state, state.combat), seat)


def _standing(state: State, master: Master) -> int:
    if master.out:
        return OUT
    value = master.mana * MANA + _spells(state, master) + len(master.hand) * CARD + SERVANT[master.servant]
    value += len(master.codes) * CODE + (master.hero_up + master.class_up) * CARD - _coins(master)
    return value + (FALLING if downfall(state, master) else 0)


def _spells(state: State, master: Master) -> int:
    if master.dead or not master.spells:
        return 0
    last = LAST_SPELL if state.rules.defeat_rule == "either" else SPELL
    return last + (master.spells - 1) * SPELL


def _coins(master: Master) -> int:
    """Coins press harder the fewer cards are left above them."""
    spare = max(len(master.hand) - master.coins, 0)
    return master.coins * COIN + (120 // (spare + 1) if master.coins else 0)


def _fought(state: State, combat: Combat) -> State:
    """`state` with the losses of the combat taken, each side striking in its better mode."""
    dealt = {side: combat.dealt(side) for side in combat.sides}
    done = {strike.step for strike in combat.strikes}
    for step in STRIKES:
        if step in done or (step == "counter" and _spared(state, combat, dealt[combat.assaulter])):
            continue
        striker = combat.assaulter if step == "assault" else combat.defender
        dealt[striker] = forecast(state, combat, step)
    masters = dict(state.masters)
    for side in combat.sides:
        taken = dealt[combat.against(side)]
        if taken and side not in combat.proxies:
            masters[side] = _hurt(masters[side], taken)
        if taken and not dealt[side] and masters[side].hand:
            masters[side] = replace(masters[side], hand=masters[side].hand[1:])
    return replace(state, masters=masters)


def _spared(state: State, combat: Combat, dealt: int) -> bool:
    return dealt > 0 and only_first_strike(state, combat, combat.assaulter)


def _hurt(master: Master, taken: int) -> Master:
    servant = "down" if master.servant == "upright" else master.servant
    return replace(master, mana=max(master.mana - taken, 0), servant=servant)


def forecast(state: State, combat: Combat, step: str) -> int:
    """The damage of a strike still to come, or of the running one in its mode."""
    if combat.striking == step and combat.mode:
        return damage_of(state, combat).value
    strike = "assault" if step == "assault" else "counter"
    return max(damage_of(state, replace(combat, striking=strike, mode=mode, boosts=())).value for mode in MODES)


def assault_value(state: State, seat: str, target: str) -> int:
    """What an assault on `target` promises, beside what `seat` has now."""
    combat = Combat(state.turn, "assault", seat, target)
    return worth(_fought(state, combat), seat) - worth(state, seat)


def keep_value(state: State, card: str) -> int:
    """What a card is worth in the hand: the least is thrown away first."""
    ability = card_of(state, card).activated
    if card_of(state, card).type == "code":
        return 30 if ability else 20
    return {"L-S03": 55, "L-S04": 60, "L-S14": 45, "L-S16": 15, "L-S15": 10, "L-S02": 12}.get(card, 28)
