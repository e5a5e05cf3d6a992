import { isRefusal } from '#server/lib/card-errors.ts'
import type { CardDispute, CardRefund } from '#server/lib/card-provider.ts'
import type { Deps } from '#server/lib/deps.ts'
import { lockPayment } from '#server/features/payments/commands.ts'
import { fulfil } from '#server/features/fulfilment/flows.ts'
import { applyRefund } from '#server/features/refunds/flows.ts'
import { findCardPayment } from '#server/features/payments/queries.ts'
import { recordDispute } from '../disputes/commands.ts'

/** A dispute has a handful of states in its whole life: one that changes at every reading is not to be followed. */
const MAX_READINGS = 10

/**
 * Acts on a stored event unless that has been done. An event is a hint: the object is read again, so order, age and
 * repetition do not matter (payments 2.8). Throws when it could not be done; the event stays to be tried again.
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

/** What the provider definitely does not know stays unknown: asking for it again every minute would help nobody. */
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

/** Takes over what the provider says of a refund, and of its payment if we have not heard of that. */
export async function takeOverRefund(deps: Deps, refund: CardRefund): Promise<void> {
  await recordEarlierPayment(deps, refund.paymentId)
  await applyRefund(deps, refund)
}

/** Events come in any order: the payment that this one is about may not have been recorded yet. */
export async function recordEarlierPayment(deps: Deps, paymentId: string | null): Promise<void> {
  if (!paymentId) return
  if (await findCardPayment(deps.db, paymentId)) return
  for await (const session of deps.cards.listSessions({ paymentId })) await fulfil(deps, session.id)
}

/**
 * Takes over how a dispute stands. What was read may be old once it is written, when another event of the same dispute is
 * taken at the same moment: so it is read again afterwards, until nothing has changed meanwhile. Throws when it never stays the same.
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

/** Notes a dispute on its payment, and lifts it when it was won; the staff decide about the seats (payments 3.9). */
async function noteDispute(deps: Deps, dispute: CardDispute): Promise<void> {
  await recordEarlierPayment(deps, dispute.paymentId)
  await deps.db.transaction().execute(async (trx) => {
    const payment = await lockPayment(trx, dispute.paymentId)
    if (payment) await recordDispute(deps, trx, payment, dispute)
  })
}
