import { z } from 'zod/mini'
import { guideLinkSchema } from '#shared/bookings/guide-links.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { postJson } from '#web/lib/http.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCall } from '#web/lib/use-call.ts'
import { guideLinksQuery } from './list-guide-links.ts'

const linksSchema = z.array(guideLinkSchema)

/** Resolves with the remaining links. */
function revokeGuideLink(id: string) {
  return exactResponseOf(linksSchema, postJson(calls.revokeGuideLink(id)))
}

export function useRevokeGuideLink(departureId: string) {
  const client = useQueryClient()
  return useCall({
    mutationFn: revokeGuideLink,
    onSuccess: (links) => client.setQueryData(guideLinksQuery(departureId).queryKey, links),
  })
}
