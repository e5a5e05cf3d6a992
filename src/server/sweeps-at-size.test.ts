import { afterAll, beforeAll, test } from 'vitest'
import { departureId } from '#shared/tours/departures.ts'
import { deleteExpiredSessions } from '#server/features/accounts/sessions/sessions.ts'
import { completeBookings, listInStatus } from '#server/features/bookings/vehicle-bookings.ts'
import { listHolds } from '#server/features/fulfilment/quarantine.ts'
import { forgetLastMails } from '#server/features/mails/jobs.ts'
import { listActiveAttempts } from '#server/features/payments/attempts.ts'
import { findReported } from '#server/features/reconciliation/compare.ts'
import { REFUNDS } from '#server/features/reconciliation/sweep.ts'
import { isDisputeNoted, listDisputeRequests, listLiveDisputes } from '#server/features/refunds/disputes.ts'
import { listUntoldRefunds } from '#server/features/refunds/notices.ts'
import { findLatestTask, listOpenSubjects } from '#server/features/tasks/tasks.ts'
import { forgetChanges } from '#server/features/tours/catalogue-changes.ts'
import { findSmall, listWatched } from '#server/features/tours/departures/small-groups.ts'
import {
  findUnused,
  listOriginals,
  listUploaded,
  removeBareOriginals,
  removeUnusedPictures,
} from '#server/features/tours/pictures/unused.ts'
import { forgetDrafts, listPhotoOwners, listUntouchedDrafts } from '#server/features/vehicles/tidying.ts'
import type { Database } from '#server/lib/db.ts'
import { forgetMailCounts } from '#server/lib/mail-outbox.ts'
import { PAGE_SIZE } from '#server/lib/sweeps.ts'
import { listPastPayments } from '#server/seed/business/past-payments.ts'
import { noteStatements, type NotedStatements } from '../../tests/support/plans.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'

const ROWS = 20_000
let site: TestApp
let db: Database
let plans: NotedStatements

beforeAll(async () => {
  site = await createTestApp()
  plans = noteStatements(site.deps.pool)
  db = plans.db
  await site.asOwner(FILL, 'vacuum (analyze)')
}, 240_000)
afterAll(async () => site.close())

/** Many rows of everything that background jobs look through, finished and not, few of them due. */
const FILL = `
  insert into users (id, name, email, password_hash)
    select 'u' || n, 'Ada', 'u' || n || '@example.test', 'x' from generate_series(1, ${ROWS}) n;
  insert into bookings (id, reference, kind, user_id, status, title, total_cents, currency, starts_on, full_refund_days,
    partial_refund_days, partial_refund_percentage, confirmed_at, completed_at, created_at)
    select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'M-' || n, case when n % 4 in (0, 3) then 'tour' else 'vehicle' end,
      'u' || n, (array['confirmed', 'completed', 'confirmed', 'pending'])[n % 4 + 1], 'Kyoto', 100, 'usd', '2100-01-01', 0, 0, 0, now(), now(),
      timestamptz '2089-01-01' + n * interval '20 minutes' from generate_series(1, ${ROWS}) n;
  insert into departures (tour_id, departs_on, capacity, seats_taken)
    select tours.id, date '2090-01-01' + n, 12, 1 from tours, generate_series(1, 800) n;
  insert into tour_bookings (booking_id, tour_id, departs_on, guests, unit_price_cents)
    select id, 'tokyo-and-mount-fuji', date '2090-01-01' + (substr(reference, 3)::integer % 800 + 1), 1, 100 from bookings where kind = 'tour';
  insert into vehicle_bookings (booking_id, service_type_id, pickup_at, dropoff_at, pickup_location, dropoff_location,
    pickup_pincode, dropoff_pincode, item_details)
    select id, (select min(id) from service_types), '2100-01-01', '2100-01-01', 'A', 'B', 'SW1A 1AA', 'SW1A 1AA', '{}'
      from bookings where kind = 'vehicle';
  insert into payment_attempts (id, booking_id, status, amount_cents, currency, params, cancel_token, session_id, expires_at)
    select id, id, case status when 'pending' then 'open' else 'complete' end, 100, 'usd', '{}', 't' || reference, 'cs_' || reference, created_at
      from bookings;
  -- They post each row, which takes a millisecond.
  alter table payments disable trigger payments_added_ledger;
  alter table refunds disable trigger refunds_added_ledger;
  insert into payments (id, booking_id, attempt_id, provider_payment_id, amount_cents, currency, method, role, paid_at)
    select id, booking_id, id, 'pi_' || session_id, 100, 'usd', 'card', 'primary', now()
      from payment_attempts;
  -- So do disputes.
  alter table disputes disable trigger disputes_added_ledger;
  alter table disputes disable trigger disputes_marked;
  insert into dispute_requests (payment_id, provider_payment_id, is_open) select id, provider_payment_id, true from payments;
  insert into disputes (id, payment_id, provider_dispute_id, amount_cents, taken_cents, currency, reason, status, standing, opened_at)
    select id, id, 'du_' || id, 100, case when id::text like '%7' then 100 else 0 end, 'usd', 'fraudulent', 'needs_response',
      case when id::text like '%7' then 'open' else 'lifted' end, now() from payments;
  insert into refunds (id, payment_id, amount_cents, currency, state, cause, told_state)
    select id, id, 100, 'usd', case when provider_payment_id like '%33' then 'failed' else 'succeeded' end, 'cancellation', 'succeeded' from payments;
  insert into tasks (id, kind, subject, cause, opened_at, closed_at, outcome, booking_id, refund_id, payment_id)
    select id, case when booking_id = id and id::text like '%77' then 'dispute_opened' else 'note' end, 'refunds ' || id, 'Look.', now(),
      case when id::text not like '%55' then now() end, case when id::text not like '%55' then 'Done' end, booking_id, id, id from payments;
  insert into vehicle_drafts (user_id, content, updated_at)
    select 'u' || n, case when n % 4 = 0 then jsonb_build_object('notes', repeat('x', 1500)) end, timestamptz '2020-01-01' + n * interval '1 minute' from generate_series(1, ${ROWS}) n;
  insert into vehicle_photos (id, user_id, booking_id, name, path, width, height, bytes)
    select id, user_id, case when reference not like '%5' then id end, 'x', reference, 1, 1, 1 from bookings;
  insert into sessions (id, user_id, created_at)
    select id, user_id, timestamptz '2020-01-01' + substr(reference, 3)::integer * interval '1 minute' from bookings;
  insert into refresh_tokens (token_hash, session_id, expires_at)
    select id || ' ' || n, id, now() + case when id::text like '%9' then -interval '1 day' else interval '1 day' end
      from sessions, generate_series(1, 4) n;
  insert into rate_limits (key, points, expire) select 'k' || n, 1, case n % 9 when 0 then 0 else 9e15 end from generate_series(1, ${ROWS}) n;
  insert into mails (id, key, template, recipient, data, sent_at)
    select id, 'x' || id, case when reference like '%999' then 'account-deleted' else 'booking-confirmed' end, 'a@example.test', '{}', now()
      from bookings;
  insert into mail_counts (address_hash, kind, day, asked) select 'h' || n, 'link', date '2020-01-01' + n, 1 from generate_series(1, ${ROWS}) n;
  insert into catalogue_changes (tour_id, changed_at)
    select 'x', timestamptz '2020-01-01' + n * interval '1 minute' from generate_series(1, ${ROWS}) n;
  insert into picture_originals (id, path, bytes, width, height) select id, reference, 1, 900, 600 from bookings;
  insert into pictures (id, name, file_path, alt, width, height, color, widths, original_id, crop_left, crop_top, crop_width, crop_height,
    created_at) select path || ' ' || n, 'x', 'x', 'x', 1, 1, '#000000', '{1}', id, 0, 0, 900, 600, now()
      from picture_originals, generate_series(1, 4) n;
  insert into picture_files (name, picture_id, path, bytes) select id, id, id, 1 from pictures;
  insert into tours (id, name, destination, duration, overview, base_price_cents, max_people, tour_type, is_active, terms_and_conditions)
    values ('far-away', 'Far away', 'Not signed in', 365, '', 100, 12, 'x', false, '');
  insert into itinerary_days (tour_id, day_number, title, description, picture_ids)
    select 'far-away', n, 'A day', '', array['M-' || n || ' 1'] from generate_series(1, ${ROWS}) n;
  insert into tour_images (tour_id, position, picture_id) select 'far-away', n, 'M-' || n || ' 2' from generate_series(1, ${ROWS}) n`

const ids = Array.from({ length: PAGE_SIZE }, (_none, index) => `00000000-0000-4000-8000-${String(5000 + index).padStart(12, '0')}`)
const rows = ids.map((id) => ({ id }))
const [id = ''] = ids
const [NOW, OLD] = [new Date(), new Date('2020-01-10')]
const MIDDLE = '2089-03-01'
const DAYS = { from: '2091-01-01', to: '2091-01-15' }
const DEPARTURES = rows.map((_none, index) => departureId('tokyo-and-mount-fuji', `2091-01-${String((index % 15) + 1).padStart(2, '0')}`))

const READINGS: Record<string, () => Promise<unknown>> = {
  'confirmed moves': async () => listInStatus(db, 'confirmed', PAGE_SIZE, { id, made: MIDDLE }),
  'moves to be completed': async () => db.transaction().execute(async (trx) => completeBookings(trx, ids, NOW)),
  'unpaid bookings': async () => listHolds(db, NOW, PAGE_SIZE, { id, made: MIDDLE }),
  'attempts that can be paid': async () => listActiveAttempts(db, PAGE_SIZE, { id, ends: MIDDLE }),
  'refunds of which nobody has been told': async () => listUntoldRefunds(db, NOW, PAGE_SIZE),
  'tasks that are open': async () =>
    listOpenSubjects(db, { kind: 'note', prefix: 'refunds ' }, PAGE_SIZE, { id, subject: `refunds ${id}` }),
  'refunds that have ended': async () => REFUNDS.tries.findEnded(db, ids),
  'payments that were reported': async () =>
    findReported(
      db,
      ['unknown_payment', 'missing_payment'],
      ids.map((each) => `refunds ${each}`),
    ),
  'the latest task about something': async () => findLatestTask(db, 'note', `refunds ${id}`),
  'a dispute that we know': async () => isDisputeNoted(db, { id: `du_${id}`, status: 'needs_response', takenCents: 100 }),
  'open disputes': async () => listLiveDisputes(db, PAGE_SIZE, { id }),
  'disputes that an earlier version has asked for': async () => listDisputeRequests(db, PAGE_SIZE, { id }),
  'departures that may be small': async () => listWatched(db, DAYS, PAGE_SIZE),
  'whether departures are small': async () => findSmall(db, DAYS, DEPARTURES),
  'drafts that nobody touches': async () => listUntouchedDrafts(db, OLD, PAGE_SIZE, { id: 'u700', touched: '2020-01-05' }),
  'owners of photos': async () => listPhotoOwners(db, OLD, PAGE_SIZE, { id: 'u3', isUntouched: true }),
  'drafts to be forgotten': async () =>
    db.transaction().execute(async (trx) =>
      forgetDrafts(
        trx,
        rows.map((_none, index) => ({ id: `u${5000 + index}` })),
        OLD,
      ),
    ),
  'uploaded pictures': async () => listUploaded(db, PAGE_SIZE, { id: 'M-5000 3', originalId: id }),
  'pictures that no tour shows': async () =>
    findUnused(
      db,
      rows.map((_none, index) => `M-${5000 + index} 3`),
      NOW,
    ),
  'originals of pictures': async () => listOriginals(db, PAGE_SIZE, { id }),
  'pictures to be removed': async () => db.transaction().execute(async (trx) => removeUnusedPictures(trx, [{ id: 'M-5000 3' }])),
  'originals to be removed': async () => db.transaction().execute(async (trx) => removeBareOriginals(trx, rows)),
  'what a new card sandbox is told': async () => listPastPayments(db, 'http://localhost'),
}

/** Each row of a page is looked up in a few tables, and each of these has more rows than this. */
const MOST = 1000

test.each(Object.keys(READINGS))('reading a page of %s looks at no more than a thousand of twenty thousand rows', async (name) => {
  await plans.expectAtMost(MOST, READINGS[name])
})

/** The rows are gone when the plans are examined, so these show the last statement of a run. */
const REMOVALS: Record<string, () => Promise<unknown>> = {
  'expired sessions and counters': async () => deleteExpiredSessions({ db, log: site.deps.log }, NOW),
  'the last emails of deleted accounts': async () => forgetLastMails(db, NOW),
  'the counts of emails': async () => forgetMailCounts(db, NOW),
  'changes of the catalogue': async () => forgetChanges({ db, now: () => NOW }),
}

test.each(Object.keys(REMOVALS))('no statement looks at more than a piece to delete %s', async (name) => {
  await plans.expectAtMost(MOST, REMOVALS[name])
})
