"""A game on one keyboard: people type, bots answer, the record is saved.

The session asks the core for everything: who decides, what is legal, what happened. Answers to
action 1 stay hidden until all are in, so with several people the screen is cleared and the keyboard
handed over between them (C-11).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path

from rich.console import Console
from rich.text import Text

from rowlock.core.bot import Bot
from rowlock.core.chance import random_roll, shuffled_cards
from rowlock.core.event import Crossed, Event
from rowlock.core.game import deciders, result
from rowlock.core.move import NOTHING, Move
from rowlock.core.state import Game, Roll, Step
from rowlock.core.turn_dice import parse_roll
from rowlock.core.view import View, view
from rowlock.errors import Illegal, Unreadable
from rowlock.languages.texts import Texts
from rowlock.notation import Scribe, format_record
from rowlock.terminal.draw import draw_sheets, points_pieces, sheet_pieces, show
from rowlock.terminal.tell import tell
from rowlock.variants import COLOURS

SHOWN_MOVES = 24


class Stopped(Exception):
    """Somebody typed q, or the input ended."""


class Session:
    """One game at one keyboard."""

    def __init__(
        self,
        scribe: Scribe,
        bots: Mapping[int, Bot],
        rng: random.Random,
        texts: Texts,
        *,
        console: Console | None = None,
        ask: Callable[[str], str] = input,
        own_dice: bool = False,
        dice: Callable[[Game], Roll] | None = None,
        record: Path | None = None,
        about: Callable[[Game], dict[str, str]] | None = None,
    ) -> None:
        """`about` tells what the headers of the record say of the game."""
        self.scribe = scribe
        self.bots = bots
        self.rng = rng
        self.texts = texts
        self.console = console or Console(highlight=False)
        self._ask = ask
        self.own_dice = own_dice
        self.dice = dice or (lambda game: random_roll(game, rng))
        self.record = record
        self.about = about
        self.people = [seat for seat in scribe.game.seats if seat not in bots]
        self.at_keyboard = self.people[0] if self.people else None
        self.you = self.people[0] if len(self.people) == 1 else None
        """The only person, who is spoken to; several go by their names."""

    @property
    def game(self) -> Game:
        return self.scribe.game

    def say(self, key: str, style: str = "", **values: object) -> None:
        self.console.print(Text(self.texts(key, **values), style=style))

    def say_of(self, seat: int, key: str, style: str = "", **values: object) -> None:
        said = self.texts.about(self.game.names[seat], seat == self.you, key, **values)
        self.console.print(Text(said, style=style))

    def ask(self, prompt: str) -> str:
        try:
            return self._ask(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            raise Stopped from None

    def run(self) -> bool:
        """Play to the end; False if somebody stopped before."""
        names = self.texts.all_of(self.game.names)
        self.say("welcome", variant=self.game.variant.name, players=names, example="r5")
        try:
            while not self.game.over:
                self.advance()
        except Stopped:
            self.console.print()
            self.say("stopped", turn=self.game.turn)
            return False
        finally:
            self.save()
            if self.record:
                self.say("saved", file=self.record)
        self.announce_winner()
        return True

    def save(self) -> None:
        """Write the record so far, completely or not at all."""
        if self.record is not None:
            if self.about is not None:
                self.scribe.headers |= self.about(self.game)
            draft = self.record.with_name(self.record.name + ".part")
            draft.write_text(format_record(self.scribe.record()), "utf-8")
            draft.replace(self.record)

    def advance(self) -> None:
        """One roll, deal or decision."""
        match self.game.stage:
            case "roll":
                self.save()
                self.roll()
            case "deal":
                self.scribe.deal(shuffled_cards(self.game, self.rng))
            case _:
                owing = deciders(self.game)
                self.decide(next((seat for seat in owing if seat not in self.bots), owing[0]))

    def roll(self) -> None:
        game = self.game
        self.console.print()
        self.say_of(game.active, "turn", "bold", turn=game.turn)
        dice = self.typed_roll() if self.own_dice else self.dice(game)
        if not self.own_dice:
            self.scribe.roll(dice)
        self.console.print(self.dice_text(dice))

    def typed_roll(self) -> Roll:
        """The roll of real dice; asks until it gets one."""
        while True:
            try:
                dice = parse_roll(self.ask(self.texts("ask_roll")), self.game.variant.sides)
                self.scribe.roll(dice)
            except (Unreadable, Illegal) as refusal:
                self.say("bad_roll", reason=refusal.message)
            else:
                return dice

    def dice_text(self, dice: Roll) -> Text:
        first, second = dice.white
        text = Text("  " + self.texts("white", first=first, second=second, sum=dice.white_sum))
        for colour, die in zip(COLOURS, dice.colours, strict=True):
            if die is not None:
                text.append(f"   {self.texts(colour)} {die}", style=f"bold {colour}")
        return text

    def decide(self, seat: int) -> None:
        seen = view(self.game, seat)
        if seat in self.bots:
            move = self.bots[seat].choose(seen, self.rng)
        else:
            typed = self.typed_move(seat, seen)
            if typed is None:
                return
            move = typed
        self.tell(self.game, self.scribe.play(seat, move))

    def tell(self, before: Game, step: Step) -> None:
        """Say in words what the move made public."""
        for event in step.events:
            sentence = tell(event, step.state, self.texts, self.you)
            if sentence:
                self.console.print(f"  {sentence}")
        if before.stage == "action1" and step.state.stage != "action1":
            for seat in _idle_seats(before, step.events):
                self.say_of(seat, "nothing_crossed", "dim")
        if before.stage == "take" and step.state.stage == "action1":
            self.say("announced", "bold", number=step.state.announced)

    def typed_move(self, seat: int, seen: View) -> Move | None:
        """The move that the player at the keyboard types; None if an answer was taken back."""
        self.hand_over(seat)
        self.show_choices(seat, seen)
        by_text = {str(move): move for move in seen.legal}
        while True:
            word = self.ask(self.texts("prompt"))
            if word == "" and NOTHING in seen.legal:
                return NOTHING
            if word in by_text:
                return by_text[word]
            if word.isascii() and word.isdigit() and int(word) < len(seen.legal):
                return seen.legal[int(word)]
            match word:
                case "q":
                    raise Stopped
                case "h" | "?":
                    self.say("help")
                case "s":
                    draw_sheets(self.game, console=self.console, texts=self.texts)
                case "u":
                    if self.take_back():
                        return None
                case _:
                    moves = " ".join(list(by_text)[:SHOWN_MOVES])
                    self.say("not_a_move", text=repr(word), moves=moves)

    def take_back(self) -> bool:
        """Take back the last answer that a person has given in this action."""
        given = [seat for seat in self.people if self.game.answers[seat] is not None]
        if self.game.stage != "action1" or not given:
            self.say("nothing_to_take_back")
            return False
        self.scribe.take_back(given[-1])
        self.say("taken_back")
        return True

    def hand_over(self, seat: int) -> None:
        if seat != self.at_keyboard:
            if self.game.stage == "action1":
                self.console.clear()
            self.ask(self.texts("hand_over", name=self.game.names[seat]))
            self.at_keyboard = seat

    def show_choices(self, seat: int, seen: View) -> None:
        variant, sheet = seen.variant, seen.draft or seen.sheets[seat]
        show(sheet_pieces(variant, sheet, seen.closed, self.texts), self.console)
        show(points_pieces(variant, sheet, texts=self.texts), self.console)
        self.say_question(seat, seen)
        for number, move in enumerate(seen.legal[:SHOWN_MOVES]):
            self.console.print(f"  {number}) {self.move_text(seen, move)}", markup=False)
        hidden = len(seen.legal) - SHOWN_MOVES
        if hidden > 0:
            self.say("more", count=hidden, example=seen.legal[-1])

    def say_question(self, seat: int, seen: View) -> None:
        name = seen.names[seat]
        hand = " ".join(map(str, seen.cards.hand)) if seen.cards else ""
        if seen.phase == "take" and seen.cards:
            count = len(str(seen.legal[0]).split(","))
            display = " ".join(map(str, seen.cards.display))
            self.say("take", "bold", name=name, count=count, display=display)
        elif seen.phase == "action2" and seen.cards:
            self.say("cards", "bold", name=name, hand=hand)
        else:
            self.say(seen.phase, "bold", name=name, number=seen.announced)

    def move_text(self, seen: View, move: Move) -> str:
        if move != NOTHING:
            return str(move)
        if seen.phase == "action2" and not seen.crossed:
            return self.texts("penalty_warning", points=seen.variant.penalty_points)
        return self.texts("nothing")

    def announce_winner(self) -> None:
        draw_sheets(self.game, console=self.console, texts=self.texts)
        outcome = result(self.game)
        points = max(outcome.totals)
        if len(self.game.seats) == 1:  # who plays alone beats nobody
            self.say_of(0, "alone", "bold", points=points)
        elif len(outcome.winners) == 1:
            self.say_of(outcome.winners[0], "winner", "bold", points=points)
        else:
            names = self.texts.all_of(self.game.names[seat] for seat in outcome.winners)
            self.say("winners", "bold", names=names, points=points)


def _idle_seats(game: Game, events: tuple[Event, ...]) -> list[int]:
    crossing = {event.seat for event in events if isinstance(event, Crossed)}
    return [seat for seat in game.seats if seat not in crossing]
