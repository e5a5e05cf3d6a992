import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReviewSort } from '#shared/reviews/public.ts'
import { findAvatar, findKnownAvatars } from '#server/features/accounts/avatars.ts'
import { listPeople } from '#server/features/accounts/people/people.ts'
import { listColleagues, lockAdministrators } from '#server/features/accounts/people/staff.ts'
import { hasConfirmedAccount } from '#server/features/accounts/users.ts'
import { listAudit, listSignIns } from '#server/features/audit/audit.ts'
import { getManifest } from '#server/features/bookings/manifest.ts'
import { listNotes } from '#server/features/bookings/notes.ts'
import { bookingPersonalData } from '#server/features/bookings/personal-data.ts'
import { listReservedSeats } from '#server/features/bookings/reservations.ts'
import { countOpenRequests } from '#server/features/bookings/vehicle-bookings.ts'
import { getCancellation } from '#server/features/cancellations/departure-progress.ts'
import { getBookingMoney } from '#server/features/cancellations/paid-bookings.ts'
import { findOwnCheckout } from '#server/features/checkout/sessions.ts'
import { listCodes } from '#server/features/codes/codes.ts'
import { sumFigures } from '#server/features/desk/figures.ts'
import { find } from '#server/features/desk/find.ts'
import { checkHealth } from '#server/features/desk/health.ts'
import { findTask, listOpenTasks } from '#server/features/desk/tasks.ts'
import { enquiryPersonalData, findEnquiriesFrom } from '#server/features/enquiries/personal-data.ts'
import { fulfil } from '#server/features/fulfilment/fulfil.ts'
import { eraseMailsTo } from '#server/features/mails/commands.ts'
import { mailPersonalData } from '#server/features/mails/personal-data.ts'
import { findMailsTo, listDueMails, listFailedMails, listOldMails } from '#server/features/mails/queries.ts'
import { countListed } from '#server/features/my-bookings/lists.ts'
import { listTourBookings } from '#server/features/my-bookings/tour-bookings.ts'
import { listDecisions } from '#server/features/quotes/decisions.ts'
import { expireQuotes } from '#server/features/quotes/endings.ts'
import { listOwnDecisions, quotePersonalData } from '#server/features/quotes/personal-data.ts'
import { countQuotes, findQuoteId, listQuotes } from '#server/features/quotes/quotes.ts'
import { listUnfinishedAttempts, listUnprocessedEvents } from '#server/features/reconciliation/sweep.ts'
import { findRefundRow } from '#server/features/refunds/records.ts'
import { listStaffReviews } from '#server/features/reviews/moderation.ts'
import { listReviews } from '#server/features/reviews/reviews.ts'
import { countOpenTasks } from '#server/features/tasks/tasks.ts'
import { getDeparture, listDepartures } from '#server/features/tours/departures/departures.ts'
import { getDeactivationPreview } from '#server/features/tours/editing/lifecycle.ts'
import { tidyPictures } from '#server/features/tours/pictures/unused.ts'
import { findTours } from '#server/features/tours/search/found-tours.ts'
import { findMonthSeats } from '#server/features/tours/seats.ts'
import { findKnownPhotos, findPhoto } from '#server/features/vehicles/photos.ts'
import { listStaffServices } from '#server/features/vehicles/services.ts'
import type { DB } from '#server/lib/db-types.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'
import { yearsOfRows } from '../../tests/support/years-of-rows.ts'

const ROWS = 20_000
let site: TestApp
let db: Database
let noted: CompiledQuery[] = []
beforeAll(async () => {
  site = await createTestApp()
  db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: site.deps.pool }), log: ({ query }) => void noted.push(query) })
  await site.asOwner(yearsOfRows(ROWS))
})
afterAll(async () => site.close())

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Plan[]
}

function tablesReadWhole(plan: Plan): string[] {
  const own = plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? ''] : []
  return [...own, ...(plan.Plans ?? []).flatMap(tablesReadWhole)]
}

function indexesUsed(plan: Plan): string[] {
  const own = plan['Index Name'] === undefined ? [] : [plan['Index Name']]
  return [...own, ...(plan.Plans ?? []).flatMap(indexesUsed)]
}

async function explain({ sql: text, parameters }: CompiledQuery): Promise<Plan> {
  const { rows } = await site.deps.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${text}`, [...parameters])
  return rows[0]?.['QUERY PLAN'][0].Plan ?? { 'Node Type': 'none' }
}

const ID = randomUUID()
const [TOUR, DAY] = ['tokyo-and-mount-fuji', '2100-02-01']
const FILES = Array.from({ length: 500 }, (_none, index) => `ab/${index}.webp`)
const SOON = new Date(Date.now() + 1000)
const OWN_LIST = { userId: 'u1', kind: 'tour', now: SOON, today: '2026-01-01', timeZone: 'Europe/London' } as const
const SCOPE = { before: SOON, dueBy: SOON }
/** Too few rows to be worth an index. Queue jobs are kept for a day; each upload by staff is checked every night. */
const SMALL =
  /^(alarms|backups|data_folder|job_common|ledger_(lock_changes|progress)|picture_originals|processes|review_counts|service_types|till_closes|tours?(_selling)?)$/

class Undone extends Error {}

async function inTransaction(work: (trx: Trx) => Promise<unknown>): Promise<void> {
  const undone = db.transaction().execute(async (trx) => {
    await work(trx)
    throw new Undone()
  })
  await expect(undone).rejects.toThrow(Undone)
}

async function fulfilUnnoted(): Promise<void> {
  const session = { id: 'cs_unknown', attemptId: ID, isLive: false, isExpired: false, url: null, payment: undefined }
  await fulfil({ ...site.deps, db, cards: { ...site.deps.cards, isLive: false, getSession: async () => session as never } }, session.id)
}

async function bookingId(): Promise<string> {
  const { id } = await site.deps.db.selectFrom('bookings').select('id').where('reference', '=', 'R2').executeTakeFirstOrThrow()
  return id
}

async function readOn(sort: ReviewSort, tour?: string): Promise<void> {
  const { data } = await listReviews(db, { limit: 10, sort, tour })
  await listReviews(db, { limit: 10, sort, tour, before: data.at(-1)?.id })
}

const READINGS: Record<string, () => Promise<unknown>> = {
  'a checkout with its payment': async () => findOwnCheckout(db, 'u1', 'cs_R1'),
  'the attempt that a session names': fulfilUnnoted,
  'the refund that the provider names': async () =>
    inTransaction(async (trx) => findRefundRow(trx, ID, { id: 're_1', ownId: ID } as never)),
  'the seats of a day': async () => findTours(db, { page: 1, limit: 20 }, { words: [], day: '2100-02-01' }, [], '2100-01-01'),
  'the seats of a tour’s month': async () => findMonthSeats(db, 'tokyo-and-mount-fuji', { from: '2100-02-01', to: '2100-02-28' }, 'u1'),
  'the departures of some days': async () =>
    listDepartures(
      db,
      { from: '2100-02-01', to: '2100-02-07', tour: undefined, bookings: 'some', limit: 50, before: undefined },
      '2100-01-01',
    ),
  'the quotes of a status': async () => listQuotes(db, 'pending', { limit: 200, before: ID }),
  'the declined quotes': async () => listQuotes(db, 'declined', { limit: 200 }),
  'the newest quotes': async () => listQuotes(db, undefined, { limit: 10 }),
  'how many quotes wait': async () => countQuotes(db, 'pending'),
  'a person’s bookings': async () => listTourBookings(db, OWN_LIST, { limit: 200, before: ID }),
  'how many bookings a person has': async () => countListed(db, OWN_LIST),
  'the latest reviews': async () => readOn('newest'),
  'the best reviews': async () => readOn('highest'),
  'the worst reviews': async () => readOn('lowest'),
  'the reviews of a tour': async () => readOn('newest', 'tokyo-and-mount-fuji'),
  'quotes whose time is over': async () => expireQuotes({ ...site.deps, db, now: () => new Date('2000-01-01') }),
  'a quote by its id': async () => findQuoteId(db, ID),
  'a quote by its reference': async () => findQuoteId(db, 'r1'),
  'what was decided about a quote': async () => listDecisions(db, ID),
  'what was decided about a person’s quotes': async () => listOwnDecisions(db, 'u1'),
  'a person’s quotes that are to be forgotten': async () => inTransaction(async (trx) => quotePersonalData.forget(trx, 'u1', new Date())),
  'the newest entries of the audit': async () => listAudit(db, { limit: 100, before: 5000 }),
  'what somebody has done': async () => listAudit(db, { limit: 100, actor: 'u7' }),
  'what has been done to something': async () => listAudit(db, { limit: 100, subject: 'u7' }),
  'what has been done about a booking': async () => listAudit(db, { limit: 100, subject: 'M-7K3P9XQD' }),
  'where an action was done': async () => listAudit(db, { limit: 100, action: 'role.changed' }),
  'a person’s sign-ins': async () => listSignIns(db, 'u7', 1000),
  'people, newest first': async () => listPeople({ ...site.deps, db }, { limit: 200, before: 'u7' }),
  'those who work here': async () => listPeople({ ...site.deps, db }, { limit: 200, who: 'staff' }),
  'the administrators': async () => inTransaction(lockAdministrators),
  'how business goes': async () => sumFigures(db, { from: '2010-01-01', to: '2010-03-31', timeZone: 'Europe/London' }),
  'whom and what a few letters mean': async () => find(db, 'u77@exam', 'admin'),
  'whether the site keeps up': async () => checkHealth(db, new Date(), { BACKUP_TO: 'somewhere', BACKUP_PROOF: 'daily' }),
  'the services, with how many requests are open': async () => listStaffServices(db, await countOpenRequests(db)),
  'the codes': async () => listCodes(db, { limit: 50, before: ID }),
  'a campaign by its name': async () => listCodes(db, { limit: 50, search: 'fair 4' }),
  'codes by a part of their text': async () => listCodes(db, { limit: 50, search: 'de-1977' }),
  'the open tasks': async () => listOpenTasks(db, 50),
  'how many tasks are open': async () => countOpenTasks(db),
  'a task by the beginning of its id': async () => findTask(db, ID.slice(0, 8)),
  'to whom a task can be given': async () => listColleagues(db),
  'a departure': async () => getDeparture(db, TOUR, DAY, '2100-01-01'),
  'how far the cancellation of a departure has come': async () => getCancellation(db, TOUR, DAY),
  'who travels on a departure': async () => inTransaction(async (trx) => getManifest(trx, TOUR, DAY)),
  'what taking a tour off the site does': async () => getDeactivationPreview(db, TOUR, '2154-09-01', listReservedSeats),
  'the seats that staff keep in a month': async () => listReservedSeats(db, { from: '2100-02-01', to: '2100-02-28' }),
  'what staff see of the reviews of a tour': async () => listStaffReviews(db, { tour: TOUR, limit: 50 }),
  'the money of a booking': async () => getBookingMoney({ ...site.deps, db }, await bookingId()),
  'the notes about a booking': async () => listNotes(db, ID),
  'an avatar': async () => findAvatar(db, ID),
  'a photo': async () => findPhoto(db, 'u1', ID),
  'the pictures that no tour shows': async () => tidyPictures({ ...site.deps, db }),
  'which of many files are pictures': async () => findKnownAvatars(db, FILES),
  'which of many files are photos': async () => findKnownPhotos(db, FILES),
  'a person’s bookings that are to be forgotten': async () =>
    inTransaction(async (trx) => bookingPersonalData(site.deps.config).forget(trx, 'u1', new Date())),
  'a person’s emails that are to be forgotten': async () =>
    inTransaction(async (trx) => mailPersonalData(site.deps.config).forget(trx, 'u1', new Date())),
  'a person’s enquiries that are to be forgotten': async () =>
    inTransaction(async (trx) => enquiryPersonalData(site.deps.config).forget(trx, 'u2', new Date())),
  'the emails to an address': async () => findMailsTo(db, 'U1@example.test'),
  'the emails to an address that are to be erased': async () => inTransaction(async (trx) => eraseMailsTo(trx, 'u3@example.test')),
  'the enquiries from an address': async () => findEnquiriesFrom(db, 'u1@example.test'),
  'whether an address has an account': async () => hasConfirmedAccount(db, 'U1@example.test'),
  'unsent emails again': async () => listDueMails(db, SOON, 5),
  'emails to be given up': async () => listOldMails(db, SOON, 5),
  'emails that have failed': async () => listFailedMails(db, 5),
  'events to be processed': async () => listUnprocessedEvents(db, SCOPE),
  'attempts to be looked at': async () => listUnfinishedAttempts(db, SCOPE),
}

async function plansOf(name: string): Promise<{ text: string; plan: Plan }[]> {
  noted = []
  await READINGS[name]?.()
  const statements = noted.filter(({ sql: text }) => /^\s*(select|with|update|delete)/.test(text))
  expect(statements).not.toEqual([])
  return Promise.all(statements.map(async (statement) => ({ text: statement.sql, plan: await explain(statement) })))
}

test.each(Object.keys(READINGS))('no table that grows is read whole for %s', async (name) => {
  for (const { text, plan } of await plansOf(name)) {
    const whole = tablesReadWhole(plan).filter((table) => !SMALL.test(table))
    expect(whole, text).toEqual([])
  }
})

/** Without these, another index would do for a while, and nothing above would notice. */
const MADE_FOR: Record<string, string> = {
  'a checkout with its payment': 'payments_attempt_id_idx',
  'the departures of some days': 'departures_day_idx',
  'the declined quotes': 'bookings_quotes_idx',
  'the newest quotes': 'bookings_quotes_by_date_idx',
  'a person’s emails that are to be forgotten': 'mails_booking_id_idx',
  'an avatar': 'avatars_pkey',
  'the codes': 'codes_listed_idx',
  'a campaign by its name': 'codes_leads_campaign_idx',
  'codes by a part of their text': 'codes_text_parts_idx',
  'a photo': 'vehicle_photos_pkey',
  'the pictures that no tour shows': 'itinerary_days_pictures_idx',
}

test.each(Object.entries(MADE_FOR))('%s uses the index that was made for it, %s', async (name, index) => {
  const plans = await plansOf(name)
  expect(plans.flatMap(({ plan }) => indexesUsed(plan))).toContain(index)
})
