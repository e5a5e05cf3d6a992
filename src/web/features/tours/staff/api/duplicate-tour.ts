import { calls } from '#shared/paths.ts'
import { staffTourDetailsSchema, type StaffTourDetails } from '#shared/tours/staff.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { postJson } from '#web/lib/http.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useSend } from '#web/lib/use-send.ts'

function duplicateTour(id: string) {
  return exactResponseOf(staffTourDetailsSchema, postJson(calls.duplicateTour(id)))
}

export function useDuplicateTour(id: string, onDone: (tour: StaffTourDetails) => void) {
  return useCall({ mutationFn: useSend(() => duplicateTour(id), [...consoleKey('tours'), 'list']), onSuccess: onDone })
}
