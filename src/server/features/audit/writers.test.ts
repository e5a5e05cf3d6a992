import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { AUDIT_ACTIONS } from '#shared/audit.ts'
import { departureId } from '#shared/departures.ts'
import { calls } from '#shared/paths.ts'
import { makeAdministrator, replacePassword } from '#server/features/accounts/commands.ts'
import { sendLink } from '#server/features/accounts/recovery/commands.ts'
import { recordErasure, resendMail } from '#server/features/mails/commands.ts'
import { assignTask, closeTask, openTask } from '#server/features/tasks/commands.ts'
import { projectRoot } from '#server/lib/root.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { bookAndPay, nextDay, TOUR } from '../../../../tests/support/buyers.ts'
import { bookBody, createStaff, draftOf } from '../../../../tests/support/movers.ts'
import { runEmailChanges, tokenIn } from '../../../../tests/support/email-changes.ts'
import { EMAIL, paymentWriters, REASON, type Writers } from '../../../../tests/support/payment-writers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { setUpFactor } from '../../../../tests/support/second-factors.ts'
import { operator } from './commands.ts'

const site = await openPaymentSite()
const { db, now, queue } = site.deps
const inTransaction = db.transaction()

/** What people are called, what they write and where they live: none of it may be found in an entry. */
const PERSONAL = ['quill', 'xanthippe', 'wombat', 'lane', 'carrier', '2079460958', 'example.test', '@']
const PASSWORD = 'wombat-password'

async function traveller(): Promise<Browser> {
  const browser = site.visitor()
  await browser.signUpAndLogIn('Xanthippe Quill', `${randomUUID()}.${EMAIL}`, PASSWORD)
  return browser
}

async function askForAddress(): Promise<void> {
  const person = await traveller()
  await db.updateTable('users').set({ email_confirmed_at: now() }).where('email', '=', person.email).execute()
  await person.post(calls.changeEmail, { email: `${randomUUID()}.${EMAIL}`, password: PASSWORD })
}

const payments = paymentWriters(site, traveller)

const WRITERS: Writers = {
  'accounts/commands.ts': [
    async () => {
      const person = { name: 'Xanthippe Quill', email: EMAIL, password: PASSWORD }
      const { email } = await traveller()
      await makeAdministrator(db, person, now())
      await makeAdministrator(db, { ...person, email }, now())
      await replacePassword(db, EMAIL, PASSWORD, now())
    },
    ['account.created', 'role.changed', 'password.set'],
  ],
  'accounts/customers/commands.ts': [payments.reserved, ['account.created']],
  'accounts/email-changes/routes.ts': [askForAddress, ['email.change_asked']],
  'accounts/email-changes/commands.ts': [
    async () => {
      await askForAddress()
      await runEmailChanges(site)
      const objection = await tokenIn(site, 'email-changing')
      await site.visitor().post(calls.confirmEmail, { token: await tokenIn(site, 'email-change') })
      await site.visitor().post(calls.objectToEmail, { token: objection })
    },
    ['email.changed', 'email.change_undone'],
  ],
  'accounts/own-data/commands.ts': [async () => (await traveller()).post(calls.deleteAccount, { password: PASSWORD }), ['account.deleted']],
  'accounts/sessions/refusals.ts': [
    async () => site.visitor().post(calls.login, { email: (await traveller()).email, password: REASON }),
    ['session.refused'],
  ],
  'accounts/sessions/routes.ts': [traveller, ['session.signed_in']],
  'accounts/people/commands.ts': [
    async () => {
      const boss = await createStaff(site, 'admin')
      const person = await traveller()
      await setUpFactor(site, person, PASSWORD)
      const { id } = await db.selectFrom('users').select('id').where('email', '=', person.email).executeTakeFirstOrThrow()
      await boss.post(calls.resetFactor(id))
      await boss.post(calls.changeRole(id), { role: 'staff' })
      await boss.post(calls.disableAccount(id))
      await boss.post(calls.enableAccount(id))
      await boss.post(calls.invitePerson, { name: 'Xanthippe Quill', email: `invited.${EMAIL}`, role: 'staff' })
    },
    ['second_factor.reset', 'role.changed', 'account.disabled', 'account.enabled', 'account.invited'],
  ],
  'accounts/recovery/routes.ts': [
    async () => {
      const { email } = await traveller()
      await sendLink(site.deps, { requestId: randomUUID(), purpose: 'reset', email })
      const mail = await db.selectFrom('mails').select('data').where('recipient', '=', email).orderBy('created_at', 'desc').execute()
      const token = /token=([\w-]+)/.exec(mail.map(({ data }) => JSON.stringify(data)).find((data) => data.includes('resetUrl')) ?? '')?.[1]
      await site.visitor().post(calls.resetPassword, { token, password: PASSWORD })
    },
    ['password.reset'],
  ],
  'accounts/second-factor/routes.ts': [
    async () => {
      const person = await traveller()
      const { recoveryCodes } = await setUpFactor(site, person, PASSWORD)
      await person.post(calls.removeSecondFactor, { password: PASSWORD, code: recoveryCodes[0] })
    },
    ['second_factor.set_up', 'second_factor.removed'],
  ],
  'audit/staff-calls.ts': [
    async () => {
      await (await createStaff(site)).get(`${calls.staffQuotes}?status=pending&x=${EMAIL}`)
      await (await createStaff(site)).post(calls.approveQuote(EMAIL), { reason: REASON })
      await (await traveller()).get(calls.staffQuotes)
    },
    ['staff_call.made', 'staff_call.refused'],
  ],
  'audit/staff-routes.ts': [
    async () => (await createStaff(site, 'manager')).get(`${calls.staffAuditFile}?actor=${EMAIL}`),
    ['audit.exported'],
  ],
  'bookings/contacts/commands.ts': [
    async () => {
      const buyer = await traveller()
      const { id } = await bookAndPay(site, buyer, 1, nextDay())
      await (await createStaff(site)).post(calls.correctAddress(id), { email: EMAIL, seenEmail: buyer.email, seenAsked: null })
    },
    ['booking.address_asked'],
  ],
  'desk/emails/commands.ts': [
    async () => {
      const { id } = await bookAndPay(site, await traveller(), 1, nextDay())
      const sent = db.updateTable('mails').set({ sent_at: now() }).where('booking_id', '=', id).returning('id')
      await (await createStaff(site)).post(calls.resendBookingEmail((await sent.executeTakeFirstOrThrow()).id))
    },
    ['email.resent'],
  ],
  'bookings/manifest/staff-routes.ts': [
    async () => {
      const [buyer, day] = [await traveller(), nextDay()]
      const { id } = await bookAndPay(site, buyer, 1, day)
      await buyer.post(calls.travellers(id), { names: ['Xanthippe Quill'] })
      await (await createStaff(site)).get(calls.manifest(departureId(TOUR, day)))
    },
    ['manifest.read'],
  ],
  'bookings/notes/commands.ts': [
    async () => {
      const { id } = await bookAndPay(site, await traveller(), 1, nextDay())
      await (await createStaff(site)).post(calls.bookingNotes(id), { body: REASON })
    },
    ['note.written'],
  ],
  'enquiries/inbox/commands.ts': [
    async () => {
      const enquiry = {
        key: randomUUID(),
        name: 'Xanthippe Quill',
        email: EMAIL,
        phone: '',
        subject: 'Tours',
        message: REASON,
        homepage: '',
      }
      await site.visitor().post(calls.sendEnquiry, enquiry)
      const staff = await createStaff(site)
      const [{ id }] = (await staff.get(calls.staffEnquiries)).json
      await staff.post(calls.answerEnquiry(id))
      await staff.post(calls.reopenEnquiry(id))
    },
    ['enquiry.answered', 'enquiry.reopened'],
  ],
  'mails/commands.ts': [
    async () => {
      const id = randomUUID()
      const mail = { id, key: id, template: 'quote-declined', recipient: EMAIL, data: { name: REASON }, failed_at: now() }
      await db.insertInto('mails').values(mail).execute()
      await inTransaction.execute((trx) => resendMail(trx, queue, operator(), id, now()))
      await inTransaction.execute((trx) => recordErasure(trx, operator(), { emails: 2, enquiries: 1 }))
    },
    ['email.resent', 'email.erased'],
  ],
  ...payments.writers,
  'quotes/commands.ts': [
    async () => {
      const mover = await traveller()
      await mover.put(calls.draft, { version: 1, draft: draftOf() })
      const { booking } = (await mover.post(calls.bookVehicle, bookBody({ notes: REASON }))).json
      const staff = await createStaff(site, 'manager')
      await staff.post(calls.approveQuote(booking.id), { price: 40_000, reason: REASON })
      await staff.post(calls.declineQuote(booking.id), { reason: REASON })
      const again = (await mover.post(calls.bookVehicle, bookBody({ notes: REASON }))).json
      await mover.post(calls.withdrawQuote(again.booking.id))
    },
    ['quote.approved', 'quote.declined', 'quote.withdrawn'],
  ],
  'reviews/moderation/commands.ts': [
    async () => {
      const manager = await createStaff(site, 'manager')
      const [review] = (await manager.get(calls.staffReviews)).json
      await manager.post(calls.hideReview(review.id), { reason: REASON })
      await manager.post(calls.showReview(review.id))
    },
    ['review.hidden', 'review.shown'],
  ],
  'tours/departures/commands.ts': [
    async () => {
      const admin = await createStaff(site, 'admin')
      const id = departureId(TOUR, nextDay())
      await admin.put(calls.departureCapacity(id), { capacity: 14, seenCapacity: 12 })
      await admin.post(calls.blockDeparture(id))
      await admin.post(calls.unblockDeparture(id))
    },
    ['departure.resized', 'departure.blocked', 'departure.unblocked'],
  ],
  'tours/editing/commands.ts': [
    async () => {
      const admin = await createStaff(site, 'admin')
      const { id, fields } = (await admin.post(calls.duplicateTour(TOUR))).json
      await admin.put(calls.staffTour(id), { version: 1, fields: { ...fields, name: REASON, overview: EMAIL, basePrice: 7 } })
      await admin.post(calls.publishTour(id), { version: 2 })
      await admin.post(calls.deactivateTour(id), { version: 3 })
    },
    ['tour.created', 'tour.edited', 'tour.published', 'tour.deactivated'],
  ],
  'tours/pictures/commands.ts': [
    async () => {
      const background = { create: { width: 800, height: 450, channels: 3, background: 'red' } } as const
      const file = { name: 'xanthippe.jpg', type: 'image/jpeg', bytes: await sharp(background).jpeg().toBuffer() }
      const manager = await createStaff(site, 'manager')
      const { picture } = (await manager.upload(calls.staffPictures, file)).json
      await manager.put(calls.staffPicture(picture.id), { alt: REASON, seenAlt: '' })
    },
    ['picture.added', 'picture.described'],
  ],
  'vehicles/coverage/commands.ts': [
    async () => {
      const manager = await createStaff(site, 'manager')
      await manager.post(calls.staffCoverage, { areas: [{ code: 'ZE1', name: 'Wombat Lane' }] })
      await manager.post(calls.deactivateArea('ZE1'))
      await manager.post(calls.activateArea('ZE1'))
    },
    ['area.added', 'area.deactivated', 'area.activated'],
  ],
  'vehicles/services/commands.ts': [
    async () => {
      const manager = await createStaff(site, 'manager')
      const [service] = (await manager.get(calls.staffServices)).json
      const { id, isActive: _isActive, currency: _currency, openRequests: _openRequests, ...values } = service
      await manager.put(calls.staffService(id), { ...values, name: 'Wombat Lane', perHelper: 12.5 })
      await manager.post(calls.deactivateService(id))
      await manager.post(calls.activateService(id))
    },
    ['service.changed', 'service.deactivated', 'service.activated'],
  ],
  'vehicles/photos/routes.ts': [
    async () => {
      const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
        .jpeg()
        .toBuffer()
      const file = { name: 'xanthippe.jpg', type: 'image/jpeg', bytes }
      const { photo } = (await (await traveller()).upload(calls.draftPhotos, file, { itemId: 'wombat' })).json
      await (await createStaff(site)).get(photo.url)
    },
    ['staff_call.made'],
  ],
  'tasks/commands.ts': [
    async () => {
      const subject = randomUUID()
      await inTransaction.execute((trx) => openTask(trx, { kind: 'note', subject, cause: REASON }, now()))
      const { id } = await db.selectFrom('tasks').select('id').where('subject', '=', subject).executeTakeFirstOrThrow()
      await inTransaction.execute((trx) => assignTask(trx, operator('admin_1'), id, 'admin_1'))
      await inTransaction.execute((trx) => closeTask(trx, operator('admin_1'), id, REASON, now()))
    },
    ['task.assigned', 'task.closed'],
  ],
}

test('these are all that write entries, and together they write every kind', async () => {
  const folder = path.join(projectRoot, 'src/server')
  const files = (await readdir(folder, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const texts = await Promise.all(files.map(async (name) => [name, await readFile(path.join(folder, name), 'utf8')] as const))
  const writing = texts.filter(([, text]) => /(?<!function )record(?:Audit|StaffCall)\(|'audit_entries'/.test(text)).map(([name]) => name)
  const own = ['audit/commands.ts', 'audit/queries.ts']
  expect(writing.toSorted()).toEqual([...Object.keys(WRITERS), ...own].map((name) => `features/${name}`).toSorted())
  const written = Object.values(WRITERS).flatMap(([, actions]) => actions)
  expect(new Set(written)).toEqual(new Set(Object.keys(AUDIT_ACTIONS)))
})

test.each(Object.keys(WRITERS))('%s writes ids and figures, and nothing that names a person', async (name) => {
  const [write, actions] = WRITERS[name] ?? []
  const newest = db.selectFrom('audit_entries').select((eb) => eb.fn.coalesce(eb.fn.max('id'), eb.lit(0)).as('id'))
  const { id: last } = await newest.executeTakeFirstOrThrow()
  await write?.()
  const entries = await db.selectFrom('audit_entries').selectAll().where('id', '>', last).execute()
  expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(actions ?? []))
  const text = JSON.stringify(entries).toLowerCase()
  for (const word of PERSONAL) expect(text).not.toContain(word)
})
