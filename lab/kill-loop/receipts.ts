import * as staffCancellationCalls from '../../src/shared/cancellations/staff-calls.ts'
import { pathOf } from '../../src/shared/contract.ts'
import * as staffReservationCalls from '../../src/shared/reservations/staff-calls.ts'
import { countAct, type Act } from './acts.ts'
import { newReference, pickRow, type Desk } from './desk.ts'
import { pick } from './weather.ts'

const RESERVED = 'reservations join bookings on bookings.id = booking_id'
const NEWEST = 'order by bookings.created_at desc limit 60'

export async function takeMoney(desk: Desk): Promise<void> {
  const method = pick(desk.random, ['cash', 'transfer'] as const)
  const booking = await pickRow<{ id: string }>(desk, `select bookings.id from ${RESERVED} where status = 'pending' ${NEWEST}`)
  if (booking) await record(desk, booking.id, { method }, method === 'cash' ? 'received in cash' : 'received by transfer')
}

export async function takeShort(desk: Desk): Promise<void> {
  const booking = await pickRow<{ id: string; total_cents: number }>(
    desk,
    `select bookings.id, total_cents from ${RESERVED} where status = 'pending' ${NEWEST}`,
  )
  if (booking)
    await record(desk, booking.id, { method: 'transfer', receivedCents: Math.max(1, booking.total_cents - 500) }, 'received short')
}

/** Takes money that has come for a booking that is over. */
export async function takeLate(desk: Desk): Promise<void> {
  const ended = `select bookings.id from ${RESERVED} where status in ('expired', 'cancelled') ${NEWEST}`
  const booking = await pickRow<{ id: string }>(desk, ended)
  if (booking) await record(desk, booking.id, { method: 'transfer', isSetAside: true }, 'received late')
}

/** Takes money that has come for a booking that has been paid. */
export async function takeTwice(desk: Desk): Promise<void> {
  const booking = await pickRow<{ id: string }>(desk, `select bookings.id from ${RESERVED} where status = 'confirmed' ${NEWEST}`)
  if (booking) await record(desk, booking.id, { method: pick(desk.random, ['cash', 'transfer']), isSetAside: true }, 'received twice')
}

export async function takeForQuote(desk: Desk): Promise<void> {
  const approved = `select id from bookings where kind = 'vehicle' and status = 'approved' and not is_demo ${NEWEST}`
  const quote = await pickRow<{ id: string }>(desk, approved)
  if (quote) await record(desk, quote.id, { method: 'transfer' }, 'quote paid by transfer')
}

/** Records what has come, and sends the same form again when the response was lost. */
async function record(desk: Desk, id: string, came: object, act: Act): Promise<void> {
  const { told } = desk.world
  const { totalCents } = (await desk.browser.get(pathOf(staffCancellationCalls.getBookingMoney, { id }))).json
  const body = { reference: newReference(desk, 'Receipt'), totalCents, ...came }
  const send = async () => desk.browser.post(pathOf(staffReservationCalls.recordOfflinePayment, { id }), body)
  const { status, json } = await send().catch(send)
  if (status !== 200) return
  countAct(told.acts, act)
  if (json.message === 'The booking is confirmed') told.confirmed.add(id)
}

export async function voidReceipt(desk: Desk): Promise<void> {
  const { told } = desk.world
  const receipt = await pickRow<{ id: string; booking_id: string }>(
    desk,
    `select payments.id, booking_id from payments join bookings on bookings.id = booking_id
     where provider_payment_id is null and role in ('primary', 'quarantined') and not is_demo order by payments.created_at desc limit 40`,
  )
  if (!receipt) return
  told.voiding.add(receipt.booking_id)
  const { status } = await desk.browser.post(pathOf(staffReservationCalls.voidPayment, { id: receipt.id }), { reason: 'Mistyped' })
  if (status === 200) countAct(told.acts, 'receipt voided')
}
