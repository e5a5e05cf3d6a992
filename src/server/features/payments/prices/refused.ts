import { formatProviderMoney } from '#shared/money.ts'
import { reasonOf } from '#server/lib/card-errors.ts'
import type { Deps } from '#server/lib/deps.ts'
import { pagesOf } from '#server/lib/sweeps.ts'
import { listOpenSubjects, type OpenSubject, openTaskOnce, settleTasks } from '#server/features/tasks/tasks.ts'
import { findOfferedTour } from '#server/features/tours/queries.ts'
import type { PricedTour } from '#server/features/tours/prices.ts'

const KIND = 'price_refused'

/** Opens one task per refused price. */
export async function reportRefused({ db, now }: Deps, tour: PricedTour, error: unknown): Promise<void> {
  const price = formatProviderMoney(tour.base_price_cents, tour.currency)
  const cause = `${tour.name} can’t be booked: the card provider rejected its price of ${price} (${reasonOf(error)}). Change the price, or unpublish the tour.`
  await db.transaction().execute(async (trx) => openTaskOnce(trx, { kind: KIND, subject: subjectOf(tour), cause }, now()))
}

/** Closes the tasks of prices that have been accepted or changed since, or whose tour is no longer on offer. */
export async function settleRefused(deps: Deps): Promise<void> {
  const { db, now } = deps
  for await (const page of pagesOf(async (limit, after?: OpenSubject) => listOpenSubjects(db, { kind: KIND }, limit, after))) {
    for (const { subject } of page) {
      const tour = await findOfferedTour(db, subject.split(' ')[0] ?? '')
      const isRefused = tour && subjectOf(tour) === subject && tour.stripe_price_cents !== tour.base_price_cents
      if (isRefused) continue
      const outcome = tour ? 'The tour’s price has changed, or the card provider has accepted it.' : 'The tour is no longer on offer.'
      await db.transaction().execute(async (trx) => settleTasks(trx, [KIND], subject, outcome, now()))
    }
  }
}

function subjectOf({ id, base_price_cents, currency }: Pick<PricedTour, 'id' | 'base_price_cents' | 'currency'>): string {
  return `${id} ${base_price_cents} ${currency}`
}
