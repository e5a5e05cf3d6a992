import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { spamEnquirySchema } from '#shared/enquiries/staff.ts'
import { calls } from '#shared/paths.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson, postJson } from '#web/lib/http.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useReload } from '#web/lib/use-send.ts'

export const spamQuery = queryOptions({
  queryKey: [...consoleKey('enquiries'), 'spam'],
  queryFn: ({ signal }) => exactResponseOf(z.array(spamEnquirySchema), getJson(calls.spamEnquiries, {}, { signal })),
  refetchOnWindowFocus: true,
})

const releaseSpam = (id: string) => postJson(calls.notSpam(id))

/** Moves a message to the enquiries. */
export function useReleaseSpam(told: { onSuccess: () => void; onError: (error: Error) => void }) {
  const reload = useReload(consoleKey('enquiries'))
  return useCall({ mutationFn: releaseSpam, ...told, onSettled: reload })
}
