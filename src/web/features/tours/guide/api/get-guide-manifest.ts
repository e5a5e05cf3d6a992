import { queryOptions } from '@tanstack/react-query'
import { guideManifestSchema } from '#shared/bookings/guide-links.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { postJson } from '#web/lib/http.ts'

/** The passenger list as a guide sees it. Every read is audited, so it is fetched once and then only on request. */
export function guideManifestQuery(token: string) {
  return queryOptions({
    queryKey: ['guide', token],
    queryFn: ({ signal }) => exactResponseOf(guideManifestSchema, postJson(calls.guideManifest, { token }, { signal })),
    staleTime: Infinity,
  })
}
