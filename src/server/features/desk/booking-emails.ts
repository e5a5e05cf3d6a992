import { randomUUID } from 'node:crypto'
import { resendBookingEmail } from '#shared/desk/booking-calls.ts'
import { renderTemplate } from '#server/emails/templates.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { getCustomer } from '#server/features/bookings/contacts.ts'
import { lockBooking, lockOwner } from '#server/features/bookings/records.ts'
import { settleTasks } from '#server/features/tasks/tasks.ts'
import type { Actor } from '#server/lib/actors.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { realAddress } from '#server/lib/email-addresses.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import type { Serving } from '#server/lib/serve.ts'
import { isUuid } from '#server/lib/uuids.ts'

export function bookingEmails({ change }: Serving, deps: Deps): void {
  change(resendBookingEmail, async ({ trx, actor, params }) => {
    await sendAgain(deps, trx, actor, params.id)
    return { message: 'The email is on its way' }
  })
}

/** Keeps a double click from sending a second copy. */
const PAUSE_MS = 60_000

/**
 * Sends a booking's email again as a new one, to its current address; the original stays on record. Throws 404, 409
 * `email_waiting`, 409 `no_email`, and 410 `link_spent` if its link has been erased.
 */
async function sendAgain(deps: Deps, trx: Trx, actor: Actor, mailId: string): Promise<void> {
  const original = isUuid(mailId) ? await trx.selectFrom('mails').selectAll().where('id', '=', mailId).executeTakeFirst() : undefined
  if (!original?.booking_id) throw notFound('Email')
  await lockOwner(trx, original.booking_id)
  const booking = await lockBooking(trx, original.booking_id)
  if (!original.sent_at && !original.failed_at)
    throw new AppError('email_waiting', 'This email hasn’t been sent yet. We’ll retry automatically.')
  if (original.expires_at || renderTemplate(original.template, original.data).secretFields) {
    throw new AppError('link_spent', 'The link in this email is no longer stored. Please send a new one.')
  }
  const [key = ''] = original.key.split(':again:')
  const copies = trx.selectFrom('mails').select('id').where('booking_id', '=', booking.id).where('key', 'like', `${key}:again:%`)
  const isJustSent = await copies.where('created_at', '>', new Date(deps.now().getTime() - PAUSE_MS)).executeTakeFirst()
  if (isJustSent) return
  const { name, email } = await getCustomer(trx, booking.id)
  if (realAddress(email) === null) throw new AppError('no_email', 'This customer has no email address. Please add one first.')
  const { template, data } = original
  const facts = { ...(data as object), customerName: name }
  await queueMail(trx, deps.queue, { key: `${key}:again:${randomUUID()}`, template, recipient: email, data: facts, bookingId: booking.id })
  await settleTasks(trx, ['mail_failed'], original.id, 'It has been sent again as a separate email.', deps.now())
  await recordAudit(trx, { actor, action: 'email.resent', subject: { kind: 'email', id: original.id }, after: { bookingId: booking.id } })
}
