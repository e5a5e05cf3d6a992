import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSandboxCards } from '#server/features/payments/provider/stripe.ts'
import { compareBooks } from '#server/features/reconciliation/compare.ts'
import { operator } from '#server/lib/actors.ts'
import { retryRefund } from '#server/features/refunds/refunds.ts'
import type { Deps } from '#server/lib/deps.ts'
import { startPastCards } from '../../../../tests/support/past-cards.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { inventBusiness } from './business.ts'
import { listPastPayments, type PastPayment } from './past-payments.ts'

const SETTINGS = { now: new Date(), timeZone: 'Europe/London' }
const SITE = 'http://localhost:3000'
let site: TestApp
let cards: Awaited<ReturnType<typeof startPastCards>>
/** The card sandbox was given the invented payments at its first start. */
let deps: Deps
let past: PastPayment[]
/** The same year, on another site. */
let rehearsal: PastPayment[]

beforeAll(async () => {
  // On a database of its own: what is rolled back leaves dead rows, and plans for an empty table make a full one slow.
  const other = await createTestApp()
  await other.deps.db.transaction().execute(async (trx) => inventBusiness(trx, SETTINGS, 'admin_1'))
  rehearsal = await listPastPayments(other.deps.db, SITE)
  await other.close()
  site = await createTestApp()
  await site.deps.db.transaction().execute(async (trx) => inventBusiness(trx, SETTINGS, 'admin_1'))
  past = await listPastPayments(site.deps.db, SITE)
  cards = await startPastCards(past)
  deps = { ...site.deps, cards: createSandboxCards(() => cards.port, 'unused') }
})
afterAll(async () => {
  await cards.stop()
  await site.close()
})

async function rows(statement: string): Promise<Record<string, unknown>[]> {
  return (await sql.raw<Record<string, unknown>>(statement).execute(site.deps.db)).rows
}

test('our books of a whole year match the card sandbox’s, to the cent and in each currency', async () => {
  const before = await rows('select count(*) from tasks')
  const { balances, failures } = await compareBooks(deps, site.app.log, { days: 367, ageMs: 0, limitMs: 120_000 })
  expect(failures).toEqual([])
  for (const { ours, theirs } of balances) expect(theirs).toEqual(ours)
  const count = (currency: string) =>
    balances.filter((each) => each.currency === currency).reduce((sum, { ours }) => sum + ours.payments, 0)
  expect(count('usd')).toBeGreaterThan(800)
  expect(count('inr')).toBeGreaterThan(40)
  expect(balances.reduce((sum, { ours }) => sum + ours.refunds, 0)).toBeGreaterThan(50)
  expect(await rows('select count(*) from tasks')).toEqual(before)
})

test('future departures keep three quarters of their seats free, and the seats taken are those of confirmed bookings', async () => {
  const wrong = `
    select departures.tour_id, departures.departs_on from departures left join tour_bookings using (tour_id, departs_on)
    left join bookings on bookings.id = booking_id group by departures.tour_id, departures.departs_on, seats_taken, capacity
    having seats_taken <> coalesce(sum(guests) filter (where status = 'confirmed'), 0)
      or (departs_on >= '${SETTINGS.now.toISOString().slice(0, 10)}' and seats_taken > capacity / 4.0)`
  expect(await rows(wrong)).toEqual([])
  const soon = `select count(*)::int as count from departures where seats_taken > 0
    and departs_on between '${SETTINGS.now.toISOString().slice(0, 10)}'::date and '${SETTINGS.now.toISOString().slice(0, 10)}'::date + 13`
  expect((await rows(soon))[0]?.['count']).toBeGreaterThan(10)
})

test('everything is marked as demo, its customers can neither sign in nor get emails, and the two demo accounts own none of it', async () => {
  expect(await rows('select distinct is_demo, is_generated from bookings')).toEqual([{ is_demo: true, is_generated: false }])
  const people = `select distinct users.is_demo, password_hash, role, split_part(email, '@', 2) as domain from bookings join users on users.id = user_id`
  expect(await rows(people)).toEqual([{ is_demo: true, password_hash: '', role: 'customer', domain: 'demo.invalid' }])
  expect(await rows('select distinct is_demo from payments join bookings on bookings.id = booking_id')).toEqual([{ is_demo: true }])
  expect(await rows('select from mails')).toEqual([])
})

test('every booking has the timestamps, payment and refund that its state requires, none of them in the future', async () => {
  const wrong = `
    select bookings.id from bookings left join payments on booking_id = bookings.id and role = 'primary'
    where greatest(created_at, confirmed_at, cancelled_at, expired_at, approved_at, declined_at, completed_at, paid_at) > now()
      or created_at > least(confirmed_at, cancelled_at, expired_at, approved_at, declined_at, completed_at, paid_at)
      or (status in ('confirmed', 'cancelled', 'completed')) <> (payments.id is not null)
      or payments.amount_cents <> total_cents or paid_at <> confirmed_at or created_at < now() - interval '367 days'
      or (kind = 'tour' and cancelled_at >= starts_on)
      or refund_requested_cents <> (select coalesce(sum(amount_cents), 0) from refunds where payment_id = payments.id and state = 'succeeded')`
  expect(await rows(wrong.replaceAll(' created_at', ' bookings.created_at').replaceAll('(created_at', '(bookings.created_at'))).toEqual([])
  expect(await rows("select status, count(*)::int from bookings where kind = 'vehicle' and status = 'pending' group by status")).toEqual([
    { status: 'pending', count: 5 },
  ])
})

test('the tasks match both sides’ books, and are settled like any other', async () => {
  const open = 'select kind from tasks where closed_at is null and announced_at is not null order by kind'
  expect((await rows(open)).map(({ kind }) => kind)).toEqual(['dispute_opened', 'external_refund', 'refund_failed', 'wrong_payment'])
  const [failed] = await rows("select id from tasks where kind = 'refund_failed'")
  await retryRefund(deps, operator('admin_1'), String(failed?.['id']))
  expect(await rows("select from tasks where kind = 'refund_failed' and closed_at is null")).toEqual([])
})

test('the same day always makes the same year', async () => {
  expect(rehearsal).toEqual(past)
  expect(past.length).toBeGreaterThan(1000)
})
