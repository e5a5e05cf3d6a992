import type { FastifyBaseLogger } from 'fastify'
import type { ReadAgain } from '#shared/bookings/staff.ts'
import { readBookingAgain } from '#shared/payments/staff-calls.ts'
import { taskSteps } from '#shared/tasks/step-calls.ts'
import { asUuid, findBookingId } from '#server/features/bookings/records.ts'
import { fulfil } from '#server/features/fulfilment/fulfil.ts'
import { listSessionIds } from '#server/features/payments/attempts.ts'
import { listPaymentIds } from '#server/features/payments/payments.ts'
import { applyRefund } from '#server/features/refunds/records.ts'
import { asTaskId } from '#server/features/tasks/tasks.ts'
import { isRefusal } from '#server/lib/card-provider.ts'
import type { Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import type { Feature } from '#server/lib/feature.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { addWebhook, followDispute } from './events.ts'
import { compareIfLate, compareSinceLast } from './nightly.ts'
import { watchEvents } from './silence.ts'
import { reconcile } from './sweep.ts'
import { disownPayment, takeUpPayment } from './unknown-payments.ts'

export function reconciliation(deps: Deps): Feature {
  return {
    open: (scope) => addWebhook(scope, deps),
    calls({ flow }) {
      flow(readBookingAgain, async ({ params }) => readAgain(deps, params.id))
      flow(taskSteps.takeUp, async ({ actor, params, body }) => {
        await takeUpPayment(deps, actor, asTaskId(params.id), body.reference)
        return { message: 'Payment imported' }
      })
      flow(taskSteps.disown, async ({ actor, params, body }) => {
        await disownPayment(deps, actor, asTaskId(params.id), body.reference)
        return { message: 'Marked as not our payment' }
      })
    },
  }
}

export function reconciliationJobs(deps: Deps, log: FastifyBaseLogger): JobDefinition[] {
  const startedAt = deps.now()
  let isFirstRun = true

  async function reconcileOnce(_: unknown, stopping: AbortSignal): Promise<void> {
    // Anything older than this process was left by one that has ended, so retry it straight away whatever its pause.
    const ageMs = isFirstRun ? deps.now().getTime() - startedAt.getTime() : undefined
    if (await reconcile(deps, log, ageMs, stopping)) isFirstRun = false
  }

  return [
    { name: 'payments.reconcile', cron: '* * * * *', run: reconcileOnce },
    { name: 'payments.compare', cron: '20 3 * * *', run: async () => compareSinceLast(deps, log) },
    { name: 'payments.compare-late', cron: '50 * * * *', run: async () => compareIfLate(deps, log) },
    { name: 'payments.watch-events', cron: '*/30 * * * *', run: async () => watchEvents(deps, startedAt) },
  ]
}

/**
 * Reads everything the card provider holds for a booking and applies it, just as its events would. Safe to repeat and to
 * run concurrently. Objects unknown to the provider are counted and left alone. Throws 404, and 502
 * `payment_unavailable` when the provider does not respond; what was read by then stays applied.
 */
async function readAgain(deps: Deps, id: string): Promise<ReadAgain> {
  const { db, cards } = deps
  const bookingId = await findBookingId(db, asUuid(id))
  if (bookingId === undefined) throw notFound('Booking')
  const read: ReadAgain = { checkouts: 0, payments: 0, refunds: 0, disputes: 0, unknown: 0 }
  const count = async (kind: 'checkouts' | 'payments', work: () => Promise<void>) => {
    try {
      await work()
      read[kind] += 1
    } catch (error) {
      if (!isRefusal(error)) throw error
      read.unknown += 1
    }
  }
  for (const sessionId of await listSessionIds(db, bookingId)) await count('checkouts', async () => fulfil(deps, sessionId))
  // Includes the payments that reading the sessions has just recorded.
  for (const paymentId of await listPaymentIds(db, bookingId)) {
    await count('payments', async () => {
      for await (const refund of cards.listRefunds({ paymentId })) {
        await applyRefund(deps, refund)
        read.refunds += 1
      }
      for await (const dispute of cards.listDisputes({ paymentId })) {
        await followDispute(deps, dispute.id)
        read.disputes += 1
      }
    })
  }
  return read
}
