import { formatProviderMoney } from '#shared/money.ts'
import type { TaskKind } from '#shared/tasks/staff.ts'
import type { CardCharge, Span } from '#server/lib/card-provider.ts'
import type { Deps } from '#server/lib/deps.ts'
import { openTaskOnce, settleTasks } from '#server/features/tasks/tasks.ts'
import { findCardPayment, type BookedPayment, listBookedPayments } from '#server/features/payments/queries.ts'
import { recordEarlierPayment } from '../events/flows.ts'
import { addFigures, type FiguresByCurrency } from './figures.ts'
import { findBookingOfAttempt, findReported } from './queries.ts'
import type { Run } from './run.ts'

const KINDS: TaskKind[] = ['unknown_payment', 'missing_payment']

/**
 * Compares one day of payments, charge by charge, and adds the provider's totals to `theirs`. Records the ones we
 * missed, and opens a task for each that cannot be recorded, is unknown to the provider or differs there. A charge
 * without an attempt of ours belongs to someone else using the same provider account.
 */
export async function compareCharges(run: Run, span: Span, theirs: FiguresByCurrency): Promise<void> {
  const { deps } = run
  // Read ours first: a payment recorded from here on may be missing from this list, but no payment on it can be missing at the provider.
  const unseen = await listBookedPayments(deps.db, span)
  for await (const batch of run.batches(deps.cards.listCharges(span))) {
    const reported = await findReported(
      deps.db,
      KINDS,
      batch.flatMap(({ paymentId }) => paymentId ?? []),
    )
    for (const charge of batch) {
      const { paymentId } = charge
      if (!charge.isPaid || !paymentId) continue
      const known = unseen.get(paymentId)
      unseen.delete(paymentId)
      if (!known && !charge.attemptId) continue
      addFigures(theirs, charge.currency, { payments: 1, paidCents: charge.amountCents })
      await run.attempt(`payment ${paymentId}`, async () => {
        const ours = known ?? (await takeOver(deps, paymentId))
        if (!ours) return reportUnknown(deps, paymentId, charge)
        if (!isEqual(ours, charge)) return reportMissing(deps, ours, `${formatProviderMoney(charge.amountCents, charge.currency)} there`)
        if (reported.has(paymentId)) await settle(deps, paymentId)
      })
    }
  }
  for (const ours of unseen.values()) {
    await run.attempt(`payment ${ours.provider_payment_id}`, async () => reportMissing(deps, ours, 'not in its list of that day'))
  }
}

async function takeOver(deps: Deps, paymentId: string): Promise<BookedPayment | undefined> {
  await recordEarlierPayment(deps, paymentId)
  return findCardPayment(deps.db, paymentId)
}

function isEqual(ours: BookedPayment, charge: CardCharge): boolean {
  return ours.amount_cents === charge.amountCents && ours.currency === charge.currency
}

async function reportUnknown({ db, now }: Deps, paymentId: string, charge: CardCharge): Promise<void> {
  const attempt = charge.attemptId ?? ''
  const booking = await findBookingOfAttempt(db, attempt)
  const cause = `The card provider has received ${formatProviderMoney(charge.amountCents, charge.currency)} (payment ${paymentId}) for attempt ${attempt}, but we couldn’t record it. Find out what was bought, then make the booking manually or refund the payment at the card provider.`
  const links = { bookingId: booking?.id ?? null, userId: booking?.user_id ?? null }
  await db.transaction().execute(async (trx) => openTaskOnce(trx, { kind: 'unknown_payment', subject: paymentId, cause, ...links }, now()))
}

async function reportMissing({ db, now }: Deps, ours: BookedPayment, there: string): Promise<void> {
  const { provider_payment_id: subject } = ours
  const cause = `Our books have payment ${subject} of ${formatProviderMoney(ours.amount_cents, ours.currency)}; at the card provider it is ${there}. Check it there: the booking may be unpaid.`
  const links = { bookingId: ours.booking_id, paymentId: ours.id }
  await db.transaction().execute(async (trx) => openTaskOnce(trx, { kind: 'missing_payment', subject, cause, ...links }, now()))
}

async function settle({ db, now }: Deps, paymentId: string): Promise<void> {
  const outcome = 'A later reconciliation found matching records.'
  await db.transaction().execute(async (trx) => settleTasks(trx, KINDS, paymentId, outcome, now()))
}
