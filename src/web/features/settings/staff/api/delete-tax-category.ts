import { calls } from '#shared/paths.ts'
import type { TaxCategory } from '#shared/settings/taxes.ts'
import { sendJson } from '#web/lib/http.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useReload } from '#web/lib/use-send.ts'
import { taxCategoriesQuery } from './list-tax-categories.ts'

function deleteTaxCategory(id: string) {
  return sendJson('DELETE', calls.taxCategory(id))
}

type Told = { onSuccess: (nothing: unknown, category: TaxCategory) => void; onError: (error: Error) => void }

export function useDeleteTaxCategory(told: Told) {
  const reload = useReload(taxCategoriesQuery.queryKey)
  return useCall({
    mutationFn: async ({ id }: TaxCategory) => deleteTaxCategory(id),
    ...told,
    onSettled: () => void reload(),
  })
}
