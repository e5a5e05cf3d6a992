import { calls } from '#shared/paths.ts'
import type { BookVehicleBody } from '#shared/vehicles/requests.ts'
import { postJson } from '#web/lib/http.ts'

/** Requests a quote; the response is only logged (specification §7). */
export function bookVehicle(body: BookVehicleBody) {
  return postJson(calls.bookVehicle, body)
}
