import type { VariantInfo } from './protocol'

/** Whether two sheets can be at one table: the same dice and the same end of the game. */
export const goTogether = (one: VariantInfo, other: VariantInfo): boolean =>
  one.sides === other.sides &&
  one.penalties_to_end === other.penalties_to_end &&
  one.closed_rows_to_end === other.closed_rows_to_end

/** The sheets that seats can have beside one of the table; large print is no sheet of its own. */
export function sheetsBeside(
  all: readonly VariantInfo[],
  shared: VariantInfo,
  cards: boolean,
): VariantInfo[] {
  return all.filter(
    (other) => goTogether(shared, other) && !other.large_print && (!cards || other.cards),
  )
}
