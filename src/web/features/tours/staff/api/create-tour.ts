import { calls } from '#shared/paths.ts'
import { staffTourDetailsSchema } from '#shared/tours/staff.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { postJson } from '#web/lib/http.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useSend } from '#web/lib/use-send.ts'

function createTour(start: { name: string; destination: string }) {
  return exactResponseOf(staffTourDetailsSchema, postJson(calls.staffTours, start))
}

export function useCreateTour() {
  return useSend(createTour, [...consoleKey('tours'), 'list'])
}
