import { sql } from 'kysely'
import { expect } from 'vitest'
import { SOLD_FAULTS } from '../../src/server/features/backups/proof.ts'
import { listPostings } from '../../src/server/features/ledger/booking-sums.ts'
import { listUnevenDays } from '../../src/server/features/ledger/days.ts'
import { listUnevenMonths } from '../../src/server/features/ledger/revenue-sums.ts'
import { listFaults } from '../../src/server/features/reconciliation/proof.ts'
import type { Deps } from '../../src/server/lib/deps.ts'
import type { SandboxControl } from './sandbox-control.ts'

interface ProviderSession {
  id: string
  status: string
  client_reference_id: string | null
}

interface ProviderPayment {
  payment_intent: string
  session: string | null
  status: string
  amount: number
  refunds: { id: string; amount: number; status: string }[]
}

interface ProviderState {
  sessions: ProviderSession[]
  payments: ProviderPayment[]
}

/** A site's database and card provider. */
interface Checked {
  cards: SandboxControl
  deps: Pick<Deps, 'db' | 'pool'>
}

/**
 * Checks what must hold after every fault (tests/faults.json), once everything has settled: (a) no seat is sold twice,
 * (b) each charge is recorded once, (c) refunds match the provider's and never exceed what was paid, (d) money belongs
 * to a booking, is refunded, or has a task, (e) one confirmation email is sent, (f) a hold lives exactly as long as its
 * attempt or reservation, (g) currencies are never mixed, (h) nothing is confirmed for a deleted account, (i) stored
 * sums match the rows, (j) the ledger agrees with all of it, (k) what was sold is what is counted and charged.
 */
export async function expectInvariants(site: Checked): Promise<void> {
  await site.cards.tell('drain')
  const provider = (await site.cards.state()) as ProviderState
  const books = await readBooks(site)
  expect({
    'a: seats are those of the bookings': seatFaults(books),
    'b: each charge is recorded once': chargeFaults(books, provider),
    'c: refunds are those of the provider': refundFaults(books, provider),
    'd: money is for a booking or goes back': moneyFaults(books),
    'e: one confirmation email': mailFaults(books),
    'f: a hold lives as long as its attempt': holdFaults(books, provider),
    'g: all money of a booking is in its currency': currencyFaults(books),
    'h: a confirmed booking has an owner': ownerFaults(books),
    'i: kept sums are those of the rows': await sumFaults(site),
    'j: the ledger agrees': await ledgerFaults(site, books),
    'k: what was sold is counted and charged': (await site.deps.pool.query<{ fault: string }>(SOLD_FAULTS)).rows,
  }).toEqual({
    'a: seats are those of the bookings': [],
    'b: each charge is recorded once': [],
    'c: refunds are those of the provider': [],
    'd: money is for a booking or goes back': [],
    'e: one confirmation email': [],
    'f: a hold lives as long as its attempt': [],
    'g: all money of a booking is in its currency': [],
    'h: a confirmed booking has an owner': [],
    'i: kept sums are those of the rows': [],
    'j: the ledger agrees': [],
    'k: what was sold is counted and charged': [],
  })
}

type Books = Awaited<ReturnType<typeof readBooks>>

async function readBooks({ deps: { db } }: Checked) {
  return {
    departures: await db.selectFrom('departures').selectAll().execute(),
    tasks: await db.selectFrom('tasks').selectAll().execute(),
    bookings: await db
      .selectFrom('bookings')
      .leftJoin('tour_bookings', 'tour_bookings.booking_id', 'bookings.id')
      .innerJoin('users', 'users.id', 'bookings.user_id')
      .selectAll('bookings')
      .select(['tour_id', 'departs_on', 'guests', 'seats', 'deleted_at'])
      .execute(),
    attempts: await db.selectFrom('payment_attempts').selectAll().execute(),
    reservations: await db.selectFrom('reservations').selectAll().execute(),
    payments: await db.selectFrom('payments').selectAll().execute(),
    refunds: await db.selectFrom('refunds').selectAll().execute(),
    mails: await db
      .selectFrom('mails')
      .select('key')
      .where('template', '=', 'booking-confirmed')
      .where('key', 'not like', '%:again:%')
      .where('key', 'not like', '%:retracted:%')
      .execute(),
  }
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}

/** Returns missing, unexpected and duplicate entries. */
function differences(wanted: string[], found: string[]): string[] {
  return [
    ...wanted.filter((each) => !found.includes(each)).map((each) => `missing: ${each}`),
    ...found.filter((each) => !wanted.includes(each)).map((each) => `too much: ${each}`),
    ...found.filter((each, index) => found.indexOf(each) !== index).map((each) => `twice: ${each}`),
  ]
}

function isActive(attempt: Books['attempts'][number]): boolean {
  return attempt.status === 'creating' || attempt.status === 'open'
}

function seatFaults({ departures, bookings }: Books): string[] {
  return departures.flatMap(({ tour_id, departs_on, seats_taken, capacity }) => {
    const standing = bookings.filter(
      (booking) =>
        booking.tour_id === tour_id &&
        booking.departs_on === departs_on &&
        (booking.status === 'pending' || booking.status === 'confirmed'),
    )
    const held = sum(standing.map(({ seats, guests }) => seats ?? guests ?? 0))
    const faults = held === seats_taken ? [] : [`${departs_on}: ${seats_taken} seats taken, ${held} in bookings`]
    return held <= capacity ? faults : [...faults, `${departs_on}: ${held} sold of ${capacity}`]
  })
}

function chargeFaults({ attempts, payments }: Books, provider: ProviderState): string[] {
  const ours = new Set(attempts.map(({ id }) => id))
  const ownSessions = new Set(provider.sessions.filter((session) => ours.has(session.client_reference_id ?? '')).map(({ id }) => id))
  const charges = provider.payments.filter(({ status, session }) => status === 'succeeded' && ownSessions.has(session ?? ''))
  return differences(
    charges.map(({ payment_intent, amount }) => `${payment_intent} ${amount}`),
    payments
      .filter(({ provider_payment_id }) => provider_payment_id !== null)
      .map(({ provider_payment_id, amount_cents }) => `${provider_payment_id} ${amount_cents}`),
  )
}

function refundFaults({ payments, refunds }: Books, provider: ProviderState): string[] {
  return payments.flatMap((payment) => {
    const own = refunds.filter((refund) => refund.payment_id === payment.id)
    const counted = sum(own.filter(({ state }) => state !== 'failed' && state !== 'canceled').map((row) => row.amount_cents))
    const told = own
      .filter((row) => row.provider_refund_id !== null)
      .map((row) => `${row.provider_refund_id} ${row.amount_cents} ${stateAtProvider(row.state)}`)
    const there = provider.payments
      .filter(({ payment_intent, status }) => payment_intent === payment.provider_payment_id && status === 'succeeded')
      .flatMap((charge) => charge.refunds.map(({ id, amount, status }) => `${id} ${amount} ${status}`))
    const faults: string[] = []
    if (counted > payment.amount_cents) faults.push(`${payment.id}: ${counted} back of ${payment.amount_cents}`)
    if (counted !== payment.refund_requested_cents)
      faults.push(`${payment.id}: ${payment.refund_requested_cents} noted, ${counted} in rows`)
    return [...faults, ...differences(there, told)]
  })
}

/** A refund overtaken by a dispute, or paid another way, has failed at the provider. */
function stateAtProvider(state: Books['refunds'][number]['state']): string {
  return state === 'blocked' || state === 'lost' || state === 'settled' ? 'failed' : state
}

function moneyFaults({ payments, bookings, refunds, tasks }: Books): string[] {
  return payments.flatMap((payment) => {
    const booking = bookings.find(({ id }) => id === payment.booking_id)
    const own = refunds.filter((refund) => refund.payment_id === payment.id)
    const faults = own.filter((refund) => isStuck(refund) && !isReplaced(refund, own) && !hasTask(tasks, refund.id))
    const isForBooking = payment.role === 'primary' && ['confirmed', 'cancelled', 'completed'].includes(booking?.status ?? '')
    // A stuck refund has a task, or is one of the faults above.
    const goesBack = sum(own.filter((refund) => !isReplaced(refund, own)).map((refund) => refund.amount_cents)) >= payment.amount_cents
    const isWatched = payment.role === 'quarantined' && isJudged(payment, tasks)
    return [
      ...own
        .filter((refund) => payment.provider_payment_id === null && !isAskedOf(refund, tasks))
        .map(({ state }) => `${state} refund of a payment in cash or by transfer without its task`),
      ...faults.map(({ state }) => `${state} refund of ${payment.provider_payment_id} without a task`),
      ...(isForBooking || goesBack || isWatched || payment.role === 'voided'
        ? []
        : [`${payment.role} payment of a ${booking?.status} booking stays with us`]),
    ]
  })
}

/** Returns whether a task asks for this refund to be paid back offline, or that has been done. */
function isAskedOf({ id, state }: Refund, tasks: Books['tasks']): boolean {
  const task = tasks.find(({ kind, refund_id }) => kind === 'pay_back' && refund_id === id)
  return task !== undefined && state === (task.closed_at ? 'succeeded' : 'requested')
}

type Refund = Books['refunds'][number]
type Payment = Books['payments'][number]

function isStuck({ state }: Refund): boolean {
  return state === 'failed' || state === 'canceled' || state === 'blocked'
}

function isReplaced({ id }: Refund, all: Refund[]): boolean {
  return all.some(({ replaces }) => replaces === id)
}

/** Returns whether a task, open or closed, is about this refund's failure. */
function hasTask(tasks: Books['tasks'], refundId: string): boolean {
  return tasks.some(({ kind, refund_id }) => (kind === 'refund_failed' || kind === 'refund_blocked') && refund_id === refundId)
}

/** Returns whether a task, open or closed, asks for a decision about this payment. */
function isJudged(payment: Payment, tasks: Books['tasks']): boolean {
  return tasks.some(({ kind, payment_id }) => kind === 'wrong_payment' && payment_id === payment.id)
}

function ownerFaults({ bookings }: Books): string[] {
  return bookings
    .filter(({ confirmed_at, deleted_at }) => confirmed_at && deleted_at && confirmed_at > deleted_at)
    .map(({ reference }) => `${reference} was confirmed after its owner had gone`)
}

function currencyFaults({ payments, bookings, refunds, attempts }: Books): string[] {
  const currencyOf = new Map([...bookings, ...payments].map(({ id, currency }) => [id, currency]))
  return [
    ...attempts.filter((row) => row.currency !== currencyOf.get(row.booking_id)).map(({ id }) => `attempt ${id}`),
    // Quarantined payments do not count as the booking's money.
    ...payments
      .filter((row) => row.role !== 'quarantined' && row.currency !== currencyOf.get(row.booking_id))
      .map(({ id }) => `payment ${id}`),
    ...refunds.filter((row) => row.currency !== currencyOf.get(row.payment_id)).map(({ id }) => `refund ${id}`),
  ]
}

function mailFaults({ bookings, mails }: Books): string[] {
  // The emails of a deleted account are deleted with it.
  const expected = bookings.filter(({ confirmed_at, deleted_at }) => confirmed_at && !deleted_at).map(({ id }) => `booking-confirmed:${id}`)
  const keys = mails.map(({ key }) => key)
  return differences(expected, keys)
}

function holdFaults({ bookings, attempts, payments, tasks, reservations }: Books, provider: ProviderState): string[] {
  const faults = bookings.flatMap(({ id, kind, status }) => {
    const active = attempts.filter((attempt) => attempt.booking_id === id && isActive(attempt)).length
    // A quarantined payment keeps its seats until a person decides, or until the task is due.
    const isWatched = payments.some(
      (payment) =>
        payment.booking_id === id &&
        tasks.some((task) => task.kind === 'wrong_payment' && task.payment_id === payment.id && !task.closed_at),
    )
    const wanted = kind === 'tour' && status === 'pending' && !isWatched ? 1 : 0
    // Seats reserved by staff may or may not have a card page.
    const isKept = status === 'pending' && active === 0 && reservations.some(({ booking_id }) => booking_id === id)
    // A quote holds no seats, so its checkout may come and go while it is approved.
    const mayHaveOne = kind === 'vehicle' && status === 'approved' && active === 1
    return active === wanted || mayHaveOne || isKept ? [] : [`${status} booking ${id} has ${active} active attempts`]
  })
  const payable = provider.sessions.filter((session) => session.status === 'open')
  const orphans = payable.filter(({ client_reference_id: id }) => {
    const attempt = attempts.find((each) => each.id === id)
    return attempt && !isActive(attempt)
  })
  return [...faults, ...orphans.map(({ id }) => `session ${id} can be paid though its attempt is closed`)]
}

/** Returns the quarters of an hour whose stored counts differ from their bookings. */
async function sumFaults({ deps: { db } }: Checked): Promise<unknown[]> {
  const { rows } = await sql`
    select quarter, currency, sum(tours) as tours, sum(vehicles) as vehicles
    from (
      select quarter, currency, tours, vehicles from sales_sums
      union all select quarter_of(confirmed_at), currency, -(kind = 'tour')::integer, -(kind = 'vehicle')::integer
        from bookings where confirmed_at is not null) as sides
    group by quarter, currency having sum(tours) <> 0 or sum(vehicles) <> 0`.execute(db)
  return rows
}

/** Returns what the postings of a booking do not tell as its rows do, with its journal, and the days and months whose sums are not those of the postings. */
async function ledgerFaults({ deps: { db } }: Checked, { bookings }: Books): Promise<unknown[]> {
  const ids = bookings.map(({ id }) => id)
  const faults = await listFaults(db, ids)
  const told = await Promise.all(
    faults.map(async ({ bookingId, fault }) => [
      fault,
      ...(await listPostings(db, bookingId)).map(({ entry, kind, account, cents }) => `${entry} ${kind}: ${account} ${cents}`),
    ]),
  )
  return [...told, ...(await listUnevenDays(db)), ...(await listUnevenMonths(db))]
}
