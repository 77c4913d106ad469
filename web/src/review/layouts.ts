import { layoutOf, variantOf, type Layout } from '../lib/layout'
import type { Catalogue, Reviewed } from '../lib/protocol'

/** The printed sheet of each seat of a reviewed game. */
export function reviewedLayouts(found: Reviewed, catalogue: Catalogue): Layout[] {
  if (found.seat_sheets?.length) return found.seat_sheets.map(layoutOf)
  const shared = layoutOf(found.own ?? variantOf(catalogue, { variant: found.variant }))
  return found.names.map(() => shared)
}
