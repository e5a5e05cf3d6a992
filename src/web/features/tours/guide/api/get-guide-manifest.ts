import { queryOptions } from '@tanstack/react-query'
import { guideManifestSchema } from '#shared/bookings/guide-links.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { postJson } from '#web/lib/http.ts'

/** Returns who travels, as a guide sees it. Each reading is recorded, so it is read once, and again when asked for. */
export function guideManifestQuery(token: string) {
  return queryOptions({
    queryKey: ['guide', token],
    queryFn: ({ signal }) => exactResponseOf(guideManifestSchema, postJson(calls.guideManifest, { token }, { signal })),
    staleTime: Infinity,
  })
}
