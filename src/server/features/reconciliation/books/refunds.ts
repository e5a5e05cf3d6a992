import type { CardRefund, Span } from '#server/lib/card-provider.ts'
import { noteRefundTime } from '#server/features/refunds/commands.ts'
import { findBookedRefunds } from '#server/features/refunds/queries.ts'
import { takeOverRefund } from '../events/flows.ts'
import { addFigures, type FiguresByCurrency } from './figures.ts'
import type { Run } from './run.ts'

type BookedRefund = { state: string; amount_cents: number; made_at: Date | null }

/** Records the refunds of a span that our books lack or hold differently, and adds the provider's totals to `theirs`. */
export async function compareRefunds(run: Run, span: Span, theirs: FiguresByCurrency): Promise<void> {
  const { deps } = run
  for await (const batch of run.batches(deps.cards.listRefunds({ created: span }))) {
    const booked = await findBookedRefunds(
      deps.db,
      batch.map(({ id }) => id),
    )
    for (const refund of batch) {
      const ours = booked.get(refund.id)
      if (!ours && !refund.ownId && !refund.attemptId) continue
      if (refund.state !== 'failed' && refund.state !== 'canceled') {
        addFigures(theirs, refund.currency, { refunds: 1, refundedCents: refund.amountCents })
      }
      if (isEqual(ours, refund)) continue
      await run.attempt(`refund ${refund.id}`, async () => {
        await takeOverRefund(deps, refund)
        await noteRefundTime(deps.db, refund)
      })
    }
  }
}

function isEqual(ours: BookedRefund | undefined, { state, amountCents }: CardRefund): boolean {
  return ours?.state === state && ours.amount_cents === amountCents && ours.made_at !== null
}
