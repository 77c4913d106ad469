/** Seats with their sheets, and who is in which place. */
import type { SeatView, SheetView } from './protocol'

export type PlayedSeat = SeatView & { sheet: SheetView }

export const hasSheet = (seat: SeatView): seat is PlayedSeat => !!seat.sheet

/** The seats of a game by their points, the most first. */
export const ranked = (seats: readonly SeatView[]): PlayedSeat[] =>
  seats.filter(hasSheet).sort((a, b) => b.sheet.total - a.sheet.total)

/** From 1; seats with the same points share a place. */
export const placeIn = (ranking: readonly PlayedSeat[], { sheet }: PlayedSeat): number =>
  1 + ranking.filter((other) => other.sheet.total > sheet.total).length
