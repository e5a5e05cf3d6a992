import { sql, type ExpressionBuilder } from 'kysely'
import { enquiryReply } from '#server/emails/enquiries.ts'
import { FOR_THE_AGENCY } from '#server/emails/templates.ts'
import type { DB } from '#server/lib/db-types.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { removeMailFiles } from '#server/lib/mailer.ts'
import { inPages, type PersonalData } from '#server/lib/personal-data.ts'
import { listMails } from './queries.ts'

interface Owner {
  id: string
  email: string
  isConfirmed: boolean
}

async function getOwner(db: Database | Trx, userId: string): Promise<Owner> {
  const { email, email_confirmed_at } = await db
    .selectFrom('users')
    .select(['email', 'email_confirmed_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { id: userId, email: email.toLowerCase(), isConfirmed: email_confirmed_at !== null }
}

/**
 * Selects a person's emails: those about their bookings, no matter who the contact is, and those to the account's address.
 * Emails to that address about someone else's booking, or in reply to an enquiry, count only once the address is
 * confirmed. Emails to the agency never belong to a person who signs up with its address.
 */
const belongingTo = (owner: Owner) => (eb: ExpressionBuilder<DB, 'mails'>) => {
  const ownBookings = eb.selectFrom('bookings').select('id').where('user_id', '=', owner.id)
  // As an array, so that both indexes are used.
  const isAboutOwnBooking = sql<boolean>`booking_id = any(array(${ownBookings}))`
  const isToAddress = eb(eb.fn<string>('lower', ['recipient']), '=', owner.email)
  const isTheirs = eb.and([isToAddress, eb('template', 'not in', FOR_THE_AGENCY)])
  return eb.or([
    isAboutOwnBooking,
    owner.isConfirmed ? isTheirs : eb.and([isTheirs, eb('booking_id', 'is', null), eb('template', '!=', enquiryReply.template)]),
  ])
}

/** Emails sent or about to be sent to a person. They are deleted with the account, since bookkeeping does not need them. */
export const mailPersonalData = ({ DATA_DIR }: Deps['config']): PersonalData => ({
  async export(db, userId) {
    const theirs = db
      .selectFrom('mails')
      .select('id')
      .where(belongingTo(await getOwner(db, userId)))
    const rows = await theirs.orderBy('created_at').orderBy('id').execute()
    return { mails: inPages(rows, async (ids) => listMails(db, ids)) }
  },
  findObstacle: async () => undefined,
  async forget(trx, userId) {
    const own = belongingTo(await getOwner(trx, userId))
    const deleted = await trx.deleteFrom('mails').where(own).returning('id').execute()
    return async () => removeMailFiles(DATA_DIR, deleted)
  },
  async moveEmail(trx, userId, from, to) {
    const own = trx.selectFrom('bookings').select('id').where('user_id', '=', userId)
    await trx
      .updateTable('mails')
      .set({ recipient: to })
      .where('booking_id', 'in', own)
      // Includes undeliverable ones, since staff may send them again.
      .where('sent_at', 'is', null)
      .where((eb) => eb(eb.fn<string>('lower', ['recipient']), '=', from.toLowerCase()))
      .execute()
  },
})
