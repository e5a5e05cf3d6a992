import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import * as peopleCalls from '#shared/accounts/staff-calls.ts'
import * as auditCalls from '#shared/audit/staff-calls.ts'
import { AUDIT_ACTIONS } from '#shared/audit/staff.ts'
import * as sheetCalls from '#shared/bookings/confirmation-calls.ts'
import * as guideCalls from '#shared/bookings/guide-calls.ts'
import * as staffBookingCalls from '#shared/bookings/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import * as deskBookingCalls from '#shared/desk/booking-calls.ts'
import * as contactCalls from '#shared/enquiries/calls.ts'
import * as enquiryCalls from '#shared/enquiries/staff-calls.ts'
import * as quoteCalls from '#shared/quotes/calls.ts'
import * as staffQuoteCalls from '#shared/quotes/staff-calls.ts'
import { hideReview, listStaffReviews, showReview } from '#shared/reviews/staff-calls.ts'
import * as departureCalls from '#shared/tours/departure-calls.ts'
import { departureId } from '#shared/tours/departures.ts'
import { describePicture, uploadPicture } from '#shared/tours/picture-calls.ts'
import { deactivateTour, duplicateTour, editTour, publishTour } from '#shared/tours/staff-calls.ts'
import * as vehicleCalls from '#shared/vehicles/calls.ts'
import * as staffVehicleCalls from '#shared/vehicles/staff-calls.ts'
import { projectRoot } from '#server/config/root.ts'
import { recordErasure, resendMail } from '#server/features/mails/commands.ts'
import { assignTask, closeTask, openTask } from '#server/features/tasks/tasks.ts'
import { operator } from '#server/lib/actors.ts'
import { settleDemoPasswords } from '#server/seed/demo-passwords.ts'
import { seedDemo } from '#server/seed/demo.ts'
import { accountWriters, PASSWORD } from '../../../../tests/support/account-writers.ts'
import { backupWriters } from '../../../../tests/support/backup-writers.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { bookAndPay, inDays, nextDay, TOUR } from '../../../../tests/support/buyers.ts'
import { departureWriters } from '../../../../tests/support/departure-writers.ts'
import { bookBody, createStaff, draftOf } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { EMAIL, paymentWriters, REASON, type Writers } from '../../../../tests/support/payment-writers.ts'

const ENQUIRY = { name: 'Xanthippe Quill', email: EMAIL, phone: '', subject: 'Tours', message: REASON }

const site = await openPaymentSite()
const { db, now, queue } = site.deps
const inTransaction = db.transaction()

/** Parts of names, texts and addresses that no entry may contain. */
const PERSONAL = ['quill', 'xanthippe', 'wombat', 'lane', 'carrier', '2079460958', 'example.test', '@']

async function traveller(): Promise<Browser> {
  const browser = site.visitor()
  await browser.signUpAndLogIn('Xanthippe Quill', `${randomUUID()}.${EMAIL}`, PASSWORD)
  return browser
}

const payments = paymentWriters(site, traveller)

const WRITERS: Writers = {
  ...accountWriters(site, traveller),
  'accounts/people/customers.ts': [
    async () => {
      const phone = { customer: { name: 'Xanthippe Quill', email: null }, phone: '020 7946 0958' }
      const staff = await createStaff(site)
      const { id } = (await staff.get(pathOf(deskBookingCalls.getStory, { id: await payments.reserved(phone) }))).json.booking.customer
      await staff.post(pathOf(peopleCalls.correctName, { id }), { name: 'Xanthippe Wombat', seenName: 'Xanthippe Quill' })
      await staff.post(pathOf(peopleCalls.addEmail, { id }), { email: `${randomUUID()}.${EMAIL}` })
      await staff.post(pathOf(peopleCalls.sendCustomerLink, { id }))
    },
    ['account.created', 'customer.renamed', 'customer.email_added', 'customer.link_sent'],
  ],
  'audit/staff-calls.ts': [
    async () => {
      await (await createStaff(site)).get(`${staffQuoteCalls.listQuotes.path}?status=pending&x=${EMAIL}`)
      await (await createStaff(site)).post(pathOf(staffQuoteCalls.approveQuote, { id: EMAIL }), { reason: REASON })
      await (await traveller()).get(staffQuoteCalls.listQuotes.path)
    },
    ['staff_call.made', 'staff_call.refused'],
  ],
  'audit/audit.ts': [
    async () => (await createStaff(site, 'manager')).get(`${auditCalls.downloadAudit.path}?actor=${EMAIL}`),
    ['audit.exported'],
  ],
  'desk/booking-file.ts': [
    async () => (await createStaff(site, 'manager')).get(`${deskBookingCalls.downloadBookings.path}?search=${EMAIL}`),
    ['booking.exported'],
  ],
  'bookings/contacts.ts': [
    async () => {
      const buyer = await traveller()
      const { id } = await bookAndPay(site, buyer, 1, nextDay())
      await (
        await createStaff(site)
      ).post(pathOf(staffBookingCalls.correctAddress, { id }), { email: EMAIL, seenEmail: buyer.email, seenAsked: null })
    },
    ['booking.address_asked'],
  ],
  'desk/booking-emails.ts': [
    async () => {
      const { id } = await bookAndPay(site, await traveller(), 1, nextDay())
      const sent = db.updateTable('mails').set({ sent_at: now() }).where('booking_id', '=', id).returning('id')
      await (await createStaff(site)).post(pathOf(deskBookingCalls.resendBookingEmail, { id: (await sent.executeTakeFirstOrThrow()).id }))
    },
    ['email.resent'],
  ],
  'bookings/manifest.ts': [
    async () => {
      const [buyer, day] = [await traveller(), nextDay()]
      const { id } = await bookAndPay(site, buyer, 1, day)
      await buyer.post(pathOf(sheetCalls.saveTravellers, { id }), { names: ['Xanthippe Quill'] })
      await (await createStaff(site)).get(pathOf(departureCalls.readManifest, { id: departureId(TOUR, day) }))
    },
    ['manifest.read'],
  ],
  'bookings/attendance.ts': [
    async () => {
      const [buyer, day] = [await traveller(), inDays(site, 1)]
      const { id: bookingId } = await bookAndPay(site, buyer, 1, day)
      const staff = await createStaff(site)
      const at = (ms: number) => new Date(now().getTime() - ms).toISOString()
      const tick = { bookingId, seat: 1, state: 'no_show' }
      const ticks = [5000, 10_000].map((ms) => ({ ...tick, id: randomUUID(), tickedAt: at(ms) }))
      await staff.post(pathOf(departureCalls.tickDeparture, { id: departureId(TOUR, day) }), { ticks })
    },
    ['attendance.ticked', 'attendance.superseded'],
  ],
  'bookings/guide-links.ts': [
    async () => {
      const [buyer, day] = [await traveller(), inDays(site, 1)]
      const { id: bookingId } = await bookAndPay(site, buyer, 1, day)
      const staff = await createStaff(site)
      const { links, url } = (await staff.post(pathOf(departureCalls.createGuideLink, { id: departureId(TOUR, day) }))).json
      const token = url.split('token=')[1]
      await site.visitor().post(guideCalls.readGuideManifest.path, { token })
      const tick = { id: randomUUID(), bookingId, seat: 1, state: 'came', tickedAt: now().toISOString() }
      await site.visitor().post(guideCalls.sendGuideTicks.path, { token, name: 'Xanthippe Quill', ticks: [tick] })
      await staff.post(pathOf(departureCalls.revokeGuideLink, { id: links[0].id }))
    },
    ['guide_link.created', 'manifest.read', 'attendance.ticked', 'guide_link.revoked'],
  ],
  'bookings/notes.ts': [
    async () => {
      const { id } = await bookAndPay(site, await traveller(), 1, nextDay())
      await (await createStaff(site)).post(pathOf(staffBookingCalls.writeNote, { id }), { body: REASON })
    },
    ['note.written'],
  ],
  'enquiries/inbox.ts': [
    async () => {
      const enquiry = { ...ENQUIRY, key: randomUUID(), homepage: '' }
      await site.visitor().post(contactCalls.sendEnquiry.path, enquiry)
      const staff = await createStaff(site)
      const [{ id }] = (await staff.get(enquiryCalls.listEnquiries.path)).json
      await staff.post(pathOf(enquiryCalls.answerEnquiry, { id }))
      await staff.post(pathOf(enquiryCalls.reopenEnquiry, { id }))
      await staff.post(pathOf(enquiryCalls.closeEnquiry, { id }), { reason: 'duplicate' })
    },
    ['enquiry.answered', 'enquiry.reopened', 'enquiry.closed'],
  ],
  'enquiries/conversation.ts': [
    async () => {
      await site.visitor().post(contactCalls.sendEnquiry.path, { ...ENQUIRY, key: randomUUID(), homepage: '' })
      const staff = await createStaff(site)
      const [{ id }] = (await staff.get(enquiryCalls.listEnquiries.path)).json
      await staff.post(pathOf(enquiryCalls.replyToEnquiry, { id }), {
        key: randomUUID(),
        text: REASON,
        seen: { replyId: null, state: 'open' },
      })
    },
    ['enquiry.replied'],
  ],
  'enquiries/spam.ts': [
    async () => {
      await site.visitor().post(contactCalls.sendEnquiry.path, { ...ENQUIRY, key: randomUUID(), homepage: 'filled in' })
      const staff = await createStaff(site)
      const [{ id }] = (await staff.get(enquiryCalls.listSpam.path)).json
      await staff.post(pathOf(enquiryCalls.releaseSpam, { id }))
    },
    ['enquiry.not_spam'],
  ],
  'enquiries/ready-answers.ts': [
    async () => {
      const [id, manager] = [randomUUID(), await createStaff(site, 'manager')]
      await manager.post(enquiryCalls.addReadyAnswer.path, { id, name: 'Xanthippe Quill', text: REASON })
      await manager.delete(pathOf(enquiryCalls.deleteReadyAnswer, { id }))
    },
    ['ready_answer.written', 'ready_answer.deleted'],
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
  'quotes/decisions.ts': [
    async () => {
      const mover = await traveller()
      await mover.put(vehicleCalls.saveDraft.path, { version: 1, draft: draftOf() })
      const { booking } = (await mover.post(vehicleCalls.requestQuote.path, bookBody({ notes: REASON }))).json
      const staff = await createStaff(site, 'manager')
      await staff.post(pathOf(staffQuoteCalls.approveQuote, { id: booking.id }), { priceCents: 4_000_000, reason: REASON })
      await staff.post(pathOf(staffQuoteCalls.declineQuote, { id: booking.id }), { reason: REASON })
    },
    ['quote.approved', 'quote.declined'],
  ],
  'quotes/endings.ts': [
    async () => {
      const mover = await traveller()
      await mover.put(vehicleCalls.saveDraft.path, { version: 1, draft: draftOf() })
      const { booking } = (await mover.post(vehicleCalls.requestQuote.path, bookBody({ notes: REASON }))).json
      await mover.post(pathOf(quoteCalls.withdrawQuote, { id: booking.id }))
    },
    ['quote.withdrawn'],
  ],
  'reviews/moderation.ts': [
    async () => {
      const manager = await createStaff(site, 'manager')
      const [review] = (await manager.get(listStaffReviews.path)).json
      await manager.post(pathOf(hideReview, { id: review.id }), { reason: REASON })
      await manager.post(pathOf(showReview, { id: review.id }))
    },
    ['review.hidden', 'review.shown'],
  ],
  ...departureWriters(site),
  'tours/editing/editing.ts': [
    async () => {
      const admin = await createStaff(site, 'admin')
      const { id, fields } = (await admin.post(pathOf(duplicateTour, { id: TOUR }))).json
      await admin.put(pathOf(editTour, { id }), { version: 1, fields: { ...fields, name: REASON, overview: EMAIL, basePrice: 7 } })
      await admin.post(pathOf(publishTour, { id }), { version: 2 })
      await admin.post(pathOf(deactivateTour, { id }), { version: 3 })
    },
    ['tour.created', 'tour.edited', 'tour.published', 'tour.deactivated'],
  ],
  'tours/pictures/staff-pictures.ts': [
    async () => {
      const background = { create: { width: 800, height: 450, channels: 3, background: 'red' } } as const
      const file = { name: 'xanthippe.jpg', type: 'image/jpeg', bytes: await sharp(background).jpeg().toBuffer() }
      const manager = await createStaff(site, 'manager')
      const { picture } = (await manager.upload(uploadPicture.path, file)).json
      await manager.put(pathOf(describePicture, { id: picture.id }), { alt: REASON, seenAlt: '' })
    },
    ['picture.added', 'picture.described'],
  ],
  'vehicles/coverage.ts': [
    async () => {
      const manager = await createStaff(site, 'manager')
      await manager.post(staffVehicleCalls.addAreas.path, { areas: [{ code: 'ZE1', name: 'Wombat Lane' }] })
      await manager.post(pathOf(staffVehicleCalls.deactivateArea, { id: 'ZE1' }))
      await manager.post(pathOf(staffVehicleCalls.activateArea, { id: 'ZE1' }))
    },
    ['area.added', 'area.deactivated', 'area.activated'],
  ],
  'vehicles/services.ts': [
    async () => {
      const manager = await createStaff(site, 'manager')
      const [service] = (await manager.get(staffVehicleCalls.listServices.path)).json
      const { id, isActive: _isActive, currency: _currency, openRequests: _open, unpaidRequests: _unpaid, ...values } = service
      await manager.put(pathOf(staffVehicleCalls.changeService, { id }), { ...values, name: 'Wombat Lane', perHelper: 12.5 })
      await manager.post(pathOf(staffVehicleCalls.deactivateService, { id }))
      await manager.post(pathOf(staffVehicleCalls.activateService, { id }))
    },
    ['service.changed', 'service.deactivated', 'service.activated'],
  ],
  'vehicles/photos.ts': [
    async () => {
      const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
        .jpeg()
        .toBuffer()
      const file = { name: 'xanthippe.jpg', type: 'image/jpeg', bytes }
      const { photo } = (await (await traveller()).upload(vehicleCalls.uploadPhoto.path, file, { itemId: 'wombat' })).json
      await (await createStaff(site)).get(photo.url)
    },
    ['staff_call.made'],
  ],
  'tasks/tasks.ts': [
    async () => {
      const subject = randomUUID()
      await inTransaction.execute((trx) => openTask(trx, { kind: 'note', subject, cause: REASON }, now()))
      const { id } = await db.selectFrom('tasks').select('id').where('subject', '=', subject).executeTakeFirstOrThrow()
      await inTransaction.execute((trx) => assignTask(trx, operator('admin_1'), id, 'admin_1'))
      await inTransaction.execute((trx) => closeTask(trx, operator('admin_1'), id, REASON, now()))
    },
    ['task.assigned', 'task.closed'],
  ],
  '../seed/demo-passwords.ts': [
    async () => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'meridian-writers-'))
      onTestFinished(async () => rm(folder, { recursive: true, force: true }))
      await seedDemo(db, { isAdded: true })
      await settleDemoPasswords(db, { DATA_DIR: folder, openedBy: 'HOST', mayReturn: false }, () => undefined)
    },
    ['password.set'],
  ],
  // The last, as a restored copy has nobody who works there.
  ...backupWriters(site),
}

test('these are all the files that write entries, and together they write every action', async () => {
  const folder = path.join(projectRoot, 'src/server')
  const files = (await readdir(folder, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const texts = await Promise.all(files.map(async (name) => [name, await readFile(path.join(folder, name), 'utf8')] as const))
  const writing = texts
    .filter(([, text]) => /(?<!function )record(?:Audit|StaffCall|Export)\(|'audit_entries'/.test(text))
    .map(([name]) => name)
  const own = ['audit/commands.ts']
  expect(writing.toSorted()).toEqual([...Object.keys(WRITERS), ...own].map((name) => path.posix.join('features', name)).toSorted())
  const written = Object.values(WRITERS).flatMap(([, actions]) => actions)
  expect(new Set(written)).toEqual(new Set(Object.keys(AUDIT_ACTIONS)))
})

test.each(Object.keys(WRITERS))('%s writes ids and figures, and nothing that identifies a person', async (name) => {
  const [write, actions] = WRITERS[name] ?? []
  const newest = db.selectFrom('audit_entries').select((eb) => eb.fn.coalesce(eb.fn.max('id'), eb.lit(0)).as('id'))
  const { id: last } = await newest.executeTakeFirstOrThrow()
  await write?.()
  const entries = await db.selectFrom('audit_entries').selectAll().where('id', '>', last).execute()
  expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(actions ?? []))
  // The agency's own texts are in their own column, which the table refuses for any other subject.
  const text = JSON.stringify(entries.map((entry) => ({ ...entry, texts: null }))).toLowerCase()
  for (const word of PERSONAL) expect(text).not.toContain(word)
})
