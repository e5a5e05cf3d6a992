import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { calls } from '#shared/paths.ts'
import { taxCategorySchema } from '#shared/settings/taxes.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

export const taxCategoriesQuery = queryOptions({
  queryKey: ['staff', 'tax-categories'],
  queryFn: ({ signal }) => exactResponseOf(z.array(taxCategorySchema), getJson(calls.taxCategories, {}, { signal })),
})
