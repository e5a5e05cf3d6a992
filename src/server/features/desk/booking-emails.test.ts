import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import * as deskBookingCalls from '#shared/desk/booking-calls.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { bookAndPay, createBuyer, mailsTo, nextDay } from '../../../../tests/support/buyers.ts'
import { approvedQuote, createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'

const site = await openPaymentSite()
const { db } = site.deps
const staff = await createStaff(site)

async function mailOf(bookingId: string, template: string) {
  return db
    .selectFrom('mails')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('template', '=', template)
    .orderBy('created_at')
    .executeTakeFirstOrThrow()
}

async function sendAgain(mailId: string, who: Browser = staff) {
  return who.post(pathOf(deskBookingCalls.resendBookingEmail, { id: mailId }))
}

test('a sent email goes out once more as one of its own, to where the booking’s emails go now, and once for two clicks', async () => {
  const buyer = await createBuyer(site)
  const { id } = await bookAndPay(site, buyer, 1, nextDay())
  const mail = await mailOf(id, 'booking-confirmed')
  expect((await sendAgain(mail.id)).json).toMatchObject({ statusCode: 409, code: 'email_waiting' })
  await db.updateTable('mails').set({ sent_at: new Date() }).where('id', '=', mail.id).execute()
  const contact = {
    booking_id: id,
    email: 'elsewhere@example.test',
    token_hash: randomUUID(),
    asked_by: 'admin_1',
    asked_at: new Date(),
    confirmed_at: new Date(),
  }
  await db.insertInto('booking_contacts').values(contact).execute()
  expect((await Promise.all([sendAgain(mail.id), sendAgain(mail.id)])).map(({ status }) => status)).toEqual([200, 200])
  expect(await mailsTo(site, 'elsewhere@example.test')).toEqual(['booking-confirmed'])
  const copy = await db.selectFrom('mails').selectAll().where('recipient', '=', 'elsewhere@example.test').executeTakeFirstOrThrow()
  // A different address is not greeted by the account's name.
  expect(copy.data).toEqual({ ...(mail.data as object), customerName: null })
  expect(await mailsTo(site, buyer.email)).toEqual(['booking-confirmed'])
})

test('one that has failed for good goes out again, and its task is closed', async () => {
  const buyer = await createBuyer(site)
  const { id } = await bookAndPay(site, buyer, 1, nextDay())
  const mail = await mailOf(id, 'booking-confirmed')
  await db.updateTable('mails').set({ failed_at: new Date(), failure: 'the address was rejected' }).where('id', '=', mail.id).execute()
  const task = {
    id: randomUUID(),
    kind: 'mail_failed',
    subject: mail.id,
    cause: 'It failed.',
    booking_id: id,
    opened_at: new Date(),
  } as const
  await db.insertInto('tasks').values(task).execute()
  expect((await sendAgain(mail.id)).status).toBe(200)
  expect(await mailsTo(site, buyer.email)).toEqual(['booking-confirmed', 'booking-confirmed'])
  const closed = await db.selectFrom('tasks').select('outcome').where('id', '=', task.id).executeTakeFirstOrThrow()
  expect(closed.outcome).toBe('It has been sent again as a separate email.')
})

test('what had a link is not sent again, what is about no booking is not found, and all of it is for staff', async () => {
  const quote = await approvedQuote(site)
  const approved = await mailOf(quote.id, 'quote-approved')
  await db.updateTable('mails').set({ sent_at: new Date() }).where('booking_id', '=', quote.id).execute()
  expect((await sendAgain(approved.id)).json).toMatchObject({ statusCode: 410, code: 'link_spent' })
  const other = {
    id: randomUUID(),
    key: randomUUID(),
    template: 'enquiry-received',
    recipient: 'a@example.test',
    data: '{}',
    sent_at: new Date(),
  }
  await db.insertInto('mails').values(other).execute()
  for (const id of [other.id, randomUUID(), 'nonsense']) expect((await sendAgain(id)).status).toBe(404)
  const received = await mailOf(quote.id, 'quote-received')
  const people = [site.visitor(), quote.mover, staff, await createStaff(site, 'admin')]
  const statuses: number[] = []
  for (const who of people) statuses.push((await sendAgain(received.id, who)).status)
  expect(statuses).toEqual([401, 403, 200, 200])
})
