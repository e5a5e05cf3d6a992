import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import * as vehicleCalls from '#shared/vehicles/calls.ts'
import * as bookingCalls from '#shared/bookings/calls.ts'
import { TOO_MANY_ITEM_PHOTOS, TOO_MANY_PHOTOS } from '#shared/photos.ts'
import { MAX_ITEMS, TOO_MANY_ITEMS } from '#shared/vehicles/items.ts'
import { createBuyer, mailsTo } from '../../../../tests/support/buyers.ts'
import { nextYear } from '../../../../tests/support/days.ts'
import { ASKED_CENTS, bookBody, CONTACT, draftOf, MOVING_DAY } from '../../../../tests/support/movers.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { completeVehicleBookings } from '#server/features/bookings/vehicle-bookings.ts'

let site: TestApp

beforeAll(async () => {
  // They all come from one address.
  site = await createTestApp({ QUOTE_REQUESTS_PER_DAY: '1000' })
})
afterAll(async () => site.close())

async function stored(bookingId: string) {
  return site.deps.db
    .selectFrom('bookings')
    .innerJoin('vehicle_bookings', 'booking_id', 'bookings.id')
    .selectAll()
    .where('bookings.id', '=', bookingId)
    .executeTakeFirstOrThrow()
}

async function countOf(email: string): Promise<number> {
  const rows = await site.deps.db
    .selectFrom('bookings')
    .innerJoin('users', 'users.id', 'user_id')
    .select('bookings.id')
    .where('email', '=', email)
    .execute()
  return rows.length
}

test('a request becomes a pending booking at our own price, and the customer gets one mail', async () => {
  const mover = await createBuyer(site)
  const answer = await mover.post(vehicleCalls.requestQuote.path, bookBody())
  expect(answer.status).toBe(201)
  expect(answer.json).toMatchObject({ message: 'Quote requested', booking: { status: 'pending', price: '34800.00', currency: 'inr' } })
  const row = await stored(answer.json.booking.id)
  expect(row).toMatchObject({
    kind: 'vehicle',
    status: 'pending',
    currency: 'inr',
    total_cents: ASKED_CENTS,
    asked_cents: ASKED_CENTS,
    quoted_cents: null,
    starts_on: MOVING_DAY,
    pickup_pincode: 'EC1A 1BB',
    dropoff_pincode: 'CB2 1TN',
    full_refund_days: 7,
  })
  expect(row.item_details).toEqual({ items: [{ name: 'Sofa', dimensions: '200x90x80 cm', photos: [] }], floorCount: 3, helpers: 2 })
  const [mine] = (await mover.get(bookingCalls.listVehicleBookings.path)).json
  expect(mine).toMatchObject({ id: row.id, status: 'pending', price: '34800.00', stripeId: null, payUntil: null, refund: null })
  expect(mine).toMatchObject({ serviceType: { name: 'Studio or one-bedroom move' }, pickupDate: `${MOVING_DAY}T09:30:00.000Z` })
  expect(await mailsTo(site, mover.email)).toEqual(['quote-received'])
})

test('takes the contact from the draft, which is empty for its owner afterwards', async () => {
  const mover = await createBuyer(site)
  await mover.put(vehicleCalls.saveDraft.path, {
    version: 0,
    draft: draftOf({ contact: { ...CONTACT, email: 'post@ada.test', phone: '020 7946 095' } }),
  })
  const answer = await mover.post(vehicleCalls.requestQuote.path, bookBody())
  expect(await stored(answer.json.booking.id)).toMatchObject({
    contact_name: 'Ada Mover',
    contact_email: 'post@ada.test',
    contact_phone: '0207946095',
  })
  expect(await mailsTo(site, 'post@ada.test')).toEqual(['quote-received'])
  expect((await mover.get(vehicleCalls.getDraft.path)).json).toEqual({ version: 1, draft: null, photos: [] })
})

test('what of the draft cannot be used is replaced by the account, and a draft that never arrived is no obstacle', async () => {
  const mover = await createBuyer(site)
  await mover.put(vehicleCalls.saveDraft.path, {
    version: 0,
    draft: draftOf({ contact: { ...CONTACT, name: 'A', email: 'no address', phone: '12' } }),
  })
  const answer = await mover.post(vehicleCalls.requestQuote.path, bookBody())
  expect(await stored(answer.json.booking.id)).toMatchObject({
    contact_name: 'Test Buyer',
    contact_email: mover.email,
    contact_phone: null,
  })
})

test('a second request does not take the contact of a draft that an earlier one has used up', async () => {
  const mover = await createBuyer(site)
  await mover.put(vehicleCalls.saveDraft.path, { version: 0, draft: draftOf() })
  await mover.post(vehicleCalls.requestQuote.path, bookBody())
  const second = await mover.post(vehicleCalls.requestQuote.path, bookBody({ notes: 'another one' }))
  expect(second.status).toBe(201)
  expect(await stored(second.json.booking.id)).toMatchObject({ contact_email: mover.email })
})

test('a hundred submissions of one draft at once are one booking, one reference and one mail', async () => {
  const mover = await createBuyer(site)
  const email = `hundred-${mover.email}`
  await mover.put(vehicleCalls.saveDraft.path, { version: 0, draft: draftOf({ contact: { ...CONTACT, email } }) })
  const answers = await Promise.all(Array.from({ length: 100 }, () => mover.post(vehicleCalls.requestQuote.path, bookBody())))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(99)
  expect(new Set(answers.map(({ json }) => json.booking.reference)).size).toBe(1)
  expect(await countOf(mover.email)).toBe(1)
  expect(await mailsTo(site, email)).toEqual(['quote-received'])
})

test('a hundred submissions without any draft are one booking too', async () => {
  const mover = await createBuyer(site)
  await Promise.all(Array.from({ length: 100 }, () => mover.post(vehicleCalls.requestQuote.path, bookBody())))
  expect(await countOf(mover.email)).toBe(1)
})

test('a late save of the same draft does not make a repeated submission a second booking, another contact does', async () => {
  const mover = await createBuyer(site)
  await mover.put(vehicleCalls.saveDraft.path, { version: 0, draft: draftOf() })
  await mover.post(vehicleCalls.requestQuote.path, bookBody())
  await mover.put(vehicleCalls.saveDraft.path, { version: 1, draft: draftOf({ step: 6 }) })
  expect([
    (await mover.post(vehicleCalls.requestQuote.path, bookBody())).status,
    (await mover.get(vehicleCalls.getDraft.path)).json.draft,
  ]).toEqual([200, null])
  await mover.put(vehicleCalls.saveDraft.path, { version: 2, draft: draftOf({ contact: { ...CONTACT, phone: '7700900123' } }) })
  expect((await mover.post(vehicleCalls.requestQuote.path, bookBody())).status).toBe(201)
  expect(await countOf(mover.email)).toBe(2)
})

test.each([34_799, 34_800.01, 0, -34_800, 1e12])('a price of %d is refused with the right one (ASVS 2.2.3)', async (price) => {
  const mover = await createBuyer(site)
  const answer = await mover.post(vehicleCalls.requestQuote.path, bookBody({ price }))
  expect(answer.json).toMatchObject({
    statusCode: 409,
    code: 'price_changed',
    quote: { basePrice: 24_900, total: 34_800, currency: 'inr' },
  })
  expect(answer.json.message).toContain('₹34,800.00')
  expect(await countOf(mover.email)).toBe(0)
})

test('rules that a service lacks cost nothing, whatever the wizard sends', async () => {
  const mover = await createBuyer(site)
  const itemDetails = { items: [], floorCount: 9, helpers: 4 }
  const body = bookBody({ serviceTypeId: 'people-carrier-with-driver', price: 16_500, itemDetails })
  expect((await mover.post(vehicleCalls.requestQuote.path, body)).status).toBe(201)
})

test('checks the coverage again (ASVS 2.2.3)', async () => {
  const mover = await createBuyer(site)
  const answer = await mover.post(vehicleCalls.requestQuote.path, bookBody({ dropoffPinCode: 'OX1 1AA' }))
  expect(answer.json).toMatchObject({ statusCode: 409, code: 'not_covered', issues: [{ path: 'dropoffPinCode' }] })
})

test.each([
  [{ pickupDate: '2020-01-01T10:00:00Z' }, 'date_in_past', 'pickupDate', 'Moving date and time must be in the future'],
  [{ dropoffDate: `${addDays(MOVING_DAY, -1)}T10:00:00Z` }, 'validation_failed', 'dropoffDate', 'Drop-off must not be before pickup'],
  [{ pickupDate: 'soon' }, 'validation_failed', 'pickupDate', "Please select when you're moving"],
  [{ pickupDate: `${nextYear('02-30')}T10:00:00Z` }, 'validation_failed', 'pickupDate', "Please select when you're moving"],
  [{ pickupPinCode: 'NOWHERE' }, 'validation_failed', 'pickupPinCode', 'Invalid UK pincode format'],
  [{ serviceTypeId: '' }, 'validation_failed', 'serviceTypeId', 'Please choose a service'],
  [{ pickupDate: '9999-12-31T23:59:59-01:00' }, 'validation_failed', 'pickupDate', "Please select when you're moving"],
  [{ pickupPinCode: 'EC1A    1BB' }, 'validation_failed', 'pickupPinCode', 'Invalid UK pincode format'],
  [{ dropoffPinCode: null }, 'validation_failed', 'dropoffPinCode', 'Drop-off pincode is required'],
  [{ pickupLocation: ' ' }, 'validation_failed', 'pickupLocation', 'Address is required'],
  [{ pickupLocation: '12 Lane  ' }, 'validation_failed', 'pickupLocation', 'Address must be at least 10 characters'],
  [{ dropoffLocation: null }, 'validation_failed', 'dropoffLocation', 'Drop-off address is required'],
  [{ dropoffLocation: 'Short' }, 'validation_failed', 'dropoffLocation', 'Drop-off address must be at least 10 characters'],
  [{ itemDetails: { items: [], floorCount: -1, helpers: 0 } }, 'validation_failed', 'itemDetails.floorCount', 'Floor must be 0 or higher'],
  [
    { itemDetails: { items: [], floorCount: 0, helpers: 1.5 } },
    'validation_failed',
    'itemDetails.helpers',
    'Helpers must be a whole number',
  ],
])('a body with %j is refused with %s (ASVS 1.4.2)', async (wrong, code, path, message) => {
  const mover = await createBuyer(site)
  const answer = await mover.post(vehicleCalls.requestQuote.path, bookBody(wrong))
  expect(answer.json).toMatchObject({ statusCode: 400, code, message, issues: [{ path, message }] })
})

test.each([
  [{ name: '' }, 'name', 'Item name is required'],
  [{ name: ' S ' }, 'name', 'Item name must be at least 2 characters'],
  [{ dimensions: null }, 'dimensions', 'Dimensions must be written as LxWxH cm'],
  [{ dimensions: 'large' }, 'dimensions', 'Dimensions must be written as LxWxH cm'],
  [{ dimensions: '200x90 cm' }, 'dimensions', 'Dimensions must be written as LxWxH cm'],
  [{ dimensions: '200x90x80' }, 'dimensions', 'Dimensions must be written as LxWxH cm'],
  [{ dimensions: '0x90x80 cm' }, 'dimensions', 'Length must be a positive number'],
  [{ dimensions: '200x-90x80 cm' }, 'dimensions', 'Width must be a positive number'],
  [{ dimensions: '200x90xA cm' }, 'dimensions', 'Height must be a positive number'],
])('an item with %j is refused (ASVS 2.2.1)', async (wrong, field, message) => {
  const mover = await createBuyer(site)
  const items = [{ name: 'Sofa', dimensions: '200x90x80 cm', photos: [], ...wrong }]
  const answer = await mover.post(vehicleCalls.requestQuote.path, bookBody({ itemDetails: { items, floorCount: 3, helpers: 2 } }))
  expect(answer.json).toMatchObject({ statusCode: 400, message, issues: [{ path: `itemDetails.items.0.${field}`, message }] })
  expect(await countOf(mover.email)).toBe(0)
})

test('every wrong size of an item is named', async () => {
  const mover = await createBuyer(site)
  const items = [{ name: 'Sofa', dimensions: '-1x0xA cm', photos: [] }]
  const answer = await mover.post(vehicleCalls.requestQuote.path, bookBody({ itemDetails: { items, floorCount: 3, helpers: 2 } }))
  expect(answer.json.issues).toEqual(
    ['Length', 'Width', 'Height'].map((name) => ({
      path: 'itemDetails.items.0.dimensions',
      message: `${name} must be a positive number`,
    })),
  )
})

test('a request names as many photos as the wizard keeps, and no more', async () => {
  const mover = await createBuyer(site)
  const send = async (photos: number[]) => {
    const items = photos.map((count) => ({
      name: 'Box',
      dimensions: '40x40x40 cm',
      photos: Array.from({ length: count }, () => 'box.jpg'),
    }))
    return mover.post(vehicleCalls.requestQuote.path, bookBody({ itemDetails: { items, floorCount: 3, helpers: 2 } }))
  }
  const refused = [{ path: 'itemDetails.items.0.photos', message: TOO_MANY_ITEM_PHOTOS }]
  expect((await send([7])).json).toMatchObject({ statusCode: 400, issues: refused })
  expect((await send([6, 6, 6, 6, 6, 1])).json).toMatchObject({ issues: [{ path: 'itemDetails.items', message: TOO_MANY_PHOTOS }] })
  expect((await send([6, 6, 6, 6, 6])).status).toBe(201)
})

test('the fullest request fits into a body', async () => {
  const mover = await createBuyer(site)
  const items = Array.from({ length: MAX_ITEMS }, (_, at) => ({
    name: '箱'.repeat(100),
    dimensions: '12345.678x12345.678x12345.678 cm',
    photos: at < 5 ? Array.from({ length: 6 }, () => '写'.repeat(255)) : [],
  }))
  const pickupLocation = '道'.repeat(500)
  const body = bookBody({ pickupLocation, notes: '字'.repeat(2000), itemDetails: { items, floorCount: 3, helpers: 2 } })
  expect((await mover.post(vehicleCalls.requestQuote.path, body)).status).toBe(201)
})

test('a request holds as many items as the wizard lists, and no more', async () => {
  const mover = await createBuyer(site)
  const items = Array.from({ length: MAX_ITEMS }, () => ({ name: 'Box', dimensions: '40x40x40 cm', photos: [] }))
  const body = (list: object[]) => bookBody({ itemDetails: { items: list, floorCount: 3, helpers: 2 } })
  const refused = await mover.post(vehicleCalls.requestQuote.path, body([...items, ...items.slice(0, 1)]))
  expect(refused.json).toMatchObject({ statusCode: 400, issues: [{ path: 'itemDetails.items', message: TOO_MANY_ITEMS }] })
  expect((await mover.post(vehicleCalls.requestQuote.path, body(items))).status).toBe(201)
})

test('what was stored before these rules is still read', async () => {
  const mover = await createBuyer(site)
  const { id } = (await mover.post(vehicleCalls.requestQuote.path, bookBody())).json.booking
  const items = [{ name: 'S', dimensions: '-1x0xA cm', photos: [] }]
  await site.deps.db
    .updateTable('vehicle_bookings')
    .set({ pickup_location: 'Short', item_details: JSON.stringify({ items, floorCount: 3, helpers: 2 }) })
    .where('booking_id', '=', id)
    .execute()
  const [mine] = (await mover.get(bookingCalls.listVehicleBookings.path)).json
  expect(mine).toMatchObject({ id, pickupLocation: 'Short', itemDetails: { items } })
})

test('a service that is not, or no longer, offered is not found', async () => {
  const mover = await createBuyer(site)
  expect((await mover.post(vehicleCalls.requestQuote.path, bookBody({ serviceTypeId: 'rocket' }))).json).toMatchObject({
    statusCode: 404,
    message: 'Service not found',
  })
})

test('a date without time zone is read on the clocks of the agency', async () => {
  const mover = await createBuyer(site)
  const local = `${nextYear('07-01')}T00:30`
  const answer = await mover.post(vehicleCalls.requestQuote.path, bookBody({ pickupDate: local, dropoffDate: local }))
  expect(await stored(answer.json.booking.id)).toMatchObject({
    pickup_at: new Date(`${nextYear('06-30')}T23:30:00Z`),
    starts_on: nextYear('07-01'),
  })
})

test('refuses a request without signing in', async () => {
  expect((await site.visitor().post(vehicleCalls.requestQuote.path, bookBody())).status).toBe(401)
})

test('a confirmed vehicle booking is completed when its day is over for the agency, and tours are left alone', async () => {
  const mover = await createBuyer(site)
  const at = `${nextYear('07-01')}T22:30:00Z`
  const { id } = (await mover.post(vehicleCalls.requestQuote.path, bookBody({ pickupDate: at, dropoffDate: at }))).json.booking
  const pending = (await mover.post(vehicleCalls.requestQuote.path, bookBody())).json.booking.id
  const { db } = site.deps
  await db.updateTable('bookings').set({ status: 'confirmed', confirmed_at: new Date() }).where('id', '=', id).execute()
  const { user_id, ...booking } = await db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const tour = { ...booking, user_id, id: crypto.randomUUID(), reference: 'M-TOUR', kind: 'tour' as const }
  await db.insertInto('bookings').values(tour).execute()
  const run = async (moment: string) => completeVehicleBookings({ ...site.deps, now: () => new Date(nextYear(moment)) })
  expect(await run('07-01T22:59:00Z'), 'it is 23:59 in London, the day is not over').toBe(0)
  expect(await run('07-01T23:00:00Z')).toBe(1)
  expect(await run('07-02T23:00:00Z'), 'once').toBe(0)
  const rows = await db.selectFrom('bookings').select(['id', 'status', 'completed_at']).where('id', 'in', [id, pending, tour.id]).execute()
  expect(Object.fromEntries(rows.map((row) => [row.id, row.status]))).toEqual({
    [id]: 'completed',
    [pending]: 'pending',
    [tour.id]: 'confirmed',
  })
})
