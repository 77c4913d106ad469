// Written by scripts/generate-types from src/rowlock/protocol; do not edit.

import * as is from './check'
import type * as wire from './protocol'

const options: is.Check<wire.Options> = is.struct({
  variant: is.optional(is.text),
  sheet: is.optional(is.text),
  cards: is.optional(is.truth),
  jokers: is.optional(is.truth),
  time_limit: is.optional(is.number),
  chat: is.optional(is.truth),
  dice: is.optional(is.oneOf("real", "server")),
  rules: is.optional(is.oneOf("free", "strict", "warning")),
  away_after: is.optional(is.number),
  cover: is.optional(is.text),
  coach: is.optional(is.truth),
  sheet_per_seat: is.optional(is.truth),
  pace: is.optional(is.oneOf("fast", "normal", "slow")),
  over_days: is.optional(is.truth),
  when_late: is.optional(is.oneOf("bot", "pass")),
  webhook: is.optional(is.text),
  webhook_language: is.optional(is.text),
});
const sheetView: is.Check<wire.SheetView> = is.struct({
  rows: is.list(is.number),
  crosses: is.list(is.number),
  penalties: is.number,
  points: is.list(is.number),
  bonus: is.number,
  total: is.number,
  bar: is.optional(is.number),
  bonus_rows: is.optional(is.list(is.number)),
  earned: is.optional(is.list(is.text)),
  symbols: is.optional(is.list(is.number)),
  steps: is.optional(is.number),
  penalties_cost: is.optional(is.number),
});
const seatView: is.Check<wire.SeatView> = is.struct({
  seat: is.number,
  kind: is.oneOf("bot", "open", "person"),
  name: is.optional(is.text),
  level: is.optional(is.nullable(is.text)),
  member: is.optional(is.nullable(is.number)),
  host: is.optional(is.truth),
  connected: is.optional(is.truth),
  covered: is.optional(is.truth),
  wants_end: is.optional(is.truth),
  cover_at: is.optional(is.nullable(is.number)),
  muted: is.optional(is.truth),
  seeded: is.optional(is.truth),
  answered: is.optional(is.truth),
  lucky: is.optional(is.nullable(is.tuple(is.number, is.number))),
  hand: is.optional(is.list(is.number)),
  variant: is.optional(is.text),
  sheet: is.optional(is.nullable(sheetView)),
  marks: is.optional(is.number),
  warnings: is.optional(is.list(is.text)),
  crossable: is.optional(is.list(is.text)),
  tied: is.optional(is.list(is.number)),
});
const rollView: is.Check<wire.RollView> = is.struct({
  white: is.tuple(is.number, is.number),
  colours: is.list(is.nullable(is.number)),
});
const clock: is.Check<wire.Clock> = is.struct({
  now: is.number,
  deadline: is.nullable(is.number),
  limit: is.number,
  asked: is.optional(is.list(is.number)),
});
const fair: is.Check<wire.Fair> = is.struct({
  scheme: is.text,
  commitment: is.text,
  seeds: is.list(is.text),
  seed: is.nullable(is.text),
  round: is.optional(is.number),
  list: is.optional(is.nullable(is.list(is.text))),
  digest: is.optional(is.text),
  terms: is.optional(is.text),
});
const resultView: is.Check<wire.ResultView> = is.struct({
  reason: is.oneOf("abandoned", "finished", "four_penalties", "two_rows_closed"),
  winners: is.list(is.number),
});
const seatRequestView: is.Check<wire.SeatRequestView> = is.struct({
  member: is.number,
  name: is.text,
  seat: is.optional(is.nullable(is.number)),
});
const crossed: is.Check<Omit<wire.Crossed, "type">> = is.struct({
  seat: is.number,
  cell: is.text,
  source: is.oneOf("bonus", "card", "chain", "colour", "lucky", "swap", "white"),
});
const lockCrossed: is.Check<Omit<wire.LockCrossed, "type">> = is.struct({
  seat: is.number,
  row: is.number,
});
const barStruck: is.Check<Omit<wire.BarStruck, "type">> = is.struct({
  seat: is.number,
  square: is.number,
  used: is.truth,
});
const bonusEarned: is.Check<Omit<wire.BonusEarned, "type">> = is.struct({
  seat: is.number,
  symbol: is.text,
});
const crossLapsed: is.Check<Omit<wire.CrossLapsed, "type">> = is.struct({
  seat: is.number,
  row: is.number,
});
const rowClosed: is.Check<Omit<wire.RowClosed, "type">> = is.struct({
  row: is.number,
  seats: is.list(is.number),
});
const dieRemoved: is.Check<Omit<wire.DieRemoved, "type">> = is.struct({
  colour: is.number,
});
const penaltyTaken: is.Check<Omit<wire.PenaltyTaken, "type">> = is.struct({
  seat: is.number,
  penalties: is.number,
});
const cardsPlayed: is.Check<Omit<wire.CardsPlayed, "type">> = is.struct({
  seat: is.number,
  cards: is.list(is.text),
});
const gameOver: is.Check<Omit<wire.GameOver, "type">> = is.struct({
  reason: is.oneOf("four_penalties", "two_rows_closed"),
});
const rolled: is.Check<Omit<wire.Rolled, "type">> = is.struct({
  turn: is.number,
  seat: is.number,
  roll: rollView,
});
const taken: is.Check<Omit<wire.Taken, "type">> = is.struct({
  seat: is.number,
  numbers: is.list(is.number),
  announced: is.nullable(is.number),
});
const revealed: is.Check<Omit<wire.Revealed, "type">> = is.struct({
  ask: is.text,
  moves: is.list(is.nullable(is.list(is.text))),
});
const logTurn: is.Check<wire.LogTurn> = is.struct({
  turn: is.number,
  active: is.number,
  roll: is.nullable(rollView),
  announced: is.nullable(is.number),
  columns: is.list(is.list(is.text)),
});
const turnEnded: is.Check<Omit<wire.TurnEnded, "type">> = is.struct({
  log: logTurn,
});
const seated: is.Check<Omit<wire.Seated, "type">> = is.struct({
  seat: is.number,
  name: is.text,
});
const left: is.Check<Omit<wire.Left, "type">> = is.struct({
  seat: is.number,
  name: is.text,
  kicked: is.truth,
});
const covered: is.Check<Omit<wire.Covered, "type">> = is.struct({
  seat: is.number,
  covered: is.truth,
});
const started: is.Check<Omit<wire.Started, "type">> = is.struct({
  first: is.number,
});
const startFailed: is.Check<Omit<wire.StartFailed, "type">> = is.struct({
  round: is.number,
  names: is.list(is.text),
});
const paused: is.Check<Omit<wire.Paused, "type">> = is.struct({
  paused: is.truth,
});
const timedOut: is.Check<Omit<wire.TimedOut, "type">> = is.struct({
  seat: is.number,
});
const moreTimeGiven: is.Check<Omit<wire.MoreTimeGiven, "type">> = is.struct({
  seat: is.number,
});
const endWish: is.Check<Omit<wire.EndWish, "type">> = is.struct({
  seat: is.number,
  wanted: is.truth,
});
const chatLine: is.Check<wire.ChatLine> = is.struct({
  seq: is.number,
  seat: is.nullable(is.number),
  name: is.text,
  text: is.text,
  at: is.number,
});
const said: is.Check<Omit<wire.Said, "type">> = is.struct({
  line: chatLine,
});
const emoted: is.Check<Omit<wire.Emoted, "type">> = is.struct({
  seat: is.nullable(is.number),
  name: is.text,
  emote: is.text,
});
const marked: is.Check<Omit<wire.Marked, "type">> = is.struct({
  seat: is.number,
  kind: is.text,
  cells: is.optional(is.list(is.text)),
  row: is.optional(is.nullable(is.number)),
});
const numberMoves: is.Check<wire.NumberMoves> = is.struct({
  number: is.number,
  moves: is.list(is.text),
});
const preparedView: is.Check<wire.PreparedView> = is.struct({
  seat: is.number,
  answers: is.optional(is.list(numberMoves)),
  keep: is.optional(is.truth),
  roll: is.optional(is.truth),
});
const you: is.Check<wire.You> = is.struct({
  member: is.nullable(is.number),
  host: is.truth,
  seats: is.list(is.number),
  seal: is.optional(is.text),
  coach: is.optional(is.truth),
  prepared: is.optional(is.list(preparedView)),
});
const option: is.Check<wire.Option> = is.struct({
  move: is.text,
  crosses: is.list(is.text),
  sheet: sheetView,
  gain: is.number,
  closes: is.optional(is.list(is.number)),
  tied: is.optional(is.list(is.number)),
  dice: is.optional(is.list(is.tuple(is.number, is.number))),
  penalty: is.optional(is.truth),
});
const decision: is.Check<wire.Decision> = is.struct({
  seat: is.number,
  ask: is.text,
  kind: is.oneOf("action1", "action2", "choice", "take"),
  owed: is.truth,
  answer: is.list(is.text),
  draft: is.nullable(sheetView),
  legal: is.list(option),
  first: is.optional(is.list(option)),
  pencil: is.optional(is.list(is.text)),
});
const cardFace: is.Check<wire.CardFace> = is.struct({
  number: is.number,
  colour: is.nullable(is.number),
});
const handView: is.Check<wire.HandView> = is.struct({
  seat: is.number,
  cards: is.list(cardFace),
});
const cardsView: is.Check<wire.CardsView> = is.struct({
  jokers: is.truth,
  hands: is.list(handView),
  display: is.list(is.number),
  top: is.nullable(is.number),
  pile: is.number,
  discards: is.list(cardFace),
});
const tableView: is.Check<Omit<wire.TableView, "type">> = is.struct({
  table: is.text,
  seq: is.number,
  stage: is.oneOf("lobby", "over", "playing", "starting"),
  paused: is.truth,
  options: options,
  seats: is.list(seatView),
  turn: is.number,
  active: is.number,
  ask: is.nullable(is.text),
  roll: is.nullable(rollView),
  announced: is.number,
  closed: is.list(is.number),
  owing: is.list(is.number),
  clock: clock,
  fair: fair,
  result: is.nullable(resultView),
  next_table: is.nullable(is.text),
  watchers: is.number,
  day: is.optional(is.text),
  marks_over: is.optional(is.nullable(is.oneOf("abandoned", "finished", "four_penalties", "two_rows_closed"))),
  requests: is.optional(is.list(seatRequestView)),
  events: is.optional(is.list(is.tagged({ crossed: crossed, lock_crossed: lockCrossed, bar_struck: barStruck, bonus_earned: bonusEarned, cross_lapsed: crossLapsed, row_closed: rowClosed, die_removed: dieRemoved, penalty: penaltyTaken, cards_played: cardsPlayed, game_over: gameOver, rolled: rolled, taken: taken, revealed: revealed, turn_ended: turnEnded, seated: seated, left: left, covered: covered, started: started, start_failed: startFailed, paused: paused, timed_out: timedOut, more_time_given: moreTimeGiven, end_wish: endWish, said: said, emoted: emoted, marked: marked }))),
  log: is.optional(is.nullable(is.list(logTurn))),
  chat: is.optional(is.nullable(is.list(chatLine))),
  you: you,
  phase: is.oneOf("action1", "action2", "choice", "deal", "over", "roll", "take"),
  decisions: is.list(decision),
  cards: is.optional(is.nullable(cardsView)),
});
const answersCounted: is.Check<Omit<wire.AnswersCounted, "type">> = is.struct({
  seq: is.number,
  ask: is.text,
  seat: is.number,
  answered: is.truth,
  owing: is.list(is.number),
});
const answerAccepted: is.Check<Omit<wire.AnswerAccepted, "type">> = is.struct({
  seq: is.number,
  owing: is.list(is.number),
  decision: decision,
});
const ack: is.Check<Omit<wire.Ack, "type">> = is.struct({
  id: is.number,
  seq: is.number,
});
const refused: is.Check<Omit<wire.Refused, "type">> = is.struct({
  id: is.number,
  code: is.text,
  message: is.text,
});
const whyNotReply: is.Check<Omit<wire.WhyNotReply, "type">> = is.struct({
  id: is.number,
  cell: is.text,
  code: is.nullable(is.text),
  needed: is.optional(is.nullable(is.number)),
  have: is.optional(is.nullable(is.number)),
});
const possibleAnswer: is.Check<wire.PossibleAnswer> = is.struct({
  moves: is.list(is.text),
  crosses: is.list(is.text),
  gain: is.number,
  closes: is.optional(is.list(is.number)),
});
const numberAnswers: is.Check<wire.NumberAnswers> = is.struct({
  number: is.number,
  answers: is.list(possibleAnswer),
});
const foreseen: is.Check<Omit<wire.Foreseen, "type">> = is.struct({
  id: is.number,
  seat: is.number,
  numbers: is.list(numberAnswers),
});
const pong: is.Check<Omit<wire.Pong, "type">> = is.struct({
  id: is.number,
  now: is.number,
});
const goodbye: is.Check<Omit<wire.Goodbye, "type">> = is.struct({
  code: is.text,
});
const problem: is.Check<wire.Problem> = is.struct({
  code: is.text,
  message: is.text,
  line: is.optional(is.nullable(is.number)),
  place: is.optional(is.nullable(is.text)),
  reason: is.optional(is.nullable(is.text)),
  share: is.optional(is.nullable(is.number)),
});
export const serverMessage: is.Check<wire.ServerMessage> =
  is.tagged({ view: tableView, answered: answersCounted, given: answerAccepted, ack: ack, refused: refused, because: whyNotReply, foreseen: foreseen, pong: pong, bye: goodbye });
export { problem };
