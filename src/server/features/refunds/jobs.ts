import { z } from 'zod/mini'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { pagesOf, workAlone } from '#server/lib/sweeps.ts'
import { refundDisputedMail } from '#server/emails/refund-disputed.ts'
import { refundFailedMail } from '#server/emails/refund-failed.ts'
import { getCustomer } from '#server/features/bookings/queries.ts'
import { trySending } from './flows.ts'
import { listUntoldRefunds, type UntoldRefund } from './queries.ts'
import { SEND_REFUND_JOB } from './request.ts'

const refundJobSchema = z.object({ refundId: z.string() })

export function refundJobs(deps: Deps): JobDefinition[] {
  return [
    { name: 'payments.tell-customers', cron: '*/10 * * * *', run: async (_, stopping) => tellCustomers(deps, stopping) },
    { name: SEND_REFUND_JOB, run: async (data) => trySending(deps, refundJobSchema.parse(data).refundId) },
  ]
}

/** How long staff have to fix a refund after they have been told, before the customer is told. */
const HEAD_START_MS = 30 * 60_000

/** Tells customers about refunds that are stuck or that a dispute has made unnecessary: once per state, and after staff. */
export async function tellCustomers(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const { db, now } = deps
  const read = async (limit: number, after?: UntoldRefund) => listUntoldRefunds(db, new Date(now().getTime() - HEAD_START_MS), limit, after)
  for await (const page of pagesOf(read, { stopping })) {
    await workAlone(deps, 'to tell the customer of a refund', page, async (trx, refund) => tellCustomer(deps, trx, refund))
  }
}

async function tellCustomer({ queue }: Deps, trx: Trx, refund: UntoldRefund): Promise<void> {
  const { id, state } = refund
  const told = await trx
    .updateTable('refunds')
    .set({ told_state: state })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('told_state', 'is distinct from', state)
    .executeTakeFirst()
  if (told.numUpdatedRows === 0n) return
  const customer = await getCustomer(trx, refund.booking_id)
  const facts = {
    refundId: id,
    reference: refund.reference,
    title: refund.title,
    customerName: customer.name,
    amountCents: refund.amount_cents,
    currency: refund.currency,
  }
  const isDisputed = state === 'blocked' || state === 'lost'
  const mail = isDisputed
    ? refundDisputedMail(customer.email, refund.booking_id, { ...facts, state })
    : refundFailedMail(customer.email, refund.booking_id, facts)
  await queueMail(trx, queue, mail)
}
