import { calls } from '#shared/paths.ts'
import { staffTourDetailsSchema, type TourFields } from '#shared/tours/staff.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { sendJson } from '#web/lib/http.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useSend } from '#web/lib/use-send.ts'

/** `version` is the version the user saw; the server refuses any other. */
function saveTour(id: string, body: { version: number; fields: TourFields }) {
  return exactResponseOf(staffTourDetailsSchema, sendJson('PUT', calls.staffTour(id), body))
}

export function useSaveTour() {
  return useSend(saveTour, [...consoleKey('tours'), 'list'])
}
