import { randomUUID } from 'node:crypto'
import type { Role } from '../../src/shared/accounts/public.ts'
import { pathOf } from '../../src/shared/contract.ts'
import * as staffQuoteCalls from '../../src/shared/quotes/staff-calls.ts'
import * as vehicleCalls from '../../src/shared/vehicles/calls.ts'
import type { DraftContent } from '../../src/shared/vehicles/drafts.ts'
import { sessionOf, type Browser } from './browser.ts'
import { createBuyer, signedIn } from './buyers.ts'
import { dayAhead } from './days.ts'
import type { TestApp } from './test-app.ts'

export const MOVING_DAY = dayAhead(0)

/** Base ₹24,900, ₹900 a floor, ₹3,600 a helper; full refund 7 days before, half 3 days. */
export const SERVICE = 'flat-move'
/** The price of `bookBody()` in cents (paise): 3 floors and 2 helpers. */
export const ASKED_CENTS = 3_480_000

export const CONTACT = {
  name: 'Ada Mover',
  email: 'ada.mover@example.test',
  phone: '2079460958',
  address: '12 Carrier Street, London',
  dropaddress: '3 Mill Lane, Cambridge',
}

/** Returns a body of POST /vehicles/book, with exactly the keys of specification §7. */
export function bookBody(overrides: Record<string, unknown> = {}) {
  const pickupDate = `${MOVING_DAY}T09:30:00.000Z`
  return {
    serviceTypeId: SERVICE,
    pickupLocation: CONTACT.address,
    dropoffLocation: CONTACT.dropaddress,
    pickupPinCode: 'EC1A 1BB',
    dropoffPinCode: 'cb21tn',
    price: 34_800,
    pickupDate,
    dropoffDate: pickupDate,
    itemDetails: { items: [{ name: 'Sofa', dimensions: '200x90x80 cm', photos: [] as string[] }], floorCount: 3, helpers: 2 },
    notes: '',
    ...overrides,
  }
}

export function draftOf(overrides: Partial<DraftContent> = {}): DraftContent {
  return {
    step: 4,
    pickupPinCode: 'EC1A 1BB',
    dropoffPinCode: 'CB2 1TN',
    movingDate: `${MOVING_DAY}T10:30`,
    serviceTypeId: SERVICE,
    contact: CONTACT,
    items: [{ id: 'item-1', name: 'Sofa', length: 200, width: 90, height: 80, photos: [] }],
    pickupFloor: 1,
    dropFloor: 2,
    helpers: 2,
    ...overrides,
  }
}

export async function createStaff(site: TestApp, role: Exclude<Role, 'customer'> = 'staff'): Promise<Browser> {
  const id = randomUUID()
  const email = `${id}@staff.test`
  await site.deps.db
    .insertInto('users')
    .values({
      id,
      name: 'Sam Staff',
      email,
      password_hash: 'never used',
      has_staff_password: true,
      role,
      email_confirmed_at: site.deps.now(),
    })
    .execute()
  const [browser] = await signedIn(site, [{ id, email }])
  if (!browser) throw new Error('no member of staff')
  return browser
}

export interface Quote {
  mover: Browser
  id: string
  reference: string
}

export async function askForQuote(site: TestApp, overrides: Record<string, unknown> = {}): Promise<Quote> {
  const mover = await createBuyer(site)
  const answer = await mover.post(vehicleCalls.requestQuote.path, bookBody(overrides))
  if (answer.status !== 201) throw new Error(`book: ${answer.text}`)
  const { id, reference } = answer.json.booking
  return { mover, id, reference }
}

/** Returns the quote of a new customer with the path of its emailed payment link. */
export async function approvedQuote(site: TestApp, body: object = {}): Promise<Quote & { staff: Browser; link: string }> {
  const staff = await createStaff(site, 'manager')
  const quote = await askForQuote(site)
  const answer = await staff.post(pathOf(staffQuoteCalls.approveQuote, { id: quote.id }), body)
  if (answer.status !== 200) throw new Error(`approve: ${answer.text}`)
  return { ...quote, staff, link: await linkOf(site, quote.id) }
}

/** Returns the path of the payment link in the newest email about a quote. */
export async function linkOf(site: TestApp, bookingId: string): Promise<string> {
  const mails = await site.deps.db
    .selectFrom('mails')
    .select(['key', 'data'])
    .where('key', 'like', `quote-approved:${bookingId}:%`)
    .execute()
  const newest = mails.toSorted((a, b) => Number(a.key.split(':')[2]) - Number(b.key.split(':')[2])).at(-1)
  if (!newest) throw new Error('no email with a link')
  return new URL((newest.data as unknown as { payUrl: string }).payUrl).pathname
}

/** Follows a payment link and returns its session. */
export async function clickLink(visitor: Browser, link: string): Promise<string> {
  const answer = await visitor.get(link)
  if (answer.status !== 303) throw new Error(`link: ${answer.status} ${answer.text}`)
  return sessionOf(String(answer.headers['location']))
}

/** Returns the templates of the emails about one booking, oldest first. */
export async function mailsAbout(site: TestApp, bookingId: string): Promise<string[]> {
  const rows = await site.deps.db
    .selectFrom('mails')
    .select(['template'])
    .where('key', 'like', `%${bookingId}%`)
    .orderBy('created_at')
    .orderBy('key')
    .execute()
  return rows.map(({ template }) => template)
}

export async function statusOf(site: TestApp, bookingId: string): Promise<string> {
  return (await site.deps.db.selectFrom('bookings').select('status').where('id', '=', bookingId).executeTakeFirstOrThrow()).status
}

export async function moneyOf(site: TestApp, bookingId: string) {
  return site.deps.db
    .selectFrom('payments')
    .leftJoin('refunds', 'refunds.payment_id', 'payments.id')
    .select(['payments.role', 'payments.amount_cents', 'payments.currency', 'refunds.amount_cents as refund_cents', 'refunds.state'])
    .where('booking_id', '=', bookingId)
    .execute()
}
