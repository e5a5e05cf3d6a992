import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { guideLinkSchema } from '#shared/bookings/guide-links.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

const linksSchema = z.array(guideLinkSchema)

export function guideLinksQuery(departureId: string) {
  return queryOptions({
    queryKey: ['staff', 'guide-links', departureId],
    queryFn: ({ signal }) => exactResponseOf(linksSchema, getJson(calls.guideLinks(departureId), {}, { signal })),
    staleTime: 0,
  })
}
