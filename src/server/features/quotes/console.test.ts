import { expect, test } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import * as staffQuoteCalls from '#shared/quotes/staff-calls.ts'
import * as colleagueCalls from '#shared/accounts/colleague-calls.ts'
import { staffQuoteDetailsSchema } from '#shared/quotes/staff.ts'
import { createBuyer } from '../../../../tests/support/buyers.ts'
import { approvedQuote, askForQuote, clickLink, createStaff, linkOf, mailsAbout, statusOf } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'

const site = await openPaymentSite()

const PENDING = { status: 'pending', version: 0 }

test('a request can be read by id or reference, with its history and the service’s rates', async () => {
  const { id, reference } = await askForQuote(site)
  const staff = await createStaff(site, 'admin')
  await staff.post(pathOf(staffQuoteCalls.approveQuote, { id }), { priceCents: 4_000_000, reason: 'A piano', seen: PENDING })
  await staff.post(pathOf(staffQuoteCalls.declineQuote, { id }), { reason: 'The van broke down', seen: { status: 'approved', version: 1 } })
  const byReference = await staff.get(pathOf(staffQuoteCalls.getQuote, { id: reference.toLowerCase() }))
  expect(byReference.json).toEqual((await staff.get(pathOf(staffQuoteCalls.getQuote, { id }))).json)
  expect(staffQuoteDetailsSchema.parse(byReference.json)).toMatchObject({
    id,
    status: 'declined',
    rates: { base: 24_900, perFloor: 900, perHelper: 3600 },
    decisions: [
      { decision: 'approved', price: '40000.00', version: 1, reason: 'A piano', by: 'Sam Staff' },
      { decision: 'declined', price: '40000.00', version: 1, reason: 'The van broke down', by: 'Sam Staff' },
    ],
  })
  expect((await staff.get(pathOf(staffQuoteCalls.getQuote, { id: 'M-NOTHING' }))).status).toBe(404)
})

test('the second of two simultaneous decisions is refused, overwrites nothing and learns about the first', async () => {
  const { id } = await askForQuote(site)
  const [first, second] = [await createStaff(site, 'admin'), await createStaff(site, 'admin')]
  expect(
    (await first.post(pathOf(staffQuoteCalls.approveQuote, { id }), { priceCents: 4_000_000, reason: 'A piano', seen: PENDING })).status,
  ).toBe(200)
  const refusals = [
    await second.post(pathOf(staffQuoteCalls.approveQuote, { id }), { priceCents: 3_480_000, reason: 'As asked', seen: PENDING }),
    await second.post(pathOf(staffQuoteCalls.declineQuote, { id }), { reason: 'No van', seen: PENDING }),
  ]
  for (const { status, json } of refusals) {
    expect(status).toBe(409)
    expect(json).toMatchObject({
      code: 'quote_changed',
      message: 'This quote has just changed: Sam Staff has approved it at ₹40,000.00. Your answer wasn’t sent.',
    })
  }
  expect(await mailsAbout(site, id)).not.toContain('quote-declined')
  expect(await statusOf(site, id)).toBe('approved')
  // What both of them want is done once, and is no conflict.
  expect(
    (await second.post(pathOf(staffQuoteCalls.approveQuote, { id }), { priceCents: 4_000_000, reason: 'A piano', seen: PENDING })).status,
  ).toBe(200)
})

test('a request declined a moment before keeps that reason', async () => {
  const { id } = await askForQuote(site)
  const [first, second] = [await createStaff(site), await createStaff(site)]
  await first.post(pathOf(staffQuoteCalls.declineQuote, { id }), { reason: 'No van', seen: PENDING })
  const { status, json } = await second.post(pathOf(staffQuoteCalls.declineQuote, { id }), { reason: 'No crew', seen: PENDING })
  expect([status, json.code]).toEqual([409, 'quote_changed'])
  expect((await first.get(pathOf(staffQuoteCalls.getQuote, { id }))).json.reason).toBe('No van')
})

test('resending creates a new link at the same price, and a second click sends no other', async () => {
  const { id, link, mover, staff } = await approvedQuote(site)
  const path = pathOf(staffQuoteCalls.resendQuote, { id })
  await staff.post(path)
  expect(await linkOf(site, id)).toBe(link)
  site.advance(61_000)
  expect((await Promise.all([staff.post(path), staff.post(path)])).map(({ status }) => status)).toEqual([200, 200])
  const newer = await linkOf(site, id)
  expect(newer).not.toBe(link)
  expect((await mailsAbout(site, id)).filter((template) => template === 'quote-approved')).toHaveLength(2)
  expect((await staff.get(pathOf(staffQuoteCalls.getQuote, { id }))).json).toMatchObject({
    price: '34800.00',
    status: 'approved',
    version: 2,
  })
  await clickLink(mover, newer)
})

test('only the link of an approved quote can be resent', async () => {
  const { id } = await askForQuote(site)
  const staff = await createStaff(site)
  expect((await staff.post(pathOf(staffQuoteCalls.resendQuote, { id }))).json).toMatchObject({ statusCode: 409, code: 'not_quotable' })
})

test('only staff can ask who they are: 401 for visitors, 403 for customers, its own role for each', async () => {
  const [staff, admin] = [await createStaff(site), await createStaff(site, 'admin')]
  for (const path of [colleagueCalls.getStaffMember.path, pathOf(staffQuoteCalls.getQuote, { id: 'any' })]) {
    expect((await site.visitor().get(path)).status).toBe(401)
    expect((await (await createBuyer(site)).get(path)).status).toBe(403)
  }
  expect((await (await createBuyer(site)).post(pathOf(staffQuoteCalls.resendQuote, { id: 'any' }))).status).toBe(403)
  expect((await staff.get(colleagueCalls.getStaffMember.path)).json).toMatchObject({ email: staff.email, role: 'staff' })
  expect((await admin.get(colleagueCalls.getStaffMember.path)).json).toMatchObject({ email: admin.email, role: 'admin' })
  await site.deps.db.updateTable('users').set({ role: 'customer' }).where('email', '=', staff.email).execute()
  expect((await staff.get(colleagueCalls.getStaffMember.path)).status).toBe(403)
})
