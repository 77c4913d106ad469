/** What the coach says about a cell. */
export interface Hint {
  best: boolean
  text: string
  /** The same for the ear. */
  words: string
}

/** What is shown on a sheet beyond its crosses, and what taps on it do. Cells go by name. */
export interface Marks {
  legal: readonly string[]
  /** May be crossed with a lucky number (Longo) or by a swap field (X-Change). */
  lucky: readonly string[]
  pencil: readonly string[]
  /** Bonus crosses that the pencilled one would bring, and the swap field that it would use (`~3`). */
  preview: readonly string[]
  /** Just crossed, in the order in which the crosses came. */
  fresh: readonly string[]
  /** May be crossed but are not marked: hints are off. */
  hidden: readonly string[]
  /** Real dice: strokes against the rules (`r5`, `lock:0`). */
  warned: readonly string[]
  /** The coach's, by cell. */
  hints: Readonly<Record<string, Hint>>
}

export const NO_MARKS: Marks = {
  legal: [],
  lucky: [],
  pencil: [],
  preview: [],
  fresh: [],
  hidden: [],
  warned: [],
  hints: {},
}

export interface Taps {
  /** A cell that may be crossed; without it the sheet is only looked at. */
  pick?: ((cell: string) => void) | undefined
  /** Any other cell. */
  blocked?: (cell: string) => void
  /** A lock: real dice without strict rules. */
  lock?: ((row: number) => void) | undefined
  /** Every cell may be picked: real dice. */
  all?: boolean
}
