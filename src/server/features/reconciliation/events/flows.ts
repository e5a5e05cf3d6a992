import { isRefusal } from '#server/lib/card-errors.ts'
import type { CardDispute, CardRefund } from '#server/lib/card-provider.ts'
import type { Deps } from '#server/lib/deps.ts'
import { lockPayment } from '#server/features/payments/commands.ts'
import { fulfil } from '#server/features/fulfilment/flows.ts'
import { applyRefund } from '#server/features/refunds/flows.ts'
import { findCardPayment } from '#server/features/payments/queries.ts'
import { recordDispute } from '../disputes/commands.ts'

/** A dispute changes state only a few times in its life; one that changes on every read cannot be followed. */
const MAX_READINGS = 10

/**
 * Processes a stored event unless that has been done. An event is only a hint: the object is read again, so order, age and repeats do not
 * matter. Throws on failure; the event then stays queued for another try.
 */
export async function processEvent(deps: Deps, eventId: string): Promise<void> {
  const event = await deps.db
    .selectFrom('provider_events')
    .select(['type', 'object_id'])
    .where('id', '=', eventId)
    .where('processed_at', 'is', null)
    .executeTakeFirst()
  if (!event) return
  const failure = await act(deps, event.type, event.object_id).then(() => null, failureOf)
  await deps.db.updateTable('provider_events').set({ processed_at: deps.now(), failure }).where('id', '=', eventId).execute()
}

/** Something the provider definitely does not know will stay unknown, so asking again every minute is pointless. */
function failureOf(error: unknown): string {
  if (!isRefusal(error)) throw error
  return error.message
}

async function act(deps: Deps, type: string, objectId: string): Promise<void> {
  const { cards } = deps
  switch (cards.subjectOf(type)) {
    case 'session':
      return fulfil(deps, objectId)
    case 'refund':
      return takeOverRefund(deps, await cards.getRefund(objectId))
    case 'charge':
      for await (const refund of cards.listRefunds({ chargeId: objectId })) await takeOverRefund(deps, refund)
      return
    case 'dispute':
      return followDispute(deps, objectId)
    case 'unknown':
  }
}

/** Applies the provider's state of a refund, recording its payment first if we missed that. */
export async function takeOverRefund(deps: Deps, refund: CardRefund): Promise<void> {
  await recordEarlierPayment(deps, refund.paymentId)
  await applyRefund(deps, refund)
}

/** Events arrive in any order, so the payment this one refers to may not have been recorded yet. */
export async function recordEarlierPayment(deps: Deps, paymentId: string | null): Promise<void> {
  if (!paymentId) return
  if (await findCardPayment(deps.db, paymentId)) return
  for await (const session of deps.cards.listSessions({ paymentId })) await fulfil(deps, session.id)
}

/**
 * Applies the current state of a dispute. Another event for the same dispute may be processed at the same moment and
 * make our copy stale, so the dispute is read again after each write until it no longer changes. Throws if it keeps
 * changing.
 */
export async function followDispute(deps: Deps, disputeId: string): Promise<void> {
  let dispute = await deps.cards.getDispute(disputeId)
  for (let round = 0; round < MAX_READINGS; round++) {
    await noteDispute(deps, dispute)
    const later = await deps.cards.getDispute(disputeId)
    if (later.status === dispute.status) return
    dispute = later
  }
  throw new Error(`Dispute ${disputeId} read differently ${MAX_READINGS} times in a row.`)
}

/** Records a dispute on its payment, and lifts it once it is won; staff decide about the seats. */
async function noteDispute(deps: Deps, dispute: CardDispute): Promise<void> {
  await recordEarlierPayment(deps, dispute.paymentId)
  await deps.db.transaction().execute(async (trx) => {
    const payment = await lockPayment(trx, dispute.paymentId)
    if (payment) await recordDispute(deps, trx, payment, dispute)
  })
}
