import { useQuery } from '@tanstack/react-query'
import { listTaxCategories } from '#shared/settings/staff-calls.ts'
import { rateText, type TaxCategory } from '#shared/settings/taxes.ts'
import { queryOf } from '#web/lib/ask.ts'

export const taxCategoriesQuery = queryOf(listTaxCategories, {})

/** The tax categories to choose from for what has this one; none until the agency has entered any. */
export function useTaxChoices(own: string | null) {
  return taxChoices(useQuery(taxCategoriesQuery).data ?? [], own)
}

/** The choices for a tour or service: those in use, and the one it has. */
export function taxChoices(categories: readonly TaxCategory[], own: string | null): { value: string; label: string }[] {
  return categories
    .filter(({ id, isActive }) => isActive || id === own)
    .map(({ id, name, rateBasisPoints, isActive }) => ({
      value: id,
      label: `${name}, ${rateText(rateBasisPoints)}${isActive ? '' : ' (no longer in use)'}`,
    }))
}
