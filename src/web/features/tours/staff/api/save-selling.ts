import { calls } from '#shared/paths.ts'
import type { Selling } from '#shared/tours/offers/selling-schema.ts'
import { staffTourDetailsSchema } from '#shared/tours/staff.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { sendJson } from '#web/lib/http.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useSend } from '#web/lib/use-send.ts'

/** `version` is the version the user saw; the server refuses any other. Null goes back to one price for everybody. */
function saveSelling(id: string, body: { version: number; selling: Selling | null }) {
  return exactResponseOf(staffTourDetailsSchema, sendJson('PUT', calls.tourSelling(id), body))
}

export function useSaveSelling() {
  return useSend(saveSelling, [...consoleKey('tours'), 'list'])
}
