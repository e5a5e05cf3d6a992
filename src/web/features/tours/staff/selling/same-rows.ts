import type { Keyed, SellingDraft } from './selling-draft.ts'

/** What has been saved, in the rows in which it was typed: they keep the focus and stay open. */
export function sameRows(saved: SellingDraft, typed: SellingDraft): SellingDraft {
  return {
    ...saved,
    options: inRows(saved.options, typed.options).map((option, at) => ({
      ...option,
      units: inRows(option.units, typed.options[at]?.units ?? []),
      pickups: inRows(option.pickups, typed.options[at]?.pickups ?? []),
    })),
    extras: inRows(saved.extras, typed.extras),
    seasons: inRows(saved.seasons, typed.seasons),
    dayPrices: inRows(saved.dayPrices, typed.dayPrices),
  }
}

function inRows<Item extends Keyed>(items: readonly Item[], rows: readonly Keyed[]): Item[] {
  return items.map((item, at) => ({ ...item, row: rows[at]?.row ?? item.row }))
}
