import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { formatProviderMoney } from '#shared/money.ts'
import type { Span } from '#server/lib/card-provider.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { findLatestTask, forgetDifference, listOpenSubjects, openTask, settleTasks } from '#server/features/tasks/tasks.ts'

/** Counts of payments and refunds with their totals, in cents of one currency. */
export interface Figures {
  payments: number
  paidCents: number
  refunds: number
  refundedCents: number
}

/** Keyed by currency, because amounts in different currencies are never added up. */
export type FiguresByCurrency = Map<string, Figures>

const NOTHING: Figures = { payments: 0, paidCents: 0, refunds: 0, refundedCents: 0 }

export function addFigures(sums: FiguresByCurrency, currency: string, added: Partial<Figures>): void {
  sums.set(currency, combine(sums.get(currency) ?? NOTHING, { ...NOTHING, ...added }, 1))
}

/** Returns theirs minus ours. */
export function differenceOf(ours: Figures, theirs: Figures): Figures {
  return combine(theirs, ours, -1)
}

export function isSame(a: Figures, b: Figures): boolean {
  return Object.values(combine(a, b, -1)).every((figure) => figure === 0)
}

function combine(a: Figures, b: Figures, sign: 1 | -1): Figures {
  return {
    payments: a.payments + sign * b.payments,
    paidCents: a.paidCents + sign * b.paidCents,
    refunds: a.refunds + sign * b.refunds,
    refundedCents: a.refundedCents + sign * b.refundedCents,
  }
}

export interface DailyBalance {
  day: Day
  /** May be a currency that we do not accept payments in. */
  currency: string
  ours: Figures
  theirs: Figures
}

/** Compares a day's totals with the provider's, for each currency, and opens a task for any difference. */
export async function recordBalances(trx: Trx, day: Day, span: Span, theirs: FiguresByCurrency, now: Date): Promise<DailyBalance[]> {
  await lockReports(trx)
  const ours = await sumBooks(trx, span)
  // Also one of which neither has anything any more.
  const told = await listOpenSubjects(trx, { kind: 'books_differ', prefix: `${day} ` }, MAX_CURRENCIES)
  const currencies = new Set([...ours.keys(), ...theirs.keys(), ...told.map(({ subject }) => subject.slice(`${day} `.length))])
  const balances = [...currencies].toSorted().map((currency) => ({
    day,
    currency,
    ours: ours.get(currency) ?? NOTHING,
    theirs: theirs.get(currency) ?? NOTHING,
  }))
  for (const { currency, ...sides } of balances) {
    const difference = differenceOf(sides.ours, sides.theirs)
    const cause = `${day}: our books have ${inWords(sides.ours, currency)}; the card provider has ${inWords(sides.theirs, currency)}. Compare that day’s lists.`
    const key = isSame(difference, NOTHING) ? undefined : JSON.stringify(Object.values(difference))
    await reportDifference(trx, { subject: `${day} ${currency}`, cause, difference: key }, now)
  }
  return balances
}

/** The provider has fewer. */
const MAX_CURRENCIES = 200

/**
 * Opens a task where books differ, in place of one about another difference, and closes it once they agree. The same difference is told once,
 * even after a person has closed its task. `difference` identifies it; undefined if there is none.
 */
export async function reportDifference(
  trx: Trx,
  { subject, cause, difference }: { subject: string; cause: string; difference: string | undefined },
  now: Date,
): Promise<void> {
  await lockReports(trx)
  const latest = await findLatestTask(trx, 'books_differ', subject)
  if (difference !== undefined && latest?.difference === difference) return
  const outcome = difference === undefined ? 'The two now match.' : 'A later reconciliation gave different figures.'
  await settleTasks(trx, ['books_differ'], subject, outcome, now)
  if (latest?.difference) await forgetDifference(trx, latest.id)
  if (difference !== undefined) await openTask(trx, { kind: 'books_differ', subject, cause, difference }, now)
}

/** Closes the task about a sum that the provider's movements did not come to; one that names payments stays. */
export async function settleUnexplained(trx: Trx, subject: string, now: Date): Promise<void> {
  await lockReports(trx)
  const latest = await findLatestTask(trx, 'books_differ', subject)
  if (latest?.difference && /^-?\d+$/.test(latest.difference))
    await reportDifference(trx, { subject, cause: '', difference: undefined }, now)
}

/** A first difference has no task yet to lock. */
async function lockReports(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('meridian-books-differ'))`.execute(trx)
}

function inWords({ payments, paidCents, refunds, refundedCents }: Figures, currency: string): string {
  const paid = formatProviderMoney(paidCents, currency)
  const returned = formatProviderMoney(refundedCents, currency)
  return `payments ${payments} (${paid}) and refunds ${refunds} (${returned})`
}

/** Moves the point up to which everything has been compared; never backwards. */
export async function noteComparedUntil(trx: Trx, moment: Date): Promise<void> {
  await trx
    .insertInto('compared_until')
    .values({ moment })
    .onConflict((conflict) =>
      conflict.column('only_row').doUpdateSet((eb) => ({ moment: eb.fn<Date>('greatest', ['compared_until.moment', 'excluded.moment']) })),
    )
    .execute()
}

/** Returns undefined before the first full comparison. */
export async function findComparedUntil(db: Database): Promise<Date | undefined> {
  return (await db.selectFrom('compared_until').select('moment').executeTakeFirst())?.moment
}

/**
 * Totals of our card payments and refunds; cash and bank transfers are left out. A refund counts on the day the provider
 * made it, and only while it is pending or has succeeded.
 */
async function sumBooks(db: Database, { from, until }: Span): Promise<FiguresByCurrency> {
  const sums: FiguresByCurrency = new Map()
  const paid = await db
    .selectFrom('payments')
    .select((eb) => ['currency', eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('amount_cents').as('cents')])
    .where('paid_at', '>=', from)
    .where('paid_at', '<', until)
    .where((eb) => eb.not('is_generated'))
    .where('provider_payment_id', 'is not', null)
    .groupBy('currency')
    .execute()
  for (const { currency, count, cents } of paid) addFigures(sums, currency, { payments: count, paidCents: cents })
  const madeAt = sql<Date>`coalesce(made_at, created_at)`
  const returned = await db
    .selectFrom('refunds')
    .select((eb) => ['currency', eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('amount_cents').as('cents')])
    .where(madeAt, '>=', from)
    .where(madeAt, '<', until)
    .where('provider_refund_id', 'is not', null)
    .where('state', 'in', ['pending', 'succeeded'])
    .where((eb) => eb.not('is_generated'))
    .groupBy('currency')
    .execute()
  for (const { currency, count, cents } of returned) addFigures(sums, currency, { refunds: count, refundedCents: cents })
  return sums
}
