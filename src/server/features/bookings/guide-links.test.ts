import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Tick } from '#shared/bookings/attendance.ts'
import * as sheetCalls from '#shared/bookings/confirmation-calls.ts'
import * as guideCalls from '#shared/bookings/guide-calls.ts'
import { GUIDE_LINK_SPENT, MAX_GUIDE_LINKS } from '#shared/bookings/guide-links.ts'
import * as staffBookingCalls from '#shared/bookings/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import { addDays, momentIn, type Day } from '#shared/dates.ts'
import * as departureCalls from '#shared/tours/departure-calls.ts'
import { departureId } from '#shared/tours/departures.ts'
import { hashToken } from '#server/lib/secrets.ts'
import { bookAndPay, createBuyer, inDays, nextDay, TOUR } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'

const site = await openPaymentSite()
const { db } = site.deps
/** A margin, because the site's clock keeps running. */
const MINUTE_MS = 60_000
const tomorrow = inDays(site, 1)

async function makeLink(day: Day = tomorrow) {
  const staff = await createStaff(site)
  const { status, json } = await staff.post(pathOf(departureCalls.createGuideLink, { id: departureId(TOUR, day) }))
  expect(status).toBe(201)
  return { staff, token: tokenOf(json.url), id: json.links.at(-1).id as string }
}

function tokenOf(url: string): string {
  return new URL(url.replace('/#', '')).searchParams.get('token') ?? ''
}

const read = (token: unknown) => site.visitor().post(guideCalls.readGuideManifest.path, { token })
const tick = (bookingId: string, state: Tick['state'] = 'came'): Tick => ({
  id: randomUUID(),
  bookingId,
  seat: 1,
  state,
  tickedAt: site.deps.now().toISOString(),
})
const send = (token: string, ...ticks: Tick[]) => site.visitor().post(guideCalls.sendGuideTicks.path, { token, name: ' Gus Guide ', ticks })

test('a guide without an account sees who travels, without money, emails and references, and each reading is audited', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, tomorrow)
  await buyer.post(pathOf(sheetCalls.saveTravellers, { id: booking.id }), { names: ['Zoë Traveller'], phone: '07700 900123' })
  const { token, id, staff } = await makeLink()
  await staff.post(pathOf(staffBookingCalls.writeNote, { id: booking.id }), { body: 'Paid late' })
  const { status, json, text, headers } = await read(token)
  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  expect(json).toMatchObject({ tour: 'Tokyo and Mount Fuji', date: tomorrow, isCancelled: false, people: 2, attendance: [] })
  const phone = { text: '+44 7700 900123', number: '+447700900123' }
  expect(json.bookings).toEqual([{ id: booking.id, guests: 2, travellers: ['Zoë Traveller'], contact: { name: 'Test Buyer', phone } }])
  for (const secret of [buyer.email, booking.reference, booking.totalAmount, 'Paid late']) expect(text).not.toContain(secret)
  const entries = await db.selectFrom('audit_entries').select(['actor_id', 'after']).where('action', '=', 'manifest.read').execute()
  expect(entries).toEqual([{ actor_id: null, after: { bookings: 1, people: 2, guideLinkId: id } }])
})

test('staff see a guide’s ticks under the guide’s name; the audit has the link', async () => {
  const booking = await bookAndPay(site, await createBuyer(site), 1, tomorrow)
  const { token, id, staff } = await makeLink()
  const { json } = await send(token, tick(booking.id))
  const seen = { bookingId: booking.id, seat: 1, state: 'came', by: 'Gus Guide' }
  expect(json).toMatchObject({ unknown: [], attendance: expect.arrayContaining([expect.objectContaining(seen)]) })
  const ticks = (await staff.post(pathOf(departureCalls.tickDeparture, { id: departureId(TOUR, tomorrow) }), { ticks: [] })).json.attendance
  expect(ticks).toContainEqual(expect.objectContaining(seen))
  const entry = db.selectFrom('audit_entries').select(['actor_id', 'after']).where('subject_id', '=', booking.id)
  expect(await entry.where('action', '=', 'attendance.ticked').execute()).toEqual([
    { actor_id: null, after: { seat: 1, attendance: 'came', secondsAgo: expect.any(Number), guideLinkId: id } },
  ])
})

test('a link gives access only to its own departure', async () => {
  const later = inDays(site, 9)
  const elsewhere = await bookAndPay(site, await createBuyer(site), 1, later)
  const { token } = await makeLink()
  const stray = tick(elsewhere.id)
  expect((await send(token, stray)).json.unknown).toEqual([stray.id])
  expect((await read((await makeLink(later)).token)).json.bookings).toHaveLength(1)
})

test('a revoked link no longer works, not even while in use, and is no longer listed', async () => {
  const booking = await bookAndPay(site, await createBuyer(site), 1, tomorrow)
  const [{ token, id, staff }, other] = [await makeLink(), await makeLink()]
  expect((await send(token, tick(booking.id))).status).toBe(200)
  const left = (await staff.post(pathOf(departureCalls.revokeGuideLink, { id }))).json.map((link: { id: string }) => link.id)
  expect(left).toContain(other.id)
  expect(left).not.toContain(id)
  for (const response of [await read(token), await send(token, tick(booking.id, 'no_show'))]) {
    expect([response.status, response.json.message]).toEqual([404, GUIDE_LINK_SPENT])
  }
  expect((await read(other.token)).status).toBe(200)
  // Revoking again changes nothing and adds no record.
  expect((await staff.post(pathOf(departureCalls.revokeGuideLink, { id }))).status).toBe(200)
  const revoked = db.selectFrom('audit_entries').select('after').where('action', '=', 'guide_link.revoked')
  expect(await revoked.execute()).toEqual([{ after: { guideLinkId: id } }])
})

test('a link expires with the day after the departure in the agency’s time zone, and none can be created from then on', async () => {
  const day = nextDay()
  const { token } = await makeLink(day)
  const end = momentIn(site.deps.config.AGENCY_TIME_ZONE, `${addDays(day, 2)}T00:00`)
  const before = end.getTime() - site.deps.now().getTime() - MINUTE_MS
  site.advance(before)
  try {
    expect((await read(token)).status).toBe(200)
    site.advance(MINUTE_MS)
    expect((await read(token)).status).toBe(404)
    const late = await (await createStaff(site)).post(pathOf(departureCalls.createGuideLink, { id: departureId(TOUR, day) }))
    expect([late.status, late.json.code]).toEqual([400, 'date_in_past'])
  } finally {
    site.advance(-before - MINUTE_MS)
  }
})

test('a link no longer works once its creator’s account is gone', async () => {
  const { token, staff } = await makeLink()
  const mine = db.updateTable('users').where('email', '=', staff.email)
  await mine.set({ disabled_at: site.deps.now() }).execute()
  expect((await read(token)).status).toBe(404)
  await mine.set({ disabled_at: null, role: 'customer' }).execute()
  expect((await read(token)).status).toBe(404)
})

test('only the hash of a link is stored, and the links of a departure are limited', async () => {
  const day = nextDay()
  const { token, staff, id } = await makeLink(day)
  const row = await db.selectFrom('guide_links').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row.token_hash).toBe(hashToken(token))
  expect(JSON.stringify(row)).not.toContain(token)
  for (let made = 1; made < MAX_GUIDE_LINKS; made++) await makeLink(day)
  const refused = await staff.post(pathOf(departureCalls.createGuideLink, { id: departureId(TOUR, day) }))
  expect([refused.status, refused.json.code]).toEqual([409, 'too_many_links'])
})

test('hostile tokens and names are refused, and guessing is limited per network without affecting working links', async () => {
  const { token } = await makeLink()
  for (const bad of ['', 7, null, {}, 'x'.repeat(256)]) expect((await read(bad)).status).toBe(400)
  for (const bad of ["' or 1=1 --", '../..', '%00', token.slice(1), `${token} `]) expect((await read(bad)).status).toBe(404)
  for (const name of ['', ' ', 'x'.repeat(61), 'see www.example.test', 'a\nb']) {
    expect((await site.visitor().post(guideCalls.sendGuideTicks.path, { token, name, ticks: [] })).status).toBe(400)
  }
  let last = 404
  for (let guess = 0; guess < 40 && last === 404; guess++) last = (await read(randomUUID())).status
  expect(last).toBe(429)
  expect((await read(token)).status).toBe(200)
})

test('visitors and customers can neither create nor list links', async () => {
  const [customer, path] = [await createBuyer(site), pathOf(departureCalls.listGuideLinks, { id: departureId(TOUR, tomorrow) })]
  const { id } = await makeLink()
  for (const [who, status] of [
    [site.visitor(), 401],
    [customer, 403],
  ] as const) {
    expect((await who.get(path)).status).toBe(status)
    expect((await who.post(path)).status).toBe(status)
    expect((await who.post(pathOf(departureCalls.revokeGuideLink, { id }))).status).toBe(status)
  }
})
