"""Setup 玩家準備 and every later shuffle: which chance move is due, whether one is possible, what it does (D-1 … D-9). Pure."""

from collections.abc import Iterable

from msgspec.structs import replace

from boardgames.chance_moves import deal, is_for_all, is_order_of
from boardgames.dominate.moves import Champions, Deck, Drawn, Situations, Stakes, Start, Wardens
from boardgames.dominate.settings import FULL_TABLE, SHORT_MANA
from boardgames.dominate.state import Lasting, State, clockwise, with_player, with_step
from tabletop.game import Chance, Illegal

AT_SETUP = "decks"


def wardens_on_offer(state: State) -> tuple[str, ...]:
    """D-3: boards not taken yet; with six or fewer seats not the one another turns into."""
    taken = {player.warden for player in state.players}
    full = len(state.players) == FULL_TABLE
    boards = state.cards.wardens.items()
    return tuple(code for code, board in boards if code not in taken and (full or not board.full_table_only))


def due_cards(state: State) -> tuple[str, ...]:
    """The cards of the `deck` or `stakes` move that is due, unshuffled."""
    match state.step.what:
        case "decks":
            player = state.players[state.step.turn]
            return state.cards.attack_deck(player.champion or "", player.warden or "")
        case "first_stakes":
            return state.cards.all_stakes
        case "lay":
            return state.stakes_used
    return state.players[state.actor].discard


def due_deck(state: State) -> int:
    """Whose deck is to be shuffled."""
    return state.step.turn if state.step.what == "decks" else state.actor


def refuse_draw(state: State, move: Drawn) -> Illegal | None:
    """The rule by which a draw is no possible one."""
    seats = state.setup.seat_ids
    match move:
        case Wardens(wardens=dealt) if not is_for_all(dealt, seats):
            return Illegal("not_for_all", "format")
        case Wardens(wardens=dealt) if not _all_different(dealt.values(), wardens_on_offer(state)):
            return Illegal("impossible_draw", "D-3")
        case Champions(champions=dealt) if not is_for_all(dealt, seats):
            return Illegal("not_for_all", "format")
        case Champions(champions=dealt) if not _all_different(dealt.values(), tuple(state.cards.champions)):
            return Illegal("impossible_draw", "D-1")
        case Deck(who=who) if who != seats[due_deck(state)]:
            return Illegal("another_deck", "format")
        case Deck(cards=cards) if not is_order_of(cards, due_cards(state)):
            return Illegal("impossible_draw", "D-7" if state.step.what == AT_SETUP else "DX-3")
        case Stakes(cards=cards) if not is_order_of(cards, due_cards(state)):
            return Illegal("impossible_draw", "DX-1" if state.step.what == "first_stakes" else "DX-4")
        case Situations() if not _possible_situations(state, move):
            return Illegal("impossible_draw", "DX-1")
        case Start(who=who) if who not in seats:
            return Illegal("impossible_draw", "D-9")
    return None


def take_draw(state: State, move: Drawn) -> State:
    match move:
        case Wardens(wardens=dealt):
            for seat, player in enumerate(state.players):
                state = give_warden(state, seat, dealt[player.seat])
            return with_step(state, "champions")
        case Champions(champions=dealt):
            return _give_champions(state, dealt)
        case Deck(cards=cards):
            return _give_deck(state, cards)
        case Stakes(cards=cards) if state.step.what == "lay":
            return replace(state, stake_deck=cards, stakes_used=())
        case Stakes(cards=cards):
            return with_step(replace(state, stake_deck=cards), "situations")
        case Situations(cards=cards, removed=removed):
            return with_step(replace(state, situations=cards, situations_removed=removed), "start")
        case Start(who=who):
            marker = state.setup.seat_ids.index(who)
            return with_step(replace(state, marker=marker, order=clockwise(state, marker)), "first_round")


def give_warden(state: State, seat: int, code: str) -> State:
    """D-4, D-5: the board's initial mana, under the cap, and its command spells."""
    board = state.cards.wardens[code]
    mana = min(board.mana + (SHORT_MANA if state.rules.short else 0), state.rules.mana_cap)
    lasting = Lasting(unlimited=board.mana_unlimited)
    return with_player(state, seat, warden=code, mana=mana, spells=board.spells, shards=board.shards, lasting=lasting)


def draw(state: State, chance: Chance) -> Drawn:
    """The chance move that is due."""
    seats = state.setup.seat_ids
    match state.step.what:
        case "wardens":
            return Wardens("chance", deal(chance, seats, wardens_on_offer(state)))
        case "champions":
            return Champions("chance", deal(chance, seats, tuple(state.cards.champions)))
        case "first_stakes" | "lay":
            return Stakes("chance", chance.shuffled(due_cards(state)))
        case "situations":
            cards, number = chance.shuffled(state.cards.normal_situations), state.rules.normal_rounds
            return Situations("chance", cards[:number], cards[number:])
        case "start":
            return Start("chance", seats[chance.below(len(seats))])
    return Deck("chance", seats[due_deck(state)], chance.shuffled(due_cards(state)))


def _all_different(dealt: Iterable[str], offered: tuple[str, ...]) -> bool:
    codes = tuple(dealt)
    return len(codes) == len(set(codes)) and set(codes) <= set(offered)


def _possible_situations(state: State, move: Situations) -> bool:
    every = (*move.cards, *move.removed)
    return len(move.cards) == state.rules.normal_rounds and is_order_of(every, state.cards.normal_situations)


def _give_champions(state: State, dealt: dict[str, str]) -> State:
    for seat, player in enumerate(state.players):
        champion = state.cards.champions[dealt[player.seat]]
        state = with_player(state, seat, champion=champion.code, ready=champion.arts)
    return with_step(state, "decks")


def _give_deck(state: State, cards: tuple[str, ...]) -> State:
    """The step goes on by itself where a deck ran out in the middle of a draw (DX-3)."""
    who = due_deck(state)
    if state.step.what != AT_SETUP:
        return with_player(state, who, deck=cards, discard_up=(), discard_down=())
    state = with_player(state, who, deck=cards)
    if who + 1 < len(state.players):
        return with_step(state, "decks", who + 1)
    return with_step(state, "situations" if state.rules.short else "first_stakes")
