import { expect, test } from 'vitest'
import type { StaffAuditEntry } from '#shared/audit/staff.ts'
import { pathOf } from '#shared/contract.ts'
import * as staffQuoteCalls from '#shared/quotes/staff-calls.ts'
import { createTour, duplicateTour, getStaffTour } from '#shared/tours/staff-calls.ts'
import * as auditCalls from '#shared/audit/staff-calls.ts'
import * as settingsCalls from '#shared/settings/staff-calls.ts'
import { renderTemplate } from '#server/emails/templates.ts'
import { createBuyer, nextDay } from '../../../../tests/support/buyers.ts'
import { askForQuote, createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { reserve } from '../../../../tests/support/reservations.ts'

const site = await openPaymentSite()
const { db } = site.deps
const admin = await createStaff(site, 'admin')
const CEILING = { currency: 'usd', ceilingCents: null }
const OFF = { bankDetails: '', currency: 'usd', offersAllOnSale: false, goodwillCeilings: {} }

const read = async () => (await admin.get(settingsCalls.getSettings.path)).json

test('administrators change the settings, which are off at first, and the audit has what they were before', async () => {
  expect(await read()).toEqual({ ...OFF, version: 1 })
  const details = 'Meridian Ltd\nIBAN GB29 NWBK 6016 1331 9268 19'
  const changed = { bankDetails: details, currency: 'eur', offersAllOnSale: true, goodwillCeilings: { usd: 20_000 } }
  expect((await admin.put(settingsCalls.getSettings.path, { ...changed, version: 1 })).status).toBe(200)
  expect((await admin.put(settingsCalls.getSettings.path, { ...changed, version: 2 })).status, 'nothing to change').toBe(200)
  expect(await read()).toEqual({ ...changed, version: 2 })
  expect((await admin.put(settingsCalls.getSettings.path, { ...OFF, version: 2 })).status).toBe(200)
  const entries = (await admin.get(`${auditCalls.listAudit.path}?action=settings.changed`)).json as StaffAuditEntry[]
  expect(entries.map(({ before, after, texts }) => [before, after, texts])).toEqual([
    [{ ...CEILING, ceilingCents: 20_000 }, CEILING, null],
    [{ offersAllOnSale: true }, { offersAllOnSale: false }, null],
    [{ currency: 'eur' }, { currency: 'usd' }, null],
    [null, null, { bankDetails: { before: details, after: '' } }],
    [CEILING, { ...CEILING, ceilingCents: 20_000 }, null],
    [{ offersAllOnSale: false }, { offersAllOnSale: true }, null],
    [{ currency: 'usd' }, { currency: 'eur' }, null],
    [null, null, { bankDetails: { before: '', after: details } }],
  ])
})

test('a page that does not know of the search’s choices leaves them as they are', async () => {
  const { offersAllOnSale: _, ...earlier } = OFF
  const { version } = await read()
  await admin.put(settingsCalls.getSettings.path, { ...OFF, offersAllOnSale: true, version })
  expect((await admin.put(settingsCalls.getSettings.path, { ...earlier, bankDetails: 'IBAN', version: version + 1 })).status).toBe(200)
  expect(await read()).toMatchObject({ offersAllOnSale: true, bankDetails: 'IBAN' })
  await admin.put(settingsCalls.getSettings.path, { ...OFF, version: version + 2 })
})

test('a new tour is priced in the currency of the settings, and what there is keeps its own', async () => {
  const manager = await createStaff(site, 'manager')
  const create = async (name: string) => (await manager.post(createTour.path, { name, destination: 'Lisbon, Portugal' })).json
  const before = await create('Lisbon by tram')
  expect(before.fields.currency).toBe('usd')
  const { version } = await read()
  await admin.put(settingsCalls.getSettings.path, { ...OFF, currency: 'eur', version })
  expect((await create('Lisbon on foot')).fields.currency).toBe('eur')
  expect((await manager.get(pathOf(getStaffTour, { id: before.id }))).json.fields.currency).toBe('usd')
  expect((await manager.post(pathOf(duplicateTour, { id: before.id }))).json.fields.currency).toBe('usd')
})

test('the bank details stand in the emails that ask for a payment, with the reference to quote, and only once they are set', async () => {
  const [staff, manager] = [await createStaff(site), await createStaff(site, 'manager')]
  const ask = async () => {
    const asked = await Promise.all(
      (['transfer', 'link', 'cash'] as const).map(async (payBy) => reserve(site, staff, nextDay(), { payBy })),
    )
    const quote = await askForQuote(site)
    await manager.post(pathOf(staffQuoteCalls.approveQuote, { id: quote.id }))
    return [...asked.map(({ bookingId: id, reference }) => ({ id, reference })), quote]
  }
  const textsOf = async (id: string) => {
    const mails = db
      .selectFrom('mails')
      .select(['template', 'data'])
      .where('booking_id', '=', id)
      .where('template', 'in', ['reservation', 'quote-approved'])
    return (await mails.execute()).map(({ template, data }) => renderTemplate(template, data).text)
  }
  for (const { id } of await ask()) for (const text of await textsOf(id)) expect(text).not.toContain('Bank details')
  const { version } = await read()
  await admin.put(settingsCalls.getSettings.path, { ...OFF, bankDetails: 'Meridian Ltd\nIBAN GB29', version })
  const [transfer, link, cash, quote] = await ask()
  for (const { id, reference } of [transfer, link, quote].filter((asked) => asked !== undefined))
    expect(await textsOf(id)).toEqual([expect.stringContaining(`Bank details\nMeridian Ltd\nIBAN GB29\nReference to quote: ${reference}`)])
  expect(await textsOf(cash?.id ?? '')).toEqual([])
})

test('the second of two administrators who change them at once is told who was first', async () => {
  const { version } = await read()
  expect((await admin.put(settingsCalls.getSettings.path, { ...OFF, bankDetails: 'IBAN 1', version })).status).toBe(200)
  expect((await admin.put(settingsCalls.getSettings.path, { ...OFF, bankDetails: 'IBAN 2', version })).json).toMatchObject({
    statusCode: 409,
    code: 'settings_changed',
    message: 'Sam Staff has just changed the settings. Please check again.',
  })
})

test('the settings are for administrators, and amounts and details that make no sense are refused', async () => {
  const people = [site.visitor(), await createBuyer(site), await createStaff(site), await createStaff(site, 'manager')]
  const { version } = await read()
  for (const [at, who] of people.entries()) {
    const refused = at === 0 ? 401 : 403
    expect([
      (await who.get(settingsCalls.getSettings.path)).status,
      (await who.put(settingsCalls.getSettings.path, { ...OFF, version })).status,
    ]).toEqual([refused, refused])
  }
  for (const wrong of [
    { goodwillCeilings: { usd: -1 } },
    { goodwillCeilings: { usd: 1.5 } },
    { currency: 'chf' },
    { bankDetails: 'x'.repeat(601) },
  ]) {
    expect((await admin.put(settingsCalls.getSettings.path, { ...OFF, ...wrong, version })).status).toBe(400)
  }
})
