import { sql } from 'kysely'
import { formatProviderMoney } from '#shared/money.ts'
import type { Day } from '#shared/dates.ts'
import type { Span } from '#server/lib/card-provider.ts'
import type { Trx } from '#server/lib/db.ts'
import { findLatestTask, forgetDifference, listOpenSubjects, openTask, settleTasks } from '#server/features/tasks/tasks.ts'
import { differenceOf, isSame, NOTHING, type Figures, type FiguresByCurrency } from './figures.ts'
import { sumBooks } from './queries.ts'

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
