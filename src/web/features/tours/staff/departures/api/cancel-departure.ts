import type { CancellationFigures } from '#shared/cancellations/figures.ts'
import { departureCancellationSchema } from '#shared/cancellations/staff.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { postJson } from '#web/lib/http.ts'
import { useQueryClient } from '@tanstack/react-query'
import { consoleKey } from '#web/lib/console-key.ts'
import { cancellationQuery } from './get-cancellation.ts'

/** `seen` holds the figures the user saw; the server refuses the call if they have changed. */
export function cancelDeparture(id: string, body: { reason: string; seen: CancellationFigures }) {
  return exactResponseOf(departureCancellationSchema, postJson(calls.cancelDeparture(id), body))
}

/** If the figures had changed, nothing else is refetched: the refusal brings the new ones. */
export function useCancelDeparture(id: string) {
  const client = useQueryClient()
  return async (body: Parameters<typeof cancelDeparture>[1]) => {
    const cancellation = await cancelDeparture(id, body)
    client.setQueryData(cancellationQuery(id).queryKey, cancellation)
    void client.invalidateQueries({ queryKey: consoleKey('departures') })
  }
}
