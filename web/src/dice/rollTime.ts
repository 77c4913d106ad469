/** How long dice roll: from the hand to the table. */
export const ROLL_MS = 900
