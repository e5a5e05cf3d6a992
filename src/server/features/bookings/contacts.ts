import { randomUUID } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import * as calls from '#shared/bookings/staff-calls.ts'
import type { CorrectAddressBody } from '#shared/bookings/staff.ts'
import { pageHref, pages } from '#shared/pages.ts'
import { contactChangingMail, contactConfirmationMail } from '#server/emails/bookings.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import type { NamedActor } from '#server/lib/actors.ts'
import type { DB } from '#server/lib/db-types.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { maskedAddress, realAddress } from '#server/lib/email-addresses.ts'
import { AppError } from '#server/lib/errors.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import { createToken, hashToken } from '#server/lib/secrets.ts'
import type { Serving } from '#server/lib/serve.ts'
import { asUuid, lockBooking, lockOwner } from './records.ts'

const LIFE_MS = 7 * 24 * 60 * 60 * 1000
/** Keeps a double click from sending a second link. */
const PAUSE_MS = 60_000

export function contactCalls({ change }: Serving, deps: Deps): void {
  change(calls.correctAddress, async ({ trx, actor, params, body }) => {
    await correctAddress(deps, trx, actor, params.id, body)
    return { message: 'Confirmation link sent' }
  })
}

/**
 * Returns who receives a booking's emails: its own confirmed address; else a vehicle booking's contact, if the account has confirmed its
 * address; else the account. `name` is null unless the address belongs to the account and is confirmed, or staff created the account: a
 * name chosen for someone else's mailbox could say anything.
 */
export async function getCustomer(trx: Database | Trx, bookingId: string): Promise<{ name: string | null; email: string }> {
  const row = await trx
    .selectFrom('bookings')
    .innerJoin('users', 'users.id', 'bookings.user_id')
    .leftJoin('vehicle_bookings', 'vehicle_bookings.booking_id', 'bookings.id')
    .leftJoin('booking_contacts', 'booking_contacts.booking_id', 'bookings.id')
    .select(['users.name', 'users.email', 'email_confirmed_at', 'contact_name', 'contact_email', 'booking_contacts.email as own_contact'])
    .select((eb) => eb('users.password_hash', '=', '').as('is_named_by_staff'))
    .where('bookings.id', '=', bookingId)
    .executeTakeFirstOrThrow()
  // No one has signed in to this account; its name may have been chosen by staff.
  if (!row.email_confirmed_at)
    return { name: row.is_named_by_staff && !row.own_contact ? row.name : null, email: row.own_contact ?? row.email }
  const email = row.own_contact ?? row.contact_email ?? row.email
  const isOwn = email.toLowerCase() === row.email.toLowerCase()
  return { name: isOwn ? (row.contact_name ?? row.name) : null, email }
}

export function contactPhone(eb: ExpressionBuilder<DB, 'tour_bookings' | 'users'>) {
  return [
    eb.fn.coalesce('tour_bookings.journey_phone', 'users.phone').as('phone'),
    eb.fn.coalesce('tour_bookings.journey_phone_number', 'users.phone_number').as('phone_number'),
  ]
}

/**
 * Asks to send a booking's emails to another address, which takes effect once its owner has followed the link. The
 * account does not change, and the current address is notified. Throws 404, 409 `no_email`, and 409 `contact_changed` naming
 * who changed it first.
 */
async function correctAddress(deps: Deps, trx: Trx, actor: NamedActor, id: string, body: CorrectAddressBody): Promise<void> {
  const { origins, queue, now } = deps
  await lockOwner(trx, asUuid(id))
  const booking = await lockBooking(trx, id)
  const present = await getCustomer(trx, booking.id)
  if (realAddress(present.email) === null) throw new AppError('no_email', 'This account has no email address. Please add one.')
  const asking = await findAsking(trx, booking.id)
  refuseUnseen(present.email, asking, body)
  if (isSame(present.email, body.email) || isJustAsked(asking, body.email, now())) return
  const [token, expiresAt] = [createToken(), new Date(now().getTime() + LIFE_MS)]
  const asked = { wanted_email: body.email, token_hash: hashToken(token), asked_by: actor.accountId, asked_at: now() }
  await trx
    .insertInto('booking_contacts')
    .values({ booking_id: booking.id, ...asked })
    .onConflict((conflict) => conflict.column('booking_id').doUpdateSet(asked))
    .execute()
  const siteUrl = origins.ofMails()
  const confirmUrl = `${siteUrl}${pageHref(pages.confirmEmail)}?token=${token}`
  const link = { mailing: randomUUID(), reference: booking.reference, confirmUrl }
  await queueMail(trx, queue, contactConfirmationMail(body.email, booking.id, link, expiresAt))
  const facts = { ...booking, customerName: present.name, siteUrl }
  await queueMail(trx, queue, contactChangingMail(present.email, facts, { mailing: link.mailing, newAddress: maskedAddress(body.email) }))
  await recordAudit(trx, { actor, action: 'booking.address_asked', subject: { kind: 'booking', id: booking.id } })
}

type Asking = Awaited<ReturnType<typeof findAsking>>

async function findAsking(trx: Trx, bookingId: string) {
  return trx
    .selectFrom('booking_contacts')
    .innerJoin('users', 'users.id', 'asked_by')
    .select(['booking_contacts.email', 'wanted_email', 'asked_at', 'name'])
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()
}

/** Throws 409 `contact_changed` unless both the current and the requested address are the ones the editor saw. */
function refuseUnseen(present: string, asking: Asking, { email, seenEmail, seenAsked }: CorrectAddressBody): void {
  if (!isSame(present, seenEmail)) {
    const asker = isSame(asking?.email ?? '', present) ? `, at ${asking?.name}’s request` : ''
    throw new AppError('contact_changed', `This booking’s email address has changed: it’s now ${present}${asker}. Please check again.`)
  }
  const asked = asking?.wanted_email ?? ''
  if (!asking || isSame(asked, seenAsked ?? '') || isSame(asked, email)) return
  throw new AppError('contact_changed', `${asking.name} has just requested a change to ${asked}. Please check again.`)
}

function isJustAsked(asking: Asking, email: string, now: Date): boolean {
  return asking !== undefined && isSame(asking.wanted_email ?? '', email) && now.getTime() - asking.asked_at.getTime() < PAUSE_MS
}

/** Adopts the address that a link confirms; opening it again is harmless. Returns false if no booking has this link or it has expired. */
export async function confirmAddress(trx: Trx, token: string, now: Date): Promise<boolean> {
  const contact = await trx
    .selectFrom('booking_contacts')
    .select(['booking_id', 'wanted_email'])
    .where('token_hash', '=', hashToken(token))
    .where('asked_at', '>', new Date(now.getTime() - LIFE_MS))
    .forUpdate()
    .executeTakeFirst()
  if (contact?.wanted_email) {
    await trx
      .updateTable('booking_contacts')
      .set({ email: contact.wanted_email, wanted_email: null, confirmed_at: now })
      .where('booking_id', '=', contact.booking_id)
      .execute()
  }
  return contact !== undefined
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
