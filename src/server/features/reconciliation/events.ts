import { sql } from 'kysely'
import { formatProviderMoney } from '#shared/money.ts'
import { deliverEvent } from '#shared/payments/calls.ts'
import type { Advice } from '#shared/tasks/causes.ts'
import type { TaskKind } from '#shared/tasks/staff.ts'
import { fulfil } from '#server/features/fulfilment/fulfil.ts'
import { findCardPayment, lockPayment, type LockedPayment } from '#server/features/payments/payments.ts'
import { followDisputes, storeDispute } from '#server/features/refunds/disputes.ts'
import { applyRefund } from '#server/features/refunds/records.ts'
import { openTask, openTaskOnce, settleTasks } from '#server/features/tasks/tasks.ts'
import { EVENT_BYTES } from '#server/lib/body-limits.ts'
import { isRefusal, type CardDispute, type CardEvent, type CardRefund } from '#server/lib/card-provider.ts'
import type { Trx } from '#server/lib/db.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { triesOf } from '#server/lib/retries.ts'

export const eventTries = triesOf('provider_events', sql`processed_at is not null`)

/** A dispute changes state only a few times in its life; one that changes on every read cannot be followed. */
const MAX_READINGS = 10

export function addWebhook(app: App, deps: Deps): void {
  // The signature covers the raw bytes, so nothing in this scope may parse the body.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: EVENT_BYTES }, (_request, body, done) => done(null, body))

    scope.post(deliverEvent.path, async (request, reply) => {
      const event = Buffer.isBuffer(request.body) ? deps.cards.verifyEvent(request.body, request.headers) : undefined
      if (!event) throw new AppError('invalid_signature', 'The signature of this event is not valid.')
      if (event.isLive !== deps.cards.isLive) {
        request.log.error({ eventId: event.id }, 'event of the other mode (test or live) ignored')
        return reply.send({ received: true })
      }
      // Store first and answer 200 once stored: the reconcile job retries whatever fails from here on.
      await storeEvent(deps, event)
      await processEvent(deps, event.id).catch((error: unknown) => {
        request.log.error({ err: error, eventId: event.id }, 'event could not be processed; it will be retried')
      })
      return reply.send({ received: true })
    })
  })
}

/**
 * Stores an event once. Only its subject is kept, since the contents are read again from the provider. `isFetched` marks
 * an event that we found in the provider's list because it was never delivered to us.
 */
export async function storeEvent(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id, type, objectId }: CardEvent,
  { isFetched = false } = {},
): Promise<void> {
  await db
    .insertInto('provider_events')
    .values({ id, type, object_id: objectId, is_fetched: isFetched, received_at: now() })
    .onConflict((conflict) => (isFetched ? conflict.doNothing() : conflict.column('id').doUpdateSet({ is_fetched: false })))
    .execute()
}

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

const TASK: Record<CardDispute['standing'], { kind: TaskKind; advice?: Advice; consequence?: string }> = {
  inquiry: { kind: 'dispute_opened', advice: 'inquiry' },
  open: { kind: 'dispute_opened', advice: 'dispute' },
  lifted: { kind: 'dispute_won', consequence: 'This payment can be refunded again.' },
  lost: { kind: 'dispute_lost', consequence: 'The funds have been lost: don’t refund the payment as well. Keep or cancel the booking.' },
}

/**
 * Stores what a dispute stands at, opens the task that follows from it, and settles the refunds that were waiting for it. The payment must be
 * locked.
 */
export async function recordDispute(deps: Deps, trx: Trx, payment: LockedPayment, dispute: CardDispute): Promise<void> {
  const now = deps.now()
  const { standing } = dispute
  const before = await storeDispute(trx, payment, dispute, now)
  const isKnown = before?.standing === standing
  const words = dispute.status.replaceAll('_', ' ')
  const isOver = standing === 'lifted' || standing === 'lost'
  if (!isKnown || before.taken_cents !== dispute.takenCents) {
    await followDisputes(deps, trx, payment, isOver ? `The dispute was ${words}` : 'The dispute has changed')
  }
  const { kind, advice, consequence } = TASK[standing]
  if (isOver) await settleTasks(trx, ['dispute_opened', 'dispute_evidence'], dispute.id, `The dispute has closed: ${words}.`, now)
  // Appealed, or taken back by the cardholder: its money is not gone.
  if (standing !== 'lost') await settleTasks(trx, ['dispute_lost'], dispute.id, `The dispute is now “${words}”.`, now)
  // What never held any money has simply ended.
  if (standing === 'lifted' && before?.standing !== 'open' && before?.standing !== 'lost' && dispute.status !== 'won') return
  const amount = formatProviderMoney(dispute.amountCents, dispute.currency)
  const cause = `Dispute ${dispute.id} over ${amount} is “${words}”.${consequence ? ` ${consequence}` : ''}`
  const links = { bookingId: payment.booking_id, paymentId: payment.id, userId: payment.user_id }
  // If we already knew this state, for instance because an event was processed late, do not reopen a task that someone has closed.
  const open = isKnown ? openTaskOnce : openTask
  await open(trx, { kind, subject: dispute.id, cause, ...(advice && { advice }), dueAt: dispute.dueAt, ...links }, now)
}
