/** Sheets of one's own, kept in this browser only. */
import { getCatalogue, json } from './api'
import type { Options, OwnSheet, VariantInfo } from './protocol'
import { readStored, writeStored } from './stored'

const KEY = 'rowlock.sheets'
const MAX_SHEETS = 30

class OwnSheets {
  all = $state.raw(readStored<OwnSheet[]>(KEY, []))

  private write(sheets: OwnSheet[]): void {
    this.all = sheets
    writeStored(KEY, sheets)
  }

  keep(sheet: OwnSheet): void {
    this.write([sheet, ...this.without(sheet.info.id)].slice(0, MAX_SHEETS))
  }

  forget(id: string): void {
    this.write(this.without(id))
  }

  private without(id: string): OwnSheet[] {
    return this.all.filter((other) => other.info.id !== id)
  }

  file(id: string | undefined): string | undefined {
    return this.all.find((sheet) => sheet.info.id === id)?.file
  }
}
export const ownSheets = new OwnSheets()

/** Every sheet that this device can play on. */
export const playable = (variants: readonly VariantInfo[]): VariantInfo[] => [
  ...variants,
  ...ownSheets.all.map((sheet) => sheet.info),
]

/** The sheet of a table: a printed one, or the one that the host brought along. */
export async function sheetAt(table: string, options: Options): Promise<VariantInfo> {
  return seatSheetAt(table, options.variant ?? 'classic')
}

/** A sheet of a table by its name: at some tables each seat has its own. */
export async function seatSheetAt(table: string, name: string): Promise<VariantInfo> {
  const { variants } = await getCatalogue()
  const printed = variants.find((variant) => variant.id === name)
  const query = new URLSearchParams({ name })
  return printed ?? (await json<OwnSheet>(`api/tables/${table}/sheet?${query}`)).info
}
