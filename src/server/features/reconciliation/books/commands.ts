import { sql } from 'kysely'
import { formatProviderMoney } from '#shared/money.ts'
import type { Day } from '#shared/dates.ts'
import type { Span } from '#server/lib/card-provider.ts'
import type { Trx } from '#server/lib/db.ts'
import { openTask, settleTasks } from '#server/features/tasks/commands.ts'
import { differenceOf, isSame, NOTHING, type Figures, type FiguresByCurrency } from './figures.ts'
import { sumBooks } from './queries.ts'

export interface DailyBalance {
  day: Day
  /** May be a currency that we do not accept payments in. */
  currency: string
  ours: Figures
  theirs: Figures
}

/** Stores a day's totals next to the provider's, one row per currency, and opens a task for any difference. */
export async function recordBalances(trx: Trx, day: Day, span: Span, theirs: FiguresByCurrency, now: Date): Promise<DailyBalance[]> {
  // A day's first comparison has no row yet to lock.
  await sql`select pg_advisory_xact_lock(hashtext('meridian-daily-balances'))`.execute(trx)
  const ours = await sumBooks(trx, span)
  const earlier = await readBalances(trx, day)
  const currencies = new Set([...ours.keys(), ...theirs.keys(), ...earlier.keys()])
  const balances = [...currencies].toSorted().map((currency) => ({
    day,
    currency,
    ours: ours.get(currency) ?? NOTHING,
    theirs: theirs.get(currency) ?? NOTHING,
  }))
  for (const balance of balances) {
    await writeBalance(trx, balance, now)
    await reportDifference(trx, balance, earlier.get(balance.currency), now)
  }
  return balances
}

async function readBalances(trx: Trx, day: Day): Promise<Map<string, DailyBalance>> {
  const rows = await trx
    .selectFrom('daily_balances')
    .select(['currency', 'our_payments', 'our_paid_cents', 'our_refunds', 'our_refunded_cents'])
    .select(['their_payments', 'their_paid_cents', 'their_refunds', 'their_refunded_cents'])
    .where('day', '=', day)
    .execute()
  return new Map(
    rows.map((row) => {
      const ours = {
        payments: row.our_payments,
        paidCents: row.our_paid_cents,
        refunds: row.our_refunds,
        refundedCents: row.our_refunded_cents,
      }
      const theirs = {
        payments: row.their_payments,
        paidCents: row.their_paid_cents,
        refunds: row.their_refunds,
        refundedCents: row.their_refunded_cents,
      }
      return [row.currency, { day, currency: row.currency, ours, theirs }]
    }),
  )
}

async function writeBalance(trx: Trx, { day, currency, ours, theirs }: DailyBalance, now: Date): Promise<void> {
  const figures = {
    our_payments: ours.payments,
    our_paid_cents: ours.paidCents,
    our_refunds: ours.refunds,
    our_refunded_cents: ours.refundedCents,
    their_payments: theirs.payments,
    their_paid_cents: theirs.paidCents,
    their_refunds: theirs.refunds,
    their_refunded_cents: theirs.refundedCents,
    compared_at: now,
  }
  await trx
    .insertInto('daily_balances')
    .values({ day, currency, ...figures })
    .onConflict((conflict) => conflict.columns(['day', 'currency']).doUpdateSet(figures))
    .execute()
}

/** Opens one task per difference. Finding the same difference again opens none, even after a person has closed its task. */
async function reportDifference(trx: Trx, balance: DailyBalance, earlier: DailyBalance | undefined, now: Date): Promise<void> {
  const difference = differenceOf(balance.ours, balance.theirs)
  const before = earlier ? differenceOf(earlier.ours, earlier.theirs) : NOTHING
  if (isSame(difference, before)) return
  const subject = `${balance.day} ${balance.currency}`
  await settleTasks(trx, ['books_differ'], subject, 'A later comparison came to other figures.', now)
  if (isSame(difference, NOTHING)) return
  const cause = `${balance.day}: our books have ${inWords(balance.ours, balance)}; the card provider has ${inWords(balance.theirs, balance)}. Compare the lists of that day.`
  await openTask(trx, { kind: 'books_differ', subject, cause }, now)
}

function inWords({ payments, paidCents, refunds, refundedCents }: Figures, { currency }: DailyBalance): string {
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
