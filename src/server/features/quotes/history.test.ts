import { expect, test } from 'vitest'
import type { StaffAuditEntry } from '#shared/audit/staff.ts'
import { pathOf } from '#shared/contract.ts'
import * as staffQuoteCalls from '#shared/quotes/staff-calls.ts'
import * as auditCalls from '#shared/audit/staff-calls.ts'
import { operator } from '#server/lib/actors.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { approvedQuote, askForQuote, clickLink, createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { quotePersonalData } from './personal-data.ts'
import { declineQuote, listDecisions } from './decisions.ts'

const site = await openPaymentSite()

async function idOf({ email }: Browser): Promise<string> {
  return (await site.deps.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
}

test('stores who made each decision about a quote, when, why and at what price', async () => {
  const { id, mover } = await askForQuote(site)
  const [first, second] = [await createStaff(site, 'manager'), await createStaff(site, 'manager')]
  await first.post(pathOf(staffQuoteCalls.approveQuote, { id }), { priceCents: 4_000_000, reason: 'A piano' })
  await second.post(pathOf(staffQuoteCalls.approveQuote, { id }), { priceCents: 3_800_000, reason: 'A small piano' })
  await second.post(pathOf(staffQuoteCalls.approveQuote, { id }), { priceCents: 3_800_000, reason: 'Clicked again' })
  await declineQuote(site.deps, operator(), id, 'The van broke down')
  const currency = 'inr'
  const decided_at = expect.any(Date)
  const approved = { decision: 'approved', currency, decided_at }
  expect(await listDecisions(site.deps.db, id)).toEqual([
    { ...approved, total_cents: 4_000_000, quote_version: 1, reason: 'A piano', decider_email: first.email, decider_name: 'Sam Staff' },
    {
      ...approved,
      total_cents: 3_800_000,
      quote_version: 2,
      reason: 'A small piano',
      decider_email: second.email,
      decider_name: 'Sam Staff',
    },
    {
      decision: 'declined',
      currency,
      decided_at,
      total_cents: 3_800_000,
      quote_version: 2,
      reason: 'The van broke down',
      decider_email: null,
      decider_name: null,
    },
  ])
  const audit = await site.deps.db
    .selectFrom('audit_entries')
    .select(['actor_id', 'via', 'action', 'before', 'after'])
    .where('subject_kind', '=', 'quote')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
  expect(audit).toMatchObject([
    { actor_id: await idOf(first), action: 'quote.approved', before: { totalCents: 3_480_000 }, after: { totalCents: 4_000_000 } },
    { actor_id: await idOf(second), action: 'quote.approved', before: { totalCents: 4_000_000 }, after: { totalCents: 3_800_000 } },
    { actor_id: null, via: 'command_line', action: 'quote.declined', before: { status: 'approved' }, after: { status: 'declined' } },
  ])
  const shown = (await second.get(`${auditCalls.listAudit.path}?subject=${id}`)).json as StaffAuditEntry[]
  expect(shown.map((each) => each.currency)).toEqual([currency, currency, currency])
  const own = await quotePersonalData.export(site.deps.db, await idOf(mover))
  expect(own).toMatchObject({ quoteDecisions: [{ decision: 'approved', total: '40000.00', reason: 'A piano' }, {}, {}] })
})

test('a paid quote says when it was paid, and how much', async () => {
  const { id, staff, link } = await approvedQuote(site, { priceCents: 4_000_000, reason: 'A piano' })
  expect((await staff.get(pathOf(staffQuoteCalls.getQuote, { id }))).json).toMatchObject({ status: 'approved', paid: null })
  await site.cards.pay(await clickLink(site.visitor(), link))
  expect((await staff.get(pathOf(staffQuoteCalls.getQuote, { id }))).json).toMatchObject({
    status: 'confirmed',
    paid: { amount: '40000.00', at: expect.any(String) },
  })
})

test('deleting an account deletes the reasons written to its owner, and not who decided what', async () => {
  const { id, mover } = await askForQuote(site)
  await (await createStaff(site)).post(pathOf(staffQuoteCalls.declineQuote, { id }), { reason: 'Dear Ada, your street is too narrow' })
  const { db, now } = site.deps
  const userId = await idOf(mover)
  await db.transaction().execute((trx) => quotePersonalData.forget(trx, userId, now()))
  expect(await listDecisions(db, id)).toMatchObject([{ decision: 'declined', reason: null, total_cents: 3_480_000 }])
  const row = db.selectFrom('vehicle_bookings').select('decision_reason').where('booking_id', '=', id)
  expect(await row.executeTakeFirst()).toEqual({ decision_reason: null })
})
