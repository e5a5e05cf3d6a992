import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { batchSchema, exportSchema, MAX_BATCHES } from '#shared/ledger/export.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

/** Begins the keys of both. */
export const EXPORT_KEY = ['staff', 'ledger', 'export'] as const

export const exportQuery = queryOptions({
  queryKey: [...EXPORT_KEY, 'next'],
  queryFn: ({ signal }) => exactResponseOf(exportSchema, getJson(calls.staffExport, {}, { signal })),
})

export const batchesQuery = infiniteQueryOptions({
  queryKey: [...EXPORT_KEY, 'batches'],
  queryFn: ({ signal, pageParam }) =>
    exactResponseOf(z.array(batchSchema), getJson(calls.exportBatches, { before: pageParam }, { signal })),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: (page) => (page.length < MAX_BATCHES ? undefined : page.at(-1)?.number),
})
