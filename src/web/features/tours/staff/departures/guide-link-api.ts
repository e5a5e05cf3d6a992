import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { guideLinkSchema, newGuideLinkSchema } from '#shared/guide-links.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson, postJson } from '#web/lib/http.ts'

const linksSchema = z.array(guideLinkSchema)

/** Returns the links to a departure that work. */
export function guideLinksQuery(departureId: string) {
  return queryOptions({
    queryKey: ['staff', 'guide-links', departureId],
    queryFn: ({ signal }) => exactResponseOf(linksSchema, getJson(calls.guideLinks(departureId), {}, { signal })),
    staleTime: 0,
  })
}

export function createGuideLink(departureId: string) {
  return exactResponseOf(newGuideLinkSchema, postJson(calls.guideLinks(departureId)))
}

/** Returns the links that are left. */
export function revokeGuideLink(id: string) {
  return exactResponseOf(linksSchema, postJson(calls.revokeGuideLink(id)))
}
