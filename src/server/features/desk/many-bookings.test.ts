import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, test } from 'vitest'
import { findCustomers } from '#server/features/accounts/people/customers.ts'
import { listAuditAbout } from '#server/features/audit/audit.ts'
import { listDueReservations, listForgottenReservations } from '#server/features/bookings/reservations.ts'
import { readFigures } from '#server/features/cancellations/departures.ts'
import { listDepartureDays } from '#server/features/tours/departures/calendar.ts'
import { listDepartures } from '#server/features/tours/departures/departures.ts'
import type { Database } from '#server/lib/db.ts'
import { noteStatements, type NotedStatements } from '../../../../tests/support/plans.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { listStaffBookings } from './booking-search.ts'
import { findMatches } from './matches.ts'
import { getStory } from './story.ts'

const ROWS = 40_000
const TOURS_ONLY = 30_000
const BOOKING = '00000000-0000-4000-8000-000000000500'
let site: TestApp
/** The same database, recording its statements. */
let db: Database
let plans: NotedStatements

beforeAll(async () => {
  site = await createTestApp()
  plans = noteStatements(site.deps.pool)
  db = plans.db
  await site.asOwner(FILL, 'vacuum (analyze)')
})
afterAll(async () => site.close())

/** Years of business, travelled in the order it was booked; the newest bookings include no vehicles. */
const FILL = `
  -- They post each row, which takes a millisecond.
  alter table payments disable trigger payments_added_ledger;
  alter table bookings disable trigger bookings_added_ledger;
  insert into users (id, name, email, password_hash)
    select 'u' || n, 'Ada ' || md5(n::text), 'u' || n || '@example.test', 'x' from generate_series(1, ${ROWS}) n;
  insert into users (id, name, email, password_hash) values ('beata', 'Adelheid Beźta', 'beata@example.test', 'x');
  insert into departures (tour_id, departs_on, capacity)
    select tours.id, date '2090-01-01' + n, 12 from tours, generate_series(1, 1500) n;
  insert into bookings (id, reference, kind, user_id, status, title, total_cents, currency, starts_on, full_refund_days,
    partial_refund_days, partial_refund_percentage, confirmed_at, cancelled_at, expired_at, created_at)
    select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'M-' || n, case when n % 2 = 0 or n > ${TOURS_ONLY} then 'tour' else 'vehicle' end,
      'u' || n % ${ROWS} + 1, case when n % 3000 = 1 then 'pending' when n % 10 = 2 then 'cancelled' else 'confirmed' end, 'Kyoto', 100, 'usd',
      date '2090-01-01' + 1 + n / 41, 0, 0, 0, now(), now(), now(), timestamptz '2089-01-01' + n * interval '20 minutes'
    from generate_series(1, ${ROWS}) n;
  insert into tour_bookings (booking_id, tour_id, departs_on, guests, unit_price_cents, traveller_names)
    select bookings.id, tours.id, starts_on, 1, 100, array['Cleo ' || md5(reference), 'Dan Doe'] from bookings
      join (select id, row_number() over (order by id) as place, count(*) over () as tours from tours
        where not exists (select from tour_selling where tour_id = id)) as tours
        on substr(reference, 3)::integer % tours.tours + 1 = place where kind = 'tour';
  insert into vehicle_bookings (booking_id, service_type_id, pickup_at, dropoff_at, pickup_location, dropoff_location,
    pickup_pincode, dropoff_pincode, item_details, contact_name, contact_email, contact_phone)
    select id, (select min(id) from service_types), now(), now(), 'A', 'B', 'SW1A 1AA', 'SW1A 1AA', '{}', 'Bob ' || md5(reference),
      md5(reference) || '@example.test', lpad(substr(reference, 3), 10, '7') from bookings where kind = 'vehicle';
  insert into payment_attempts (id, booking_id, status, amount_cents, currency, params, cancel_token, session_id, expires_at)
    select gen_random_uuid(), id, 'complete', 100, 'usd', '{}', 't' || reference, 'cs_' || reference, now() from bookings;
  insert into payments (id, booking_id, attempt_id, provider_payment_id, amount_cents, currency, method, role, paid_at)
    select gen_random_uuid(), booking_id, id, 'pi_' || session_id, 100, 'usd', 'card', 'primary', now() from payment_attempts
      where substr(session_id, 6)::integer % 50 <> 7;
  insert into payments (id, booking_id, outside_reference, recorded_by, amount_cents, currency, method, role, paid_at)
    select gen_random_uuid(), booking_id, 'TR ' || md5(session_id), 'u1', 100, 'usd', 'transfer', 'primary', now() from payment_attempts
      where substr(session_id, 6)::integer % 50 = 7;
  insert into mails (id, key, template, recipient, data, booking_id, sent_at)
    select gen_random_uuid(), 'booking-confirmed:' || id, 'booking-confirmed', 'a@example.test', '{}', id, now() from bookings;
  insert into reservations (booking_id, request_key, pay_by, due_at, made_by)
    select booking_id, booking_id, 'link', timestamptz '2090-01-01', 'u1' from tour_bookings;
  insert into audit_entries (actor_id, via, action, subject_kind, subject_id)
    select 'u1', 'site', 'note.written', 'booking', id::text from bookings`

const TOUR = 'tokyo-and-mount-fuji'
const page = { limit: 50 }
const list = async (query: object) => listStaffBookings(db, { ...page, ...query }, undefined)
const search = async (text: string) => listStaffBookings(db, page, await findMatches(db, text))
const MADE = { bookedSince: new Date('2089-05-01T00:00Z'), bookedBefore: new Date('2089-05-08T00:00Z') }
const RANGE = { from: '2091-01-01', to: '2091-01-31' }

const READINGS: Record<string, () => Promise<unknown>> = {
  'the newest bookings': async () => list({}),
  'a later page': async () => list({ before: BOOKING }),
  'the newest of a kind': async () => list({ kind: 'vehicle' }),
  'a rare status': async () => list({ status: 'pending' }),
  'a status of a kind': async () => list({ kind: 'tour', status: 'cancelled' }),
  'days long past': async () => list({ from: '2090-02-01', to: '2090-02-28' }),
  'days to come of a kind that no one asks for': async () => list({ from: '2092-02-01', kind: 'vehicle' }),
  'bookings made in a week': async () => list(MADE),
  'a tour': async () => list({ tour: TOUR }),
  'the soonest of days to come': async () => list({ from: '2091-01-01', order: 'soonest' }),
  'a later page of a tour and its days': async () => list({ tour: TOUR, ...RANGE, before: BOOKING }),
  'a reference': async () => search('m-500'),
  'a payment': async () => search('pi_cs_M-500'),
  'a name': async () => search('ada c4ca4238a0b9'),
  'a mistyped name': async () => search('bezta adelhied'),
  'a name that nobody has': async () => search('whitfeild'),
  'the beginning of a reference': async () => search('M-77'),
  'an address': async () => search('u77@example'),
  'a traveller': async () => search('cleo c4ca4238a0b9'),
  'a transfer': async () => search('tr a87ff679a2f3'),
  'a telephone number': async () => search('+44 7777 77 0501'),
  'the story of a booking': async () => getStory(db, BOOKING, { id: 'admin_1', role: 'admin' }),
  'a customer': async () => findCustomers(db, 'ada c4ca4238a0b9'),
  'many customers': async () => findCustomers(db, 'ada'),
  'reservations that are due': async () => listDueReservations(db, new Date('2091-01-01'), 200),
  'reservations to remind of': async () => listForgottenReservations(db, new Date('2089-12-31T12:00:00Z'), 200),
  'the audit of a booking': async () => listAuditAbout(db, [BOOKING, randomUUID()]),
  'the departures of all tours': async () => listDepartures(db, { ...RANGE, ...page, bookings: 'some' }, '2090-01-01'),
  'the departures that no one has booked': async () => listDepartures(db, { ...RANGE, ...page, bookings: 'none' }, '2090-01-01'),
  'the departures of a tour': async () => listDepartures(db, { ...RANGE, ...page, tour: TOUR }, '2090-01-01'),
  'a month of departures': async () => listDepartureDays(db, RANGE, '2090-01-01'),
  'what a cancellation does': async () => readFigures(db, TOUR, '2091-01-02'),
}

/** One month of all tours' departures is the most that any of them needs. */
const MOST = 1000

test.each(Object.keys(READINGS))('of forty thousand bookings no more than a thousand rows are looked at for %s', async (name) => {
  await plans.expectAtMost(MOST, READINGS[name])
})

test('what was booked in a week and goes to a tour or days is found by the one or the other', async () => {
  const { rows } = await site.deps.pool.query<{ most: number }>(
    'select count(*)::int as most from tour_bookings group by tour_id order by 1 desc limit 1',
  )
  await plans.expectAtMost(rows[0]?.most ?? 0, async () => {
    await list({ tour: TOUR, ...MADE })
    await list({ ...RANGE, ...MADE })
  })
})

const LONG = { from: '2090-01-01', to: '2092-12-31' }
const TWO_YEARS = { bookedSince: new Date('2089-01-01T00:00Z'), bookedBefore: new Date('2090-12-31T00:00Z') }

const ENTERED: Record<string, () => Promise<unknown>> = {
  'a later page of many days': async () => list({ ...LONG, limit: 5, before: BOOKING }),
  'a later page of what was booked in two years': async () => list({ ...TWO_YEARS, limit: 5, before: BOOKING }),
  'a later page of departures': async () =>
    listDepartures(db, { from: '2090-01-01', to: '2093-12-31', bookings: 'some', limit: 1, before: '2093-12-31:a' }, '2090-01-01'),
}

test.each(Object.keys(ENTERED))('%s is entered where the page before ended', async (name) => {
  await plans.expectBlocksAtMost(80, ENTERED[name])
})

test('the bookings of many people are found in the index of their owners, and only those of the page are read', async () => {
  // A thousand look-ups of three blocks each, plus a page.
  await plans.expectBlocksAtMost(4000, async () => search('ada'))
})
