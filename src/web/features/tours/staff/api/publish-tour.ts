import { calls } from '#shared/paths.ts'
import { staffTourDetailsSchema, type StaffTourDetails } from '#shared/tours/staff.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { postJson } from '#web/lib/http.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useSend } from '#web/lib/use-send.ts'

function publishTour(id: string, version: number) {
  return exactResponseOf(staffTourDetailsSchema, postJson(calls.publishTour(id), { version }))
}

export function usePublishTour(tour: { id: string; version: number }, onDone: (tour: StaffTourDetails) => void) {
  return useCall({ mutationFn: useSend(() => publishTour(tour.id, tour.version), [...consoleKey('tours'), 'list']), onSuccess: onDone })
}
