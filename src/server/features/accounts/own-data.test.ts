import { randomUUID } from 'node:crypto'
import { sql, type KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as ownCalls from '#shared/accounts/own-calls.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import { bookingPersonalData } from '#server/features/bookings/personal-data.ts'
import { mailPersonalData } from '#server/features/mails/personal-data.ts'
import { paymentPersonalData } from '#server/features/payments/personal-data.ts'
import type { PersonalData } from '#server/lib/personal-data.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { createBuyer, TOUR } from '../../../../tests/support/buyers.ts'
import { isWaiting } from '../../../../tests/support/ended-meanwhile.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

const MANY = 250
let site: TestApp
let person: Browser

/** Gives a person many paid and refunded bookings a minute apart, each with an email. */
async function giveMuch(userId: string, email: string): Promise<void> {
  const { db } = site.deps
  await sql`insert into departures (tour_id, departs_on, capacity, seats_taken) values (${TOUR}, '2030-01-01', 1000, ${MANY})`.execute(db)
  await sql`insert into bookings (id, reference, kind, user_id, status, title, total_cents, currency, starts_on,
      full_refund_days, partial_refund_days, partial_refund_percentage, created_at, confirmed_at)
    select gen_random_uuid(), 'B-' || lpad(n::text, 3, '0'), 'tour', ${userId}, 'confirmed', 'Kyoto', 100, 'usd', '2030-01-01', 30, 14, 50,
      timestamptz '2026-01-01' + n * interval '1 minute', now() from generate_series(1, ${MANY}::integer) n`.execute(db)
  await sql`insert into tour_bookings (booking_id, tour_id, departs_on, guests, unit_price_cents)
    select id, ${TOUR}, starts_on, 1, 100 from bookings`.execute(db)
  await sql`insert into payment_attempts (id, booking_id, status, amount_cents, currency, params, cancel_token, session_id, expires_at)
    select gen_random_uuid(), id, 'complete', 100, 'usd', '{}', reference, reference, created_at from bookings`.execute(db)
  await sql`insert into payments (id, booking_id, attempt_id, provider_payment_id, amount_cents, currency, method, role, paid_at)
    select gen_random_uuid(), booking_id, id, session_id, 100, 'usd', 'card', 'primary', expires_at from payment_attempts`.execute(db)
  await sql`insert into mails (id, key, template, recipient, data, booking_id, created_at)
    select gen_random_uuid(), reference, 'retired', ${email}, '{}', id, created_at from bookings`.execute(db)
}

beforeAll(async () => {
  site = await createTestApp()
})
beforeEach(async () => {
  person = await createBuyer(site)
})
afterAll(async () => site.close())

const idOf = async (of: Browser): Promise<string> => (await of.get(ownCalls.getAccount.path)).json.user.id

/** Records the most rows that a statement returned, not counting those of ids alone. */
function counting() {
  let most = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (Object.keys(result.rows[0] ?? {}).length > 1) most = Math.max(most, result.rows.length)
      return result
    },
  }
  return { plugin, most: () => most }
}

async function readAll(part: PersonalData, userId: string, plugin: KyselyPlugin): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const [name, rows] of Object.entries(await part.export(site.deps.db.withPlugin(plugin), userId))) {
    counts[name] = 0
    for await (const _ of rows as AsyncIterable<unknown>) counts[name]++
  }
  return counts
}

test('only a page of a long list is in memory, and the file contains all of it, oldest first', async () => {
  const id = await idOf(person)
  await giveMuch(id, person.email)
  const { plugin, most } = counting()
  expect(await readAll(bookingPersonalData(site.deps.config), id, plugin)).toEqual({ bookings: MANY })
  expect(await readAll(paymentPersonalData, id, plugin)).toEqual({ payments: MANY })
  expect(await readAll(mailPersonalData(site.deps.config), id, plugin)).toEqual({ mails: MANY })
  expect(most()).toBeLessThanOrEqual(100)

  const file = (await person.get(securityCalls.downloadOwnData.path)).json
  const references = Array.from({ length: MANY }, (_, at) => `B-${String(at + 1).padStart(3, '0')}`)
  expect(file.bookings.map((booking: { reference: string }) => booking.reference)).toEqual(references)
  expect(file.payments.map((payment: { booking: string }) => payment.booking)).toEqual(references)
  expect(file.mails.map((mail: { queuedAt: string }) => mail.queuedAt)).toEqual(
    file.bookings.map((row: { bookedAt: string }) => row.bookedAt),
  )
  expect(Object.keys(file)).toEqual(
    'from madeAt account emailChanges passkeys sessions payments refunds quoteDecisions mails enquiries bookings vehicleDraft vehiclePhotos reviews signIns'.split(
      ' ',
    ),
  )
})

async function withoutReviews(work: () => Promise<void>): Promise<void> {
  await site.asOwner('alter table reviews rename to reviews_away')
  try {
    await work()
  } finally {
    await site.asOwner('alter table reviews_away rename to reviews')
  }
}

/** Gives a person twenty enquiries, which make the file much longer than one chunk. */
async function giveLongEnquiries({ email }: Browser): Promise<void> {
  const long = JSON.stringify({ email, message: Array.from({ length: 3000 }, () => randomUUID()).join('') })
  await sql`insert into mails (id, key, template, recipient, data) select gen_random_uuid(), gen_random_uuid()::text, 'enquiry-received',
    'agency@example.test', ${long}::jsonb from generate_series(1, 20)`.execute(site.deps.db)
}

test.each(['identity', 'gzip', 'br'])('a file that breaks off midway (%s) is never mistaken for a complete one', async (encoding) => {
  await giveLongEnquiries(person)
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const ask = async () => fetch(`${site.origin}${securityCalls.downloadOwnData.path}`, { headers: { cookie, 'accept-encoding': encoding } })
  const whole = (await (await ask()).json()) as { enquiries: unknown[]; reviews: unknown[] }
  expect([whole.enquiries.length, whole.reviews]).toEqual([20, []])
  await withoutReviews(async () => {
    await expect((await ask()).text()).rejects.toThrow('terminated')
  })
})

test('a file whose reader is signed out midway breaks off, and the rest is not sent', async () => {
  await giveLongEnquiries(person)
  const { db } = site.deps
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const pending = await db.transaction().execute(async (trx) => {
    // Holds the last part back until the others have been sent.
    await sql`lock table reviews`.execute(trx)
    const asked = fetch(`${site.origin}${securityCalls.downloadOwnData.path}`, { headers: { cookie, 'accept-encoding': 'identity' } })
    await poll('the last part to wait', async () => isWaiting(site))
    await db.updateTable('sessions').set({ revoked_at: new Date() }).execute()
    return { asked }
  })
  const response = await pending.asked
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow('terminated')
})

test('a file that fails before any of it is sent is an ordinary error', async () => {
  await withoutReviews(async () => {
    const answer = await person.get(securityCalls.downloadOwnData.path)
    expect(answer.json).toMatchObject({ statusCode: 500, code: 'internal' })
    expect(answer.headers['content-disposition']).toBeUndefined()
  })
})
