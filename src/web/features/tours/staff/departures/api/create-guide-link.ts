import { newGuideLinkSchema } from '#shared/bookings/guide-links.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { postJson } from '#web/lib/http.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCall } from '#web/lib/use-call.ts'
import { guideLinksQuery } from './list-guide-links.ts'

function createGuideLink(departureId: string) {
  return exactResponseOf(newGuideLinkSchema, postJson(calls.guideLinks(departureId)))
}

export function useCreateGuideLink(departureId: string, onCreated: (url: string) => void) {
  const client = useQueryClient()
  return useCall({
    mutationFn: () => createGuideLink(departureId),
    onSuccess: ({ links, url }) => {
      client.setQueryData(guideLinksQuery(departureId).queryKey, links)
      onCreated(url)
    },
  })
}
