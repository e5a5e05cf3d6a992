import { afterAll, beforeAll, expect, test } from 'vitest'
import * as peopleCalls from '#shared/accounts/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import { renderTemplate } from '#server/emails/templates.ts'
import type { Browser } from '../../../../../tests/support/browser.ts'
import { createStaff } from '../../../../../tests/support/movers.ts'
import { idOf } from '../../../../../tests/support/reservations.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'
import { makeAdministrator } from './staff.ts'

let site: TestApp
let boss: Browser
let other: Browser

beforeAll(async () => {
  site = await createTestApp()
  boss = await createStaff(site, 'admin')
  other = await createStaff(site, 'admin')
})
afterAll(async () => site.close())

async function told(): Promise<{ to: string[]; text: string }> {
  const mails = await site.deps.db
    .deleteFrom('mails')
    .where('template', '=', 'new-administrator')
    .returning(['recipient', 'data'])
    .execute()
  const text = mails.map(({ data }) => renderTemplate('new-administrator', data).text)[0] ?? ''
  return { to: mails.map(({ recipient }) => recipient).toSorted(), text }
}

const everybody = () => ['admin@example.com', boss.email, other.email].toSorted()

async function confirmedStaff(): Promise<Browser> {
  const clerk = await createStaff(site)
  await site.deps.db.updateTable('users').set({ email_confirmed_at: new Date() }).where('email', '=', clerk.email).execute()
  return clerk
}

test('all administrators are told of one appointed by role, and who did it', async () => {
  const clerk = await confirmedStaff()
  const id = await idOf(site, clerk)
  await boss.post(pathOf(peopleCalls.changeRole, { id }), { role: 'manager' })
  expect((await told()).to).toEqual([])
  expect((await boss.post(pathOf(peopleCalls.changeRole, { id }), { role: 'admin' })).status).toBe(200)
  const { to, text } = await told()
  expect(to).toEqual(everybody())
  expect(text).toContain(`${clerk.email} has been made an administrator by ${boss.email}.`)
  expect(text).toContain(`/#/admin/people/${id}`)
  await boss.post(pathOf(peopleCalls.disableAccount, { id }))
  await boss.post(pathOf(peopleCalls.enableAccount, { id }))
  const again = await told()
  expect(again.to).toEqual(everybody())
  expect(again.text).toContain('whose account has been re-enabled')
  await boss.post(pathOf(peopleCalls.changeRole, { id }), { role: 'staff' })
  expect((await told()).to).toEqual([])
})

test('all administrators are told of one who was invited, and nobody is told of any other invitation', async () => {
  await boss.post(peopleCalls.invitePerson.path, { name: 'Sam', email: 'sam@new.test', role: 'staff' })
  expect((await told()).to).toEqual([])
  expect((await boss.post(peopleCalls.invitePerson.path, { name: 'Noor', email: 'noor@new.test', role: 'admin' })).status).toBe(201)
  const { to, text } = await told()
  expect(to).toEqual(everybody())
  expect(text).toContain(`noor@new.test has been invited as an administrator by ${boss.email}.`)
})

test('all administrators are told of one from the command line, but not of a new password for one of them', async () => {
  const person = { name: 'Ada', email: 'ada@new.test', password: 'lanterns-and-ferries' }
  expect(await makeAdministrator(site.deps, person)).toBe('created')
  const { to, text } = await told()
  expect(to).toEqual(everybody())
  expect(text).toContain('ada@new.test has been made an administrator on the command line.')
  expect(await makeAdministrator(site.deps, person)).toBe('promoted')
  expect((await told()).to).toEqual([])
})

test('a refused change of role emails nobody', async () => {
  const clerk = await confirmedStaff()
  const id = await idOf(site, clerk)
  expect((await boss.post(pathOf(peopleCalls.changeRole, { id }), { role: 'admin', seenRole: 'manager' })).status).toBe(409)
  expect((await told()).to).toEqual([])
})
