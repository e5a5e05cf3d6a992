import { afterAll, beforeAll, expect, test } from 'vitest'
import { PHONE_NOT_VALID } from '#shared/phone-fields.ts'
import * as ownCalls from '#shared/accounts/own-calls.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import * as peopleCalls from '#shared/accounts/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

const rowOf = async (id: string) =>
  site.deps.db.selectFrom('users').select(['phone', 'phone_number']).where('id', '=', id).executeTakeFirstOrThrow()

test('a phone number is kept as typed, shown to staff in a dialable form, and found however it is written', async () => {
  const person = await site.customer()
  const saved = await person.put(ownCalls.getAccount.path, { phone: ' 07700\u00a0900 417 ' })
  expect(saved.json).toMatchObject({ phone: '07700 900 417', user: { email: person.email } })
  const { id } = saved.json.user
  const [admin, staff] = [await createStaff(site, 'admin'), await createStaff(site)]
  expect((await admin.get(pathOf(peopleCalls.getPerson, { id }))).json.phone).toEqual({ text: '+44 7700 900417', number: '+447700900417' })
  for (const search of ['07700900417', '+44 7700 900 417', '0044 (0)7700-900417', '900417']) {
    const { json } = await staff.get(`${peopleCalls.findCustomers.path}?search=${encodeURIComponent(search)}`)
    expect([search, json]).toEqual([search, [{ id, name: 'Test Traveller', email: person.email, phone: '07700 900 417' }]])
  }
})

test('an impossible phone number is refused at its field, and changes nothing', async () => {
  const person = await site.customer()
  await person.put(ownCalls.getAccount.path, { phone: '+49 30 901820' })
  for (const phone of ['12', 'call me', '07700 900123 456 789']) {
    const { status, json } = await person.put(ownCalls.getAccount.path, { name: 'Other', phone })
    expect([status, json.issues]).toEqual([400, [{ path: 'phone', message: PHONE_NOT_VALID }]])
  }
  expect((await person.get(ownCalls.getAccount.path)).json).toMatchObject({ phone: '+49 30 901820', user: { name: 'Test Traveller' } })
  expect((await person.put(ownCalls.getAccount.path, { name: 'New name' })).json, 'without the field it stays').toMatchObject({
    phone: '+49 30 901820',
  })
})

test('a phone number is in the export, is removed when emptied, and is deleted with the account', async () => {
  const [person, other] = [await site.customer(), await site.customer()]
  const { id } = (await person.put(ownCalls.getAccount.path, { phone: '020 7946 0958' })).json.user
  expect((await person.get(securityCalls.downloadOwnData.path)).json.account).toMatchObject({ phone: '020 7946 0958' })
  await person.post(securityCalls.deleteAccount.path, { password: 'password1' })
  const { id: otherId } = (await other.put(ownCalls.getAccount.path, { phone: '020 7946 0958' })).json.user
  await other.put(ownCalls.getAccount.path, { phone: '' })
  for (const each of [id, otherId]) expect(await rowOf(each)).toEqual({ phone: null, phone_number: null })
})
