import { queryOptions } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import { tourResponseSchema } from '#shared/tours/public.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

export function tourPreviewQuery(id: string) {
  return queryOptions({
    queryKey: [...consoleKey('tours'), 'preview', id],
    queryFn: async ({ signal }) => (await exactResponseOf(tourResponseSchema, getJson(calls.tourPreview(id), {}, { signal }))).data,
    staleTime: 0,
    gcTime: 0,
  })
}
