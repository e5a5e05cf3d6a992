import { staffDepartureDetailsSchema } from '#shared/tours/departures.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { postJson } from '#web/lib/http.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useSend } from '#web/lib/use-send.ts'

function setBlocked(id: string, isBlocked: boolean) {
  return exactResponseOf(staffDepartureDetailsSchema, postJson(isBlocked ? calls.blockDeparture(id) : calls.unblockDeparture(id)))
}

export function useSetBlocked(id: string, isBlocked: boolean, onDone: () => void) {
  return useCall({ mutationFn: useSend(() => setBlocked(id, isBlocked), consoleKey('departures')), onSuccess: onDone })
}
