import { useQuery } from '@tanstack/react-query'
import { taxCategoriesQuery } from '#web/features/settings/staff/api/list-tax-categories.ts'
import { taxChoices } from '#web/features/settings/staff/tax-values.ts'

/** The tax categories to choose from for what has this one; none until the agency has entered any. */
export function useTaxChoices(own: string | null) {
  return taxChoices(useQuery(taxCategoriesQuery).data ?? [], own)
}
