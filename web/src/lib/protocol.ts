// Written by scripts/generate-types from src/rowlock/protocol; do not edit.

export const VERSION = 3;
export const MAX_FRAME = 4096;

/** Every reason for a refusal. */
export const CODES = [
  "malformed",
  "too_large",
  "too_fast",
  "hello_first",
  "wrong_version",
  "bad_origin",
  "bad_host",
  "server_full",
  "server_stopping",
  "no_answer",
  "unknown_bot",
  "not_found",
  "not_stored",
  "internal",
  "needs_server",
  "no_engine",
  "busy",
  "no_coach",
  "no_table_yet",
  "unreadable_record",
  "illegal_record",
  "bad_date",
  "wrong_day",
  "day_not_played",
  "already_played",
  "no_such_table",
  "damaged_table",
  "foreign_digest",
  "not_damaged",
  "too_many_changes",
  "bad_token",
  "table_full",
  "not_host",
  "not_your_seat",
  "seat_taken",
  "seat_empty",
  "bad_name",
  "name_twice",
  "bad_options",
  "pace_too_long",
  "bad_webhook",
  "not_over_days",
  "no_players",
  "already_started",
  "not_started",
  "not_over",
  "game_over",
  "paused",
  "chat_off",
  "empty_text",
  "muted",
  "spectator",
  "stale",
  "wrong_share",
  "no_push",
  "bad_endpoint",
  "too_late",
  "no_roll_due",
  "not_your_roll",
  "no_such_seat",
  "not_your_decision",
  "nothing_to_take_back",
  "unknown_token",
  "choice_due",
  "no_choice_due",
  "not_tied",
  "wrong_action",
  "unknown_cell",
  "not_announced",
  "not_lucky",
  "not_lucky_cell",
  "no_swap_field",
  "field_used",
  "field_lost",
  "no_neighbour",
  "row_closed",
  "left_of_last_cross",
  "too_few_crosses",
  "not_rolled",
  "not_in_hand",
  "bad_play",
  "not_played",
  "bad_crosses",
  "cannot_take",
  "must_decide",
  "no_card_game",
  "unknown_variant",
  "sheets_differ",
  "not_real_dice",
  "already_crossed",
  "not_crossed",
  "too_many_penalties",
  "nothing_to_undo",
  "bad_variant",
  "bad_code",
  "not_shuffled",
  "bad_up",
] as const;
export type Code = (typeof CODES)[number];

export interface Ack {
  type: "ack";
  id: number;
  /**
   * The table's sequence number after the command was carried out and, if the answer was
   * complete, stored.
   */
  seq: number;
}

/** Host: put a bot on an open seat, or change the level of the bot on a seat. */
export interface AddBot {
  type: "add_bot";
  id?: number;
  seat: number;
  level: string;
}

/** Host: add a person on this device (pass and play) to an open seat. */
export interface AddLocal {
  type: "add_local";
  id?: number;
  seat: number;
  name: string;
}

/** Host: add an open seat. */
export interface AddSeat {
  type: "add_seat";
  id?: number;
}

/** The coach's advice on a question. */
export interface Advice {
  unit: "points" | "wins";
  judge: "cards" | "heuristic" | "network" | "table";
  /** Whether the figures are exact. */
  exact: boolean;
  /** Every possible answer, best first; empty if there is no choice. */
  moves: AdvisedMove[];
}

/** POST /api/tables/{table}/advice, for a seat of the caller. */
export interface AdviceRequest {
  seat: number;
  /** The open question. */
  ask: string;
  /** The moves answered so far, if a choice is due. */
  moves?: string[];
}

/** A possible answer. */
export interface AdvisedMove {
  move: string;
  /** Its value to the seat: the win probability, or points in a solo game. */
  value: number;
  /** The difference to the best answer. */
  loss: number;
  /** Whether it is a costly penalty or skip, for which the page asks for confirmation. */
  rash?: boolean;
  /** Number of open cells that its crosses skip. */
  skips?: number;
  /** Whether it takes a penalty. */
  penalty?: boolean;
}

/**
 * A seat's whole answer to a question: a move and the choices that follow from it. `["y11"]`,
 * then `["y11", "?g"]`. Until all have answered, a new answer replaces it.
 */
export interface Answer {
  type: "answer";
  id?: number;
  seat: number;
  ask: string;
  moves: string[];
}

/**
 * Your own answer is stored; nothing else has changed since `seq - 1`. Replaces a view on
 * sockets opened with `?short`.
 */
export interface AnswerAccepted {
  type: "given";
  seq: number;
  owing: number[];
  /** Without `first`: the answer can be changed to any move that was legal before. */
  decision: Decision;
}

/** Another seat has answered or withdrawn its answer; nothing else has changed since `seq - 1`. */
export interface AnswersCounted {
  type: "answered";
  seq: number;
  ask: string;
  seat: number;
  answered: boolean;
  owing: number[];
}

/** A square of the bonus bar is struck. `used` is `false` if its row was closed (BA-05). */
export interface BarStruck {
  type: "bar_struck";
  seat: number;
  square: number;
  used: boolean;
}

/** All cells of a symbol are crossed, which earns its bonus (BB-01). */
export interface BonusEarned {
  type: "bonus_earned";
  seat: number;
  symbol: string;
}

export interface BonusInfo {
  symbol: string;
  effect: string;
  cells: string[];
  times: number;
  points: number;
}

/** POST /api/tables/{table}/calls: a push subscription of the browser. */
export interface CallMe {
  endpoint: string;
  /** The browser's public key. */
  p256dh: string;
  /** The browser's shared secret. */
  auth: string;
  language: string;
  /** Quiet hours, in minutes of the day by UTC: notifications wait for their end. */
  quiet_from?: number;
  /** The same as `quiet_from` for none. */
  quiet_to?: number;
}

/** Whether this player will be notified when it is their turn. */
export interface Called {
  table: string;
  on: boolean;
}

export interface CardFace {
  number: number;
  /** `null` for a joker. */
  colour: number | null;
}

/** Card game: the cards played and discarded, as text: `r3`, or `j5` for a joker. */
export interface CardsPlayed {
  type: "cards_played";
  seat: number;
  cards: string[];
}

export interface CardsView {
  jokers: boolean;
  /** The faces of your own hands. */
  hands: HandView[];
  display: number[];
  top: number | null;
  pile: number;
  discards: CardFace[];
}

export interface Catalogue {
  /** The protocol's version. */
  version: number;
  release: string;
  variants: VariantInfo[];
  /** Weakest first. */
  levels: LevelInfo[];
  default_level: string;
  emotes: string[];
  max_seats: number;
  max_name: number;
  max_chat: number;
  /** Days after its last event until a game is deleted. */
  retention_days: number;
  /** Languages of the rule pages. */
  languages: string[];
  /** Names of the rule pages, in the order in which they are shown. */
  rule_pages: string[];
  /** The address of this server for other devices in the network; `null` if unknown. */
  lan_url: string | null;
  /** Hosts that the webhook of a game over days may name. */
  webhook_hosts?: string[];
  /** The public key for push subscriptions (VAPID); empty if the server sends no notifications. */
  push_key?: string;
}

export interface CellInfo {
  /** Colour letter and number, `r5`: unique on the sheet. */
  name: string;
  number: number;
  /** 0 red, 1 yellow, 2 green, 3 blue; 4 and 5 in the bonus rows, which have none. */
  colour: number;
  /** The bits that a cross sets in the mask of its row. */
  bits: number;
  /** A cross here closes the row. */
  closes?: boolean;
  /** Double B: counts as two crosses. */
  double?: boolean;
  /**
   * Double A: the bits that a cross in its second box sets in the mask of its row; 0 without
   * one.
   */
  second?: number;
  /** Connected steps: a framed cell of the fifth row. */
  step?: boolean;
  /** Connected chain: the cell that is crossed together with this one. */
  partner?: string | null;
  /** Bonus A: a boxed cell. */
  box?: boolean;
  /** Bonus B: circle, diamond, square, octagon or star. */
  symbol?: string | null;
}

export interface Chat {
  type: "chat";
  id?: number;
  /** Chosen by the client, different for each line; a line that is sent twice is stored once. */
  key: string;
  text: string;
}

export interface ChatLine {
  seq: number;
  seat: number | null;
  name: string;
  text: string;
  /** Milliseconds since 1970. */
  at: number;
}

/**
 * Choose the sheet of a seat, before the start and if `Options.sheet_per_seat` is set. Players
 * choose for their own seats, the host for any seat. All sheets of a table must have the same
 * dice and the same conditions for the end.
 */
export interface ChooseSheet {
  type: "choose_sheet";
  id?: number;
  seat: number;
  /** A name of the catalogue, or the id of `sheet`; empty for the table's sheet. */
  variant?: string;
  /** The file of a custom sheet, as in `Options`. */
  sheet?: string;
}

export interface Clock {
  /** The server's time in milliseconds since 1970, for comparison. */
  now: number;
  /** When the time for the open question is up; `null` without a clock. */
  deadline: number | null;
  limit: number;
  /** Over days: the seats that have asked for more time for this question. */
  asked?: number[];
}

/** Real dice: a player without a sheet here has closed this row (`closed` false: undo this). */
export interface CloseRow {
  type: "close_row";
  id?: number;
  row: number;
  closed?: boolean;
}

/** Host: change the options; during the game only `pace`. */
export interface Configure {
  type: "configure";
  id?: number;
  options: Options;
}

/** A bot plays for the seat (or, `covered` false, its player is back). */
export interface Covered {
  type: "covered";
  seat: number;
  covered: boolean;
}

/** POST /api/tables. Without a seat `me` the host is a spectator. */
export interface CreateTable {
  options: Options;
  seats: NewSeat[];
  /** This device will seal a share in the dice: the start waits for it. */
  seals?: boolean;
  /** Begin as soon as the seal is received, or immediately without one; open seats are left out. */
  start?: boolean;
}

export interface Created {
  table: string;
  /** The host's token: store it, and send it in `hello`. */
  token: string;
  member: number;
  seats: number[];
  /** Store it before anything is sealed. */
  commitment: string;
  round: number;
}

/** A bonus cross is lost because its row cannot take it (BA-04, BB-02). */
export interface CrossLapsed {
  type: "cross_lapsed";
  seat: number;
  row: number;
}

/** A cell is crossed. `source` is what allowed it. */
export interface Crossed {
  type: "crossed";
  seat: number;
  cell: string;
  source: "bonus" | "card" | "chain" | "colour" | "lucky" | "swap" | "white";
}

/** GET /api/days/{date}/board, of all players or with ?group= of a group. */
export interface DayBoard {
  date: string;
  unit: "points" | "wins";
  ranked: number;
  /** The first hundred. */
  lines: DayLine[];
  /** The score of the exact policy with these dice, once the day is over. */
  exact_score?: number | null;
}

/** DELETE /api/days/{date}: deletes the player's attempt, its game and its lines on the boards. */
export interface DayDeleted {
  date: string;
}

/** GET /api/days/{date}: which game it is and, with a key, the player's attempt. */
export interface DayInfo {
  date: string;
  variant: string;
  players: number;
  /** The level of the opponent. */
  level: string | null;
  /** Whether it can be played now: from a day before to a day after the date, by UTC. */
  open: boolean;
  /** Days after a game until everything about it is deleted. */
  keep_days: number;
  /** The player's own game. */
  table?: string | null;
  /** Whether that game is over. */
  over?: boolean;
  /** Whether the player has played and deleted it: there is one attempt per day. */
  deleted?: boolean;
}

/** A line of the board. */
export interface DayLine {
  place: number;
  name: string;
  given_away: number;
  exact: boolean;
  score: number;
  rival?: number | null;
  you?: boolean;
  /** Number among players of the same name on this board, in the order in which they began. */
  namesake?: number;
}

/** GET /api/days/{date}/result: the result of the player's own game. */
export interface DayResult {
  date: string;
  variant: string;
  players: number;
  unit: "points" | "wins";
  /** `false` if it was judged approximately, by the network or by rules of thumb. */
  exact: boolean;
  /** The expected result before the first roll. */
  expected: number;
  given_away: number;
  luck: number;
  /** The score of a solo game, otherwise the share of the win. */
  result: number;
  score: number;
  /** `null` if it is not ranked, because a bot has answered for the player. */
  place: number | null;
  /** Number of players on the board. */
  ranked: number;
  /** Lines to send to friends, in the requested language. */
  share: string;
  /** The bot's points, if it is a two-player game. */
  rival?: number | null;
  /** The score of the exact policy with the same dice, once the day is over. */
  exact_score?: number | null;
}

export interface DayStarted {
  table: string;
  /** The key of the player: to this table, and to the attempts of other days. */
  token: string;
}

/** A question to one of your seats, answered or not, while the answer can be changed. */
export interface Decision {
  seat: number;
  ask: string;
  kind: "action1" | "action2" | "choice" | "take";
  owed: boolean;
  /** The answer so far. */
  answer: string[];
  /** The sheet after that answer. */
  draft: SheetView | null;
  /** The legal next moves after `answer`; empty if the answer is complete. */
  legal: Option[];
  /** Action 1, once answered: the moves to which it could be changed. */
  first?: Option[];
  pencil?: string[];
}

/** Host: no seat for this member. */
export interface DeclineRequest {
  type: "decline_request";
  id?: number;
  member: number;
}

/** The die of a closed row leaves the game (C-10). */
export interface DieRemoved {
  type: "die_removed";
  colour: number;
}

/** Host: remove an open seat. */
export interface DropSeat {
  type: "drop_seat";
  id?: number;
  seat: number;
}

export interface Emote {
  type: "emote";
  id?: number;
  emote: string;
}

export interface Emoted {
  type: "emoted";
  seat: number | null;
  name: string;
  emote: string;
}

/** Over days: end the game without a result, as soon as all who are left want that. */
export interface EndTable {
  type: "end_table";
  id?: number;
  wanted?: boolean;
}

/** Over days: a player wants to end the game (or no longer). */
export interface EndWish {
  type: "end_wish";
  seat: number;
  wanted: boolean;
}

/** DELETE /api/tables/{table}: the host deletes the game, others their name and chat. */
export interface Erased {
  table: string;
  whole: boolean;
}

/** POST /api/exam/report, request: the finished exam on which to report. */
export interface ExamPaper {
  /** The seed of the dice, as in `rowlock exam --seed`; the same seed gives the same dice. */
  seed: number;
  name: string;
  variant?: string;
  /** `roll` or a move, in order. */
  steps?: string[];
  /** Also play out costly choices, which takes seconds and gives reasons. */
  rollouts?: boolean;
}

/** expected - given_away + luck = score, and the review of the game. */
export interface ExamReport {
  seed: number;
  /** The mean score of the sheet under perfect play. */
  expected: number;
  given_away: number;
  luck: number;
  /** Equal to expected - given_away + luck. */
  score: number;
  /** The exact policy's score with the same dice. */
  exact_score: number;
  review: Reviewed;
  /** The record of the game. */
  record: string;
}

/**
 * GET /api/exam: the sheets with an exact table on the server, and those whose table is solved
 * on first use.
 */
export interface ExamSheets {
  variants: string[];
}

/** POST /api/exam: all steps of an exam. The server stores nothing. */
export interface ExamSteps {
  /** The seed of the dice, as in `rowlock exam --seed`; the same seed gives the same dice. */
  seed: number;
  name: string;
  variant?: string;
  /** `roll` or a move, in order. */
  steps?: string[];
}

/** All public facts about the dice; docs/fair-dice.md. */
export interface Fair {
  scheme: string;
  /** SHA-256 of table, round and the server's seed, as hex; known before the game. */
  commitment: string;
  /** The devices' shares in seat order, `-` for none; shown when all are open. */
  seeds: string[];
  /** The server's seed, once the game is over. */
  seed: string | null;
  /** Number of the attempt to start, from 1; each has a commitment of its own. */
  round?: number;
  /** For each seat `member=seal`, or `-`; fixed at the start, before any share is opened. */
  list?: string[] | null;
  /** The digest of the terms of the game, fixed with the list; empty in earlier schemes. */
  digest?: string;
  /**
   * The terms: sheets, options and names. Shown at the start and when the game is over, unless a
   * name in them has been erased.
   */
  terms?: string;
}

/** Real dice, host: the game is over (`over` false: continue). */
export interface Finish {
  type: "finish";
  id?: number;
  over?: boolean;
}

/** Over days: ask which answers a seat could prepare; the reply is `foreseen`. */
export interface Foresee {
  type: "foresee";
  id?: number;
  seat: number;
}

/** The answer to `foresee`. */
export interface Foreseen {
  type: "foreseen";
  id: number;
  seat: number;
  /** Every number that may be announced; what is legal when it is rolled may be less. */
  numbers: NumberAnswers[];
}

/** The game ends: two rows are closed, or a player has four penalties (C-13). */
export interface GameOver {
  type: "game_over";
  reason: "four_penalties" | "two_rows_closed";
}

/** A player's loss in a finished game that a network has evaluated. */
export interface GivenAway {
  variant: string;
  players: number;
  decisions: number;
  loss: number;
}

/**
 * The last message before the server closes. `server_stopping`: reconnect; `kicked`, `left`
 * (as requested), `replaced` (too many connections of one player), `bad_token`,
 * `no_such_table`, ...: do not.
 */
export interface Goodbye {
  type: "bye";
  code: string;
}

/** Host: a member who asks for a seat gets this bot's, from the next turn on. */
export interface GrantSeat {
  type: "grant_seat";
  id?: number;
  member: number;
  seat: number;
}

/** DELETE /api/groups/{group}: the player is removed from all boards of the group. */
export interface GroupLeft {
  group: string;
}

export interface HandView {
  seat: number;
  cards: CardFace[];
}

export interface Health {
  ok: boolean;
  detail?: string;
}

/**
 * The first message on a socket, whose address names the table. A client without a token is a
 * spectator.
 */
export interface Hello {
  type: "hello";
  id?: number;
  version: number;
  token?: string | null;
  /** The last sequence number that this client has seen; the answer then has the events since. */
  seq?: number | null;
}

/** End the cover of your seats by bots. */
export interface IAmBack {
  type: "here";
  id?: number;
}

/** POST /api/days/{date}/groups: also show the player's attempt to a group. */
export interface JoinGroup {
  group: string;
}

/** POST /api/tables/{table}/join */
export interface JoinTable {
  name: string;
  /** This device will seal a share in the dice: the start waits for it. */
  seals?: boolean;
}

export interface Joined {
  table: string;
  token: string;
  member: number;
  seat: number;
  /** Store it before anything is sealed. */
  commitment: string;
  round: number;
}

/** A possible answer. */
export interface JudgedMove {
  move: string;
  /** Its value to the seat if everyone then plays as well as the evaluator. */
  value: number;
  /** The difference to the best answer. */
  loss: number;
  /** Standard error of the loss; 0 if exact. */
  se: number;
  /** Number of open cells that its crosses skip. */
  skips?: number;
  /** Whether it takes a penalty. */
  penalty?: boolean;
}

/** Host: empty a seat of the lobby; in a game a bot takes it for good. */
export interface Kick {
  type: "kick";
  id?: number;
  seat: number;
}

/** Give up all your seats: in the lobby they become open, in a game bots take them. */
export interface Leave {
  type: "leave";
  id?: number;
}

/** The seat's player has left or was removed. */
export interface Left {
  type: "left";
  seat: number;
  name: string;
  kicked: boolean;
}

/** The estimate: the player resembles `weakest` to `strongest`. */
export interface LevelEquivalent {
  games: number;
  weakest: string;
  strongest: string;
  /** The player's loss divided by what `medium` loses; 1 means equal. */
  loss: number;
  low: number;
  /** Its 95% interval. */
  high: number;
}

/** The levels that these games resemble. */
export interface LevelFound {
  /** Minimum number of games for an estimate. */
  fewest: number;
  /** Number of games on kinds of tables for which the levels were measured. */
  counted: number;
  /** `null` if there are fewer. */
  level?: LevelEquivalent | null;
  /** The kinds of tables on which the levels were measured. */
  kinds?: LevelKind[];
}

/**
 * A bot that may take a seat. Levels of the ladder are named in the page's languages by id;
 * others show `name`.
 */
export interface LevelInfo {
  id: string;
  name: string;
  /** Added with `rowlock serve --bot`. */
  own?: boolean;
}

/** A kind of table. */
export interface LevelKind {
  variant: string;
  players: number;
}

/** POST /api/levels: what a player gave away in their last games. Nothing is stored. */
export interface LevelRequest {
  games: GivenAway[];
}

/** A lock is crossed, together with a last cell of its row (C-09). */
export interface LockCrossed {
  type: "lock_crossed";
  seat: number;
  row: number;
}

/** A finished turn, as in a record. */
export interface LogTurn {
  turn: number;
  active: number;
  roll: RollView | null;
  /** The white sum, or the card game's number. */
  announced: number | null;
  /** Each seat's moves; `x` is the penalty. */
  columns: string[][];
}

/**
 * Real dice: one stroke on a sheet. `cross` and `uncross` a cell, take a `penalty`, cross a
 * `lock` by hand (only with the rules `warning` or `free`, where nothing happens by itself;
 * `uncross` with a `row` takes it away), `choose` the row of an owed bonus, `undo` the seat's
 * last stroke. `~3` as the cell is the third swap field of X-Change.
 */
export interface Mark {
  type: "mark";
  id?: number;
  seat: number;
  /** How many strokes this seat had made (`SeatView.marks`); a repeated one is refused. */
  n: number;
  kind: "choose" | "cross" | "lock" | "penalty" | "uncross" | "undo";
  cell?: string | null;
  row?: number | null;
}

/** Real dice: a stroke and the cells it crossed; a `row_closed` follows if it closed a row. */
export interface Marked {
  type: "marked";
  seat: number;
  kind: string;
  cells?: string[];
  row?: number | null;
}

/** Number of a seat's decisions with each mark. */
export interface Marks {
  small?: number;
  mistake?: number;
  blunder?: number;
}

/**
 * In a game over days: restart the time for the open question. Allowed once per question and
 * seat.
 */
export interface MoreTime {
  type: "more_time";
  id?: number;
  seat: number;
}

/** Over days: the time for the open question begins again, because this seat has asked. */
export interface MoreTimeGiven {
  type: "more_time_given";
  seat: number;
}

/** Host: move the player of `seat` to the place `to`; the others move up. */
export interface MoveSeat {
  type: "move_seat";
  id?: number;
  seat: number;
  to: number;
}

/** Host: a seat may no longer chat (or may again). */
export interface Mute {
  type: "mute";
  id?: number;
  seat: number;
  muted: boolean;
}

/** POST /api/groups: a link that cannot be guessed. */
export interface NewGroup {
  group: string;
}

/** A seat at a new table: me, another person on my device, a bot, or open for others. */
export interface NewSeat {
  kind: "bot" | "local" | "me" | "open";
  name?: string;
  level?: string;
  /** A printed sheet for this seat, with `Options.sheet_per_seat`; empty is the table's. */
  variant?: string;
}

export interface NumberAnswers {
  number: number;
  answers: PossibleAnswer[];
}

/** A complete answer in action 1 to one announced number. */
export interface NumberMoves {
  number: number;
  moves: string[];
}

/** Open your sealed share, after checking the fixed list. */
export interface OpenShare {
  type: "open";
  id?: number;
  round: number;
  share: string;
}

/** One legal move and what it would do, chain included. */
export interface Option {
  move: string;
  /** Every cell it would cross, in order; the first is the move itself, the others are bonuses. */
  crosses: string[];
  /** The sheet afterwards (up to a choice). */
  sheet: SheetView;
  /** The change of the total, including the penalty if nothing would be crossed. */
  gain: number;
  /** The rows it would close. */
  closes?: number[];
  /** The rows of the choice that it leads to. */
  tied?: number[];
  /** Action 2: pairs (which white die, colour) that make it. */
  dice?: [number, number][];
  /** Whether it would cost a penalty. */
  penalty?: boolean;
}

/** The options that the host may set before the start. */
export interface Options {
  /** A name of the catalogue; `xl` is classic in large print. Or the id of `sheet`. */
  variant?: string;
  /** The file of a custom sheet. Views do not contain it; `GET api/tables/T/sheet` returns it. */
  sheet?: string;
  /** The card game instead of dice. */
  cards?: boolean;
  jokers?: boolean;
  /**
   * Seconds for each answer; 0 for no clock. With `over_days` 1, 3 or 7 days, otherwise at most
   * one.
   */
  time_limit?: number;
  chat?: boolean;
  /** `real`: players roll their own dice, and the server only keeps the sheets. */
  dice?: "real" | "server";
  /** With real dice: whether illegal strokes are refused, marked, or ignored. */
  rules?: "free" | "strict" | "warning";
  /** Seconds after which a bot covers a seat whose player has left. */
  away_after?: number;
  /** The level of that bot; empty is the server's default. */
  cover?: string;
  /**
   * Whether everyone at the table may ask the coach; it is always allowed in solo games and
   * against bots.
   */
  coach?: boolean;
  /** Players choose sheets of their own (`choose_sheet`); `SeatView.variant` names them. */
  sheet_per_seat?: boolean;
  /** How long bots seem to think; the host may also change it during the game. */
  pace?: "fast" | "normal" | "slow";
  /**
   * A slow game: players need not be there at the same time, and no bot covers a player before
   * their time is up (docs/slow-games.md).
   */
  over_days?: boolean;
  /**
   * Over days: after two questions in a row without an answer a bot plays the seat, or it passes
   * each time, until its player takes it back.
   */
  when_late?: "bot" | "pass";
  /** Over days: an address that is told for whom the table waits. Views show its host only. */
  webhook?: string;
  /** The language of these messages. */
  webhook_language?: string;
}

/** How games continue after an answer. */
export interface Outlook {
  move: string;
  games: number;
  /** The share of wins; always 1 in a solo game. */
  win: number;
  /** The expected final total of the seat. */
  total: number;
  rows: RowOutlook[];
  penalties: number;
  /** The part of the total that comes from neither rows nor penalties. */
  bonus: number;
  /** Mean number of further turns, this one excluded. */
  turns: number;
  /** For every seat, the probability that it ends the game. */
  ends: number[];
}

/** A sheet that is not in the catalogue. */
export interface OwnSheet {
  /** The file, for `Options.sheet`. */
  file: string;
  info: VariantInfo;
}

/** Host: stop the clocks and the game. */
export interface Pause {
  type: "pause";
  id?: number;
}

export interface Paused {
  type: "paused";
  paused: boolean;
}

export interface PeekSeat {
  seat: number;
  kind: "bot" | "open" | "person";
  name: string;
  level?: string | null;
  total?: number | null;
  /** The seat's sheet; empty if it is the table's. */
  variant?: string;
}

/** The active player crossed nothing in either action and takes a penalty (C-08). */
export interface PenaltyTaken {
  type: "penalty";
  seat: number;
  /** Penalties of this seat, this one included. */
  penalties: number;
}

/** The answer that counts if the time runs out; empty for none. Other players do not see it. */
export interface Pencil {
  type: "pencil";
  id?: number;
  seat: number;
  ask: string;
  moves?: string[];
}

/** Answered with `pong`. */
export interface Ping {
  type: "ping";
  id?: number;
}

export interface Pong {
  type: "pong";
  id: number;
  now: number;
}

/** One complete answer to an announced number. */
export interface PossibleAnswer {
  moves: string[];
  crosses: string[];
  gain: number;
  closes?: number[];
}

/**
 * Over days: answers of a seat to the rolls that come after this message. They replace those
 * prepared before. No other client gets them. An answer is used when its number is announced
 * and the rules allow it; otherwise the seat is asked.
 */
export interface Prepare {
  type: "prepare";
  id?: number;
  seat: number;
  answers?: NumberMoves[];
  /** Until they are changed; otherwise for the next roll only. */
  keep?: boolean;
  /** Roll the dice as soon as it is the seat's turn. */
  roll?: boolean;
}

/** Over days: what one of your seats has prepared (`prepare`). No other client gets it. */
export interface PreparedView {
  seat: number;
  answers?: NumberMoves[];
  keep?: boolean;
  roll?: boolean;
}

/** The body of every refusal over HTTP, with a status of at least 400. */
export interface Problem {
  code: string;
  message: string;
  /** The wrong line of a posted record, from 1. */
  line?: number | null;
  /** The wrong key in the file of a sheet, such as `rows.red`, or `moves`. */
  place?: string | null;
  /** A word for what is wrong with a sheet, for mistakes that are possible without a file. */
  reason?: string | null;
  /** Progress from 0 to 1 of a result that is still being computed, if known. */
  share?: number | null;
}

export interface PuzzleAnswer {
  move: string;
  /** The exact expected total with perfect play afterwards. */
  total: number;
  /** The difference to the best answer. */
  loss: number;
  /** Number of open cells that its crosses skip. */
  skips?: number;
  /** Whether it takes a penalty. */
  penalty?: boolean;
}

/** A puzzle with the expected total of every answer, the best first. */
export interface PuzzleView {
  tag: "first_cross" | "last_turns" | "lock" | "one_or_two" | "skip_or_penalty";
  turn: number;
  phase: "action1" | "action2";
  dice: RollView;
  sheet: SheetView;
  closed: number[];
  answers: PuzzleAnswer[];
}

/** The response to GET /api/puzzles/{date}: the puzzles of a date, the same for everyone. */
export interface Puzzles {
  date: string;
  variant: string;
  puzzles: PuzzleView[];
}

/** POST /api/qr: the QR code of a link as SVG (POST, so that no link gets into a log). */
export interface QrRequest {
  text: string;
}

export interface Refused {
  type: "refused";
  id: number;
  code: string;
  /** In English, for developers; the page shows its own text for `code`. */
  message: string;
}

/** Any member, after the game: open a new table with the same seats and tokens. */
export interface Rematch {
  type: "rematch";
  id?: number;
  /** Begin immediately; only if all other seats are bots. */
  start?: boolean;
}

/** Rename one of your own seats, before the start. */
export interface Rename {
  type: "rename";
  id?: number;
  seat: number;
  name: string;
}

/** GET /api/tables/{table}/replay, once the game is over. */
export interface Replay {
  table: string;
  options: Options;
  names: string[];
  lucky: [number, number][];
  first: number;
  turns: ReplayTurn[];
  fair: Fair;
  result: ResultView;
  /** Card game: all cards in the order of the deal. */
  deck?: string[] | null;
  /** The sheet of each seat; empty if all seats have the table's. */
  variants?: string[];
}

/** The table after one turn; turn 0 is the start. */
export interface ReplayTurn {
  turn: number;
  log: LogTurn | null;
  events: TableEvent[];
  sheets: SheetView[];
  closed: number[];
  /** Card game: the numbers taken from the display. */
  take?: number[];
  /** Card game: the discards as shuffled in this turn, the top card first. */
  pile?: string[] | null;
}

/** POST /api/tables/{table}/requests: ask for a bot's seat in a game under way. */
export interface RequestSeat {
  name: string;
}

/** A member without a seat: connect with the token and wait for the host's answer. */
export interface Requested {
  table: string;
  token: string;
  member: number;
}

export interface ResultView {
  reason: "abandoned" | "finished" | "four_penalties" | "two_rows_closed";
  winners: number[];
}

/** Host: end the pause. If the host has been away for 30 s, any player may. */
export interface Resume {
  type: "resume";
  id?: number;
}

/** The answers to an action once all are complete, seat by seat (`null`: was not asked). */
export interface Revealed {
  type: "revealed";
  ask: string;
  moves: (string[] | null)[];
}

/** GET /api/reviews: the progress of preparations for reviews. */
export interface ReviewDesk {
  /** `false` until the code for reviews is compiled, once per installation: a minute or two. */
  ready: boolean;
  /** Whether an exact table is being computed. */
  making?: boolean;
  /** Its progress from 0 to 1, if known. */
  share?: number | null;
}

/** POST /api/reviews: a record of any server. It is not stored. */
export interface ReviewRequest {
  record: string;
  /** Also play out costly choices, which takes seconds and gives reasons. */
  rollouts?: boolean;
}

/** The response to GET /api/tables/{table}/review and POST /api/reviews. */
export interface Reviewed {
  variant: string;
  players: number;
  unit: "points" | "wins";
  /** Whether every figure is exact. */
  exact: boolean;
  judge: "cards" | "heuristic" | "network" | "table";
  /** Whether the evaluator's error has not been measured. */
  approximate: boolean;
  /** Whether the game is over. */
  finished: boolean;
  /** `false` if the review was stopped before its end. */
  complete: boolean;
  /**
   * The value of the game before it is known who begins: 1 / players, or the expected solo score
   * under perfect play. In an approximate solo review it is the evaluator's value of an empty
   * sheet; by the heuristic these are its own points, which may be far from any score. `null` if
   * there is no estimate: in solo games before the first roll, and in solo card games.
   */
  start: number | null;
  seats: SeatReview[];
  decisions: ReviewedDecision[];
  rolls: RollReview[];
  names: string[];
  /** Whether it was a card game. */
  cards: boolean;
  lucky: [number, number][];
  /** Whether costly choices were played out. */
  rolled_out: boolean;
  /** Every turn; in card games without rolls and luck. */
  turns: ReviewedTurn[];
  /** The final sheets. */
  sheets: SheetView[];
  closed: number[];
  /** The sheet, if it is not in the catalogue. */
  own?: VariantInfo | null;
  /** The sheet of each seat, if they differ; `variant` then lists their ids. */
  seat_sheets?: VariantInfo[];
  /** The caller's seats, from 1: those of the token, or those that a posted record names. */
  you?: number[];
  /** Whether the exact table for this game is being computed: ask again later. */
  making?: boolean;
}

/** A decision, and the seat's sheet before it. */
export interface ReviewedDecision {
  turn: number;
  seat: number;
  /** `action1`, `action2`, `choice` (a row for a bonus), or `take` (cards). */
  phase: string;
  /** Every possible answer, best first. */
  moves: JudgedMove[];
  chosen: string;
  loss: number;
  se: number;
  mark: "blunder" | "mistake" | "small" | null;
  exact: boolean;
  /** `false` if a bot or the clock answered for the player; the choice then does not count. */
  own?: boolean;
  rollout?: RolledOut | null;
  /** After the chosen answer, and after the best one. */
  why?: Outlook[];
  sheet: SheetView;
  /** Rows that were closed for everyone by then. */
  closed: number[];
}

/** A turn: the sheets before its roll, and all answers. */
export interface ReviewedTurn {
  turn: number;
  /** `null` in the card game. */
  dice: RollView | null;
  sheets: SheetView[];
  closed: number[];
  /** The answer of every seat, as in a record; `x` is the penalty. */
  columns: string[][];
}

/** The active player's roll. */
export interface RollDice {
  type: "roll";
  id?: number;
  turn: number;
}

/** A roll, before any answer. */
export interface RollReview {
  turn: number;
  /** For every seat: value of this roll with best play, minus the mean over all rolls. */
  luck: number[];
  /** Standard error of the luck; 0 if all rolls were counted. */
  se: number[];
  active: number;
  roll: string;
  /** The value of the game to every seat before the roll: the mean over all rolls. */
  before: number[];
  /** The value after the roll, if everyone answers like the evaluator. */
  after: number[];
  /** The position after the roll, as text. */
  position: string;
}

export interface RollView {
  white: [number, number];
  /** Red, yellow, green, blue; null for a die that has left the game. */
  colours: (number | null)[];
}

export interface Rolled {
  type: "rolled";
  turn: number;
  seat: number;
  roll: RollView;
}

/** A decision evaluated again by playing out both answers with the same dice. */
export interface RolledOut {
  /** Pairs of games. */
  games: number;
  /** The evaluator's best answer minus the chosen one; below 0 if the chosen one did better. */
  loss: number;
  se: number;
  /** The evaluator's loss. */
  judged: number;
  judged_se: number;
  /**
   * Whether the rollouts replace the evaluator's loss: their interval lies within one class of
   * marks, or is narrower than the evaluator's.
   */
  settled: boolean;
}

/** A row closes for all players (C-10), or in the card game only for `seats` (K-05). */
export interface RowClosed {
  type: "row_closed";
  row: number;
  seats: number[];
}

/** Expected results of one row of the seat's sheet. */
export interface RowOutlook {
  /** The colour of its lock: red, yellow, green, blue. */
  row: string;
  points: number;
  /** The probability that the seat crosses its lock. */
  lock: number;
}

export interface Said {
  type: "said";
  line: ChatLine;
}

/** A device's share in the dice, sealed, until the list is fixed; a later one replaces it. */
export interface SealShare {
  type: "seal";
  id?: number;
  round: number;
  seal: string;
}

/** A table and this device's token for it. */
export interface SeatKey {
  table: string;
  token: string;
}

/** A person who came late and asks for a seat in the game under way. */
export interface SeatRequestView {
  member: number;
  name: string;
  /** The seat granted by the host; it changes hands when the next turn begins. */
  seat?: number | null;
}

/** The summary of a game for one player. */
export interface SeatReview {
  seat: number;
  name: string;
  /** Number of the player's own decisions with more than one possible answer. */
  decisions: number;
  loss: number;
  loss_mean: number;
  /** 95% interval of the mean. */
  low: number;
  high: number;
  luck: number;
  /** The share of the win, or the score of a solo game; `null` before the end. */
  result: number | null;
  /** The result without the luck of the dice and of the order of play. */
  adjusted: number | null;
  /** What the parts do not explain; 0 if everything is exact. */
  residual: number | null;
  luck_se: number;
  /** Points on the sheet. */
  total: number;
  marks: Marks;
  /** Indexes into the list of decisions, costliest first. */
  costliest: number[];
  /**
   * How near the choices came to perfect play: 1 if each was the best, 0 if each was the worst
   * (`perfect_play.py`); `null` if nothing was at stake.
   */
  perfect_play?: number | null;
  /** The effect of the dice on this seat; `null` if luck was not measured. */
  dice?: "even" | "helped" | "hurt" | null;
  /**
   * The value of the game to this seat before the first roll, when it is known who begins;
   * `null` if there is no estimate.
   */
  start?: number | null;
  /** What this seat gained by the others' mistakes; below 0 if they cost it something. */
  given?: number;
}

export interface SeatView {
  seat: number;
  kind: "bot" | "open" | "person";
  name?: string;
  /** The level of a bot. */
  level?: string | null;
  /** The member who holds the seat; all seats of a device have the same member. */
  member?: number | null;
  host?: boolean;
  connected?: boolean;
  /**
   * Whether a bot plays for a person who is away; over days, with `when_late` "pass", whether
   * the seat passes.
   */
  covered?: boolean;
  /** Over days: whether its player wants to end the game. */
  wants_end?: boolean;
  /** When a bot will answer for a person who is away, by `Clock.now`. */
  cover_at?: number | null;
  muted?: boolean;
  /** Whether its share in the dice was received, sealed or open. */
  seeded?: boolean;
  /** Whether the seat owes no answer now. */
  answered?: boolean;
  lucky?: [number, number] | null;
  /** Card game: the numbers on the backs of the hand. */
  hand?: number[];
  /** The name of the seat's sheet, as in `Options.variant`; empty if it is the table's. */
  variant?: string;
  sheet?: SheetView | null;
  /** Real dice: the number of strokes on this sheet. */
  marks?: number;
  /** Real dice with `warning`: cells that the rules would not allow (`r5`, or `lock:0`). */
  warnings?: string[];
  /** Real dice, your own seats: the cells that the rules allow to cross now. */
  crossable?: string[];
  /** Real dice, your own seats: a bonus asks you to `choose` one of these rows. */
  tied?: number[];
}

export interface Seated {
  type: "seated";
  seat: number;
  name: string;
}

export interface SheetView {
  /** A bit mask per row: `CellInfo.bits` of its crossed cells and `lock_bits` of its lock. */
  rows: number[];
  /** The number of crosses in each row: a lock counts, a double cell counts twice. */
  crosses: number[];
  penalties: number;
  points: number[];
  bonus: number;
  total: number;
  /** Bit mask of the struck squares (Bonus A) or of the used swap fields (X-Change). */
  bar?: number;
  /** Big Points: a bit mask per bonus row. */
  bonus_rows?: number[];
  /** Bonus B: the symbols earned. */
  earned?: string[];
  /** Bonus B: the number of crossed cells of each bonus, in the order of `VariantInfo.bonuses`. */
  symbols?: number[];
  /** Connected steps: the number of crosses in the fifth row; its points are the `bonus`. */
  steps?: number;
  /** Cost of the penalties as a positive number: total = points + bonus - this. */
  penalties_cost?: number;
}

/** A request for a custom sheet: a file, or a printed sheet with changes. */
export interface SheetWish {
  file?: string;
  base?: string;
  /** Shuffles the numbers, the colours or both: `tulip`, `n1-tulip`, `c1-tulip`. */
  code?: string;
  /** Then moves cells, symbols or numbers: `r3-r4_r3xr7_3r` (`variants/moves.py`). */
  moves?: string;
  /** Crosses that a row needs before its last cell. */
  crosses_before?: number | null;
  /** Penalties that end the game. */
  penalties?: number | null;
}

/** Host: begin as soon as all seals are received. Open seats are left out. */
export interface Start {
  type: "start";
  id?: number;
}

/** Host: a new table, in the lobby, for all players and one who asks for a seat. */
export interface StartAgain {
  type: "start_again";
  id?: number;
  member: number;
}

/** POST /api/days/{date}. Without a key a new one is created; with a key its attempt continues. */
export interface StartDay {
  name: string;
  /** The groups that see this attempt. */
  groups?: string[];
}

/** Not all shares were opened: another round, with another seed. */
export interface StartFailed {
  type: "start_failed";
  round: number;
  /** The players whose shares were missing. */
  names: string[];
}

export interface Started {
  type: "started";
  first: number;
}

/** GET /api/tables/{table}: what an invitation shows; also for the list of last games. */
export interface TablePeek {
  table: string;
  stage: "lobby" | "over" | "playing" | "starting";
  options: Options;
  seats: PeekSeat[];
  open: number;
  turn: number;
  result: ResultView | null;
  /** Milliseconds since 1970. */
  created: number;
  /** When it will be deleted if nothing else happens. */
  deleted_at: number;
}

/** All a client may know; `log` and `chat` come once, later ones are told by `events`. */
export interface TableView {
  type: "view";
  table: string;
  seq: number;
  stage: "lobby" | "over" | "playing" | "starting";
  paused: boolean;
  options: Options;
  seats: SeatView[];
  turn: number;
  active: number;
  /** The open question. */
  ask: string | null;
  roll: RollView | null;
  announced: number;
  /** Rows closed for the whole table, in order. */
  closed: number[];
  /** Seats that owe an answer now (in phase `roll` the active one owes the roll). */
  owing: number[];
  clock: Clock;
  fair: Fair;
  result: ResultView | null;
  /** The table of the rematch. */
  next_table: string | null;
  watchers: number;
  /** The date, if this is the game of the day. */
  day?: string;
  /** Real dice: the sheets say that the game has ended; the host may `finish`. */
  marks_over?: "abandoned" | "finished" | "four_penalties" | "two_rows_closed" | null;
  /** Requests for a seat from members who are connected. */
  requests?: SeatRequestView[];
  events?: TableEvent[];
  log?: LogTurn[] | null;
  chat?: ChatLine[] | null;
  you: You;
  phase: "action1" | "action2" | "choice" | "deal" | "over" | "roll" | "take";
  decisions: Decision[];
  cards?: CardsView | null;
}

/** Withdraw the answer, while others still owe theirs. */
export interface TakeBack {
  type: "take_back";
  id?: number;
  seat: number;
  ask: string;
}

/** Card game: numbers taken from the display, and the number announced. */
export interface Taken {
  type: "taken";
  seat: number;
  numbers: number[];
  announced: number | null;
}

export interface TimedOut {
  type: "timed_out";
  seat: number;
}

export interface TurnEnded {
  type: "turn_ended";
  log: LogTurn;
}

/**
 * The printed layout of a sheet. Position 0 is the leftmost cell of a row; `CellInfo.bits` and
 * `lock_bits` give the bits of cells and locks in masks.
 */
export interface VariantInfo {
  /** The name to use in `Options.variant`. */
  id: string;
  name: string;
  /** The rule page: /api/rules/{rules}?lang=de */
  rules: string;
  digest: string;
  large_print: boolean;
  /** Whether rows hold cells of several colours. */
  mixed: boolean;
  /** Whether the card game can be played on it. */
  cards: boolean;
  sides: number;
  /** How many cells at the right end of a row close it. */
  lock_cells: number;
  crosses_before_lock: number;
  penalty_points: number;
  penalties_to_end: number;
  closed_rows_to_end: number;
  rows: CellInfo[][];
  /** Big Points: the round row between red and yellow and the one between green and blue. */
  bonus_rows: CellInfo[][];
  /** The bits that a crossed lock sets in the mask of each row. */
  lock_bits: number[];
  /** The points of a row with one cross, two crosses and so on, up to the maximum that scores. */
  scale: number[];
  /** Bonus A: the colour of each square of the bar. */
  bar: number[];
  /** X-Change: the two numbers of each swap field, from left to right. */
  swaps: [number, number][];
  bonuses: BonusInfo[];
  lucky_pairs: [number, number][];
  /** The champion's mean score with two players, to compare sheets; `null` if unknown. */
  champion_mean?: number | null;
}

export interface Waiting {
  /** The longest wait first. */
  tables: WaitingTable[];
}

/** POST /api/waiting: the tables of this device (POST, so that no token gets into a log). */
export interface WaitingRequest {
  tables: SeatKey[];
}

/** A table that waits for this device. */
export interface WaitingTable {
  table: string;
  /** Milliseconds since 1970. */
  since: number;
  /** When the time is up if the server keeps running; `null` without a clock. */
  deadline: number | null;
  turn: number;
  names: string[];
  /** The seats of this device that owe a roll or an answer. */
  seats: number[];
}

/** Ask why a cell of your sheet cannot be crossed now; the reply is `because`. */
export interface WhyNot {
  type: "why";
  id?: number;
  seat: number;
  cell: string;
}

/** The answer to `why`. `code` is `null` when the cell can be crossed. */
export interface WhyNotReply {
  type: "because";
  id: number;
  cell: string;
  code: string | null;
  /** `too_few_crosses`: the number of crosses that the row needs first. */
  needed?: number | null;
  have?: number | null;
}

export interface You {
  /** `null` for a spectator. */
  member: number | null;
  host: boolean;
  seats: number[];
  /** Your seal, if the server has one. */
  seal?: string;
  /** Whether you may ask the coach about the questions of your seats. */
  coach?: boolean;
  /** Over days: what your seats have prepared. */
  prepared?: PreparedView[];
}

export type ClientMessage = AddBot | AddLocal | AddSeat | Answer | Chat | ChooseSheet | CloseRow | Configure | DeclineRequest | DropSeat | Emote | EndTable | Finish | Foresee | GrantSeat | Hello | IAmBack | Kick | Leave | Mark | MoreTime | MoveSeat | Mute | OpenShare | Pause | Pencil | Ping | Prepare | Rematch | Rename | Resume | RollDice | SealShare | Start | StartAgain | TakeBack | WhyNot;

export type ServerMessage = Ack | AnswerAccepted | AnswersCounted | Foreseen | Goodbye | Pong | Refused | TableView | WhyNotReply;

export type TableEvent = BarStruck | BonusEarned | CardsPlayed | Covered | CrossLapsed | Crossed | DieRemoved | Emoted | EndWish | GameOver | Left | LockCrossed | Marked | MoreTimeGiven | Paused | PenaltyTaken | Revealed | Rolled | RowClosed | Said | Seated | StartFailed | Started | Taken | TimedOut | TurnEnded;
