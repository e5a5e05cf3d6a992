import { pathOf } from '../../src/shared/contract.ts'
import * as departureCalls from '../../src/shared/tours/departure-calls.ts'
import { departureId } from '../../src/shared/tours/departures.ts'
import { countAct } from './acts.ts'
import { pickRow, type Desk } from './desk.ts'

/** Days must be left to book. */
const MOST = 25

/** Cancels a departure for everyone, with the figures seen. */
export async function cancelDeparture(desk: Desk): Promise<void> {
  const { told } = desk.world
  if (told.departures.size >= MOST) return
  const departure = await pickRow<{ tour_id: string; departs_on: string }>(
    desk,
    `select tour_id, departs_on::text from tour_bookings join bookings on bookings.id = booking_id
     where status in ('pending', 'confirmed') and not is_demo order by bookings.created_at desc limit 60`,
  )
  if (!departure) return
  const id = departureId(departure.tour_id, departure.departs_on)
  const { status, json: seen } = await desk.browser.get(pathOf(departureCalls.previewCancellation, { id }))
  if (status !== 200) return
  told.departures.add(`${departure.tour_id} ${departure.departs_on}`)
  const answer = await desk.browser.post(pathOf(departureCalls.cancelDeparture, { id }), { reason: 'A storm', seen })
  if (answer.status === 202) countAct(told.acts, 'departure cancelled for everybody')
}
