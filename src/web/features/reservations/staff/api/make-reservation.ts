import { calls } from '#shared/paths.ts'
import { reservationMadeSchema, type ReservationBody } from '#shared/reservations/staff.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { exactResponseOf } from '#web/lib/ask.ts'
import { postJson } from '#web/lib/http.ts'
import { useSend } from '#web/lib/use-send.ts'
import { CHOSEN_TOUR } from './get-chosen-tour.ts'

/** Idempotent: the same key sent twice makes one booking. */
function makeReservation(body: ReservationBody) {
  return exactResponseOf(reservationMadeSchema, postJson(calls.reservations, body))
}

export function useMakeReservation() {
  return useSend(makeReservation, consoleKey('bookings'), CHOSEN_TOUR)
}
