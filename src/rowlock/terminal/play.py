"""A game at one keyboard for people and bots; the record is saved every turn.

The session asks the core who decides, what is legal and what happened. Answers to action 1 stay
hidden until all are in (C-11). So if several people play, the screen is cleared before the keyboard
is handed to the next one.
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
from rowlock.core.state import Game, Roll, Step
from rowlock.core.turn_dice import parse_roll
from rowlock.core.view import View, view
from rowlock.errors import Illegal, Unreadable
from rowlock.languages.texts import Texts
from rowlock.notation import Scribe, format_record
from rowlock.terminal.draw import draw_sheets
from rowlock.terminal.keyboard import Keyboard, PlayerQuit
from rowlock.terminal.narrate import tell
from rowlock.variants.together import variant_names

HINTS = 3
"""Number of other answers that a hint mentions."""


class Session(Keyboard):
    """A game at one keyboard."""

    def __init__(
        self,
        scribe: Scribe,
        bots: Mapping[int, Bot],
        rng: random.Random,
        texts: Texts,
        *,
        console: Console | None = None,
        ask: Callable[[str], str] | None = None,
        own_dice: bool = False,
        dice: Callable[[Game], Roll] | None = None,
        can_take_back: bool = True,
        can_hint: bool = False,
        record: Path | None = None,
        about: Callable[[Game], dict[str, str]] | None = None,
    ) -> None:
        """`about` returns additional record headers for a game."""
        super().__init__(texts, console, ask)
        self.scribe = scribe
        self.bots = bots
        self.rng = rng
        self.own_dice = own_dice
        self.dice = dice or (lambda game: random_roll(game, rng))
        self.can_take_back = can_take_back
        self.can_hint = can_hint
        self.record = record
        self.about = about
        self.people = [seat for seat in scribe.game.seats if seat not in bots]
        self.at_keyboard = self.people[0] if self.people else None
        self.you = self.people[0] if len(self.people) == 1 else None
        """The seat addressed as "you"; None with several people, who are called by their names."""

    @property
    def game(self) -> Game:
        return self.scribe.game

    def say_of(self, seat: int, key: str, style: str = "", **values: object) -> None:
        said = self.texts.about(self.game.names[seat], seat == self.you, key, **values)
        self.console.print(Text(said, style=style))

    def run(self) -> bool:
        """Play to the end; False if a player quit."""
        self.welcome()
        if self.game.turn > 1 or self.game.stage != "roll":
            self.say("resumed", turn=self.game.turn)
            if self.game.roll is not None:
                self.console.print(self.dice_text(self.game.roll))
        try:
            while not self.game.over:
                self.advance()
        except PlayerQuit:
            self.console.print()
            self.say("stopped", turn=self.game.turn)
            return False
        finally:
            self.save()
            if self.record:
                self.say("saved", file=self.record)
        self.announce_winner()
        return True

    def welcome(self) -> None:
        names = [name for seat, name in enumerate(self.game.names) if seat != self.you]
        values = {"variant": variant_names(self.game.variants), "example": "r5"}
        if names:
            key = "welcome" if self.you is None else "welcome_you"
            self.say(key, players=self.texts.all_of(names), **values)
        else:
            self.say("welcome_alone", **values)

    def save(self) -> None:
        """Write the record so far, atomically."""
        if self.record is not None:
            if self.about is not None:
                self.scribe.headers |= self.about(self.game)
            draft = self.record.with_name(self.record.name + ".part")
            draft.write_text(format_record(self.scribe.record()), "utf-8")
            draft.replace(self.record)

    def advance(self) -> None:
        """Play the next roll, deal or decision."""
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
        self.show_totals()

    def show_totals(self) -> None:
        """Print the points of all seats on one line."""
        game = self.game
        if len(game.seats) > 1:
            points = zip(game.names, result(game).totals, strict=True)
            said = ", ".join(f"{name} {total}" for name, total in points)
            self.say("totals", "dim", points=said)

    def typed_roll(self) -> Roll:
        """Prompt for the roll of real dice until the input is valid."""
        while True:
            try:
                dice = parse_roll(self.ask(self.texts("ask_roll")), self.game.sides)
                self.scribe.roll(dice)
            except (Unreadable, Illegal) as refusal:
                self.say("bad_roll", reason=refusal.message)
            else:
                return dice

    def decide(self, seat: int) -> None:
        seen = view(self.game, seat)
        if seat in self.bots:
            move = self.bots[seat].choose(seen, self.rng)
        else:
            self.hand_over(seat)
            self.show_choices(seen, you=seat == self.you)
            typed = self.typed_move(seen, self.commands() | self.hint_of(seen))
            if typed is None:
                return
            move = typed
        self.tell(self.game, self.scribe.play(seat, move))

    def tell(self, before: Game, step: Step) -> None:
        """Print what the move made public."""
        for event in step.events:
            sentence = tell(event, step.state, self.texts, self.you)
            if sentence:
                self.console.print(f"  {sentence}")
        if before.stage == "action1" and step.state.stage != "action1":
            for seat in _idle_seats(before, step.events):
                self.say_of(seat, "nothing_crossed", "dim")
        if before.stage == "take" and step.state.stage == "action1":
            self.say("announced", "bold", number=step.state.announced)

    def commands(self) -> dict[str, Callable[[], bool]]:
        """Commands: show all sheets, and undo if the session allows it."""
        commands: dict[str, Callable[[], bool]] = {"s": self.show_sheets}
        if self.can_take_back:
            commands["u"] = self.take_back
        return commands

    def hint_of(self, seen: View) -> dict[str, Callable[[], bool]]:
        """The command for a hint, if the session allows it."""
        return {"t": lambda: self.hint(seen)} if self.can_hint else {}

    def hint(self, seen: View) -> bool:
        """Print the best answer, and what some others cost."""
        try:
            from rowlock.reviews.advice import advise
            from rowlock.reviews.format import amount
        except ModuleNotFoundError as error:
            self.say("hint_needs", packages=error.name)
            return False
        advice = advise(seen)
        best, *others = advice.worths
        said = [
            self.texts(
                "hint_other", move=each.move, loss=amount(self.texts, each.cost, advice.unit)
            )
            for each in others[:HINTS]
        ]
        self.say("hint", best=best.move)
        if said:
            self.console.print(Text("  " + ", ".join(said), style="dim"))
        return False

    def show_sheets(self) -> bool:
        draw_sheets(self.game, console=self.console, texts=self.texts, you=self.you)
        return False

    def take_back(self) -> bool:
        """Take back the last answer that a person gave in this action."""
        answered = [seat for seat in self.people if self.game.answers[seat] is not None]
        if self.game.stage != "action1" or not answered:
            self.say("nothing_to_take_back")
            return False
        self.scribe.take_back(answered[-1])
        self.say("taken_back")
        return True

    def hand_over(self, seat: int) -> None:
        if seat != self.at_keyboard:
            if self.game.stage == "action1":
                self.console.clear()
            self.ask(self.texts("hand_over", name=self.game.names[seat]))
            self.at_keyboard = seat

    def announce_winner(self) -> None:
        self.show_sheets()
        outcome = result(self.game)
        points = max(outcome.totals)
        if len(self.game.seats) == 1:  # a solo player has no opponent to beat
            self.say_of(0, "alone", "bold", points=points)
        elif len(outcome.winners) == 1:
            self.say_of(outcome.winners[0], "winner", "bold", points=points)
        else:
            names = self.texts.all_of(self.game.names[seat] for seat in outcome.winners)
            self.say("winners", "bold", names=names, points=points)


def _idle_seats(game: Game, events: tuple[Event, ...]) -> list[int]:
    crossing = {event.seat for event in events if isinstance(event, Crossed)}
    return [seat for seat in game.seats if seat not in crossing]
