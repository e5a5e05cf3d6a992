import type { CorrectAddressBody } from '#shared/booking-contacts.ts'
import { calls } from '#shared/paths.ts'
import { postJson } from '#web/lib/http.ts'

/** Sends an email about a booking once more, as an email of its own. */
export function resendEmail(emailId: string) {
  return postJson(calls.resendBookingEmail(emailId))
}

/** Asks for another address for the emails about a booking. */
export function correctAddress(bookingId: string, body: CorrectAddressBody) {
  return postJson(calls.correctAddress(bookingId), body)
}
