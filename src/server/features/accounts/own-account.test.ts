import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WRONG_PASSWORD } from '#shared/accounts/settings.ts'
import * as accountCalls from '#shared/accounts/calls.ts'
import * as ownCalls from '#shared/accounts/own-calls.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import { pathOf } from '#shared/contract.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { makeAdministrator } from './people/staff.ts'
import { replacePassword } from './password-changes.ts'
import { deviceName } from './sessions/devices.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

async function anotherDevice({ email }: Browser, userAgent = FIREFOX): Promise<Browser> {
  const device = site.visitor()
  const answer = await device.post(accountCalls.logIn.path, { email, password: 'password1' }, { 'user-agent': userAgent })
  if (answer.status !== 200) throw new Error(answer.text)
  device.email = email
  return device
}

const sessionsOf = async (person: Browser) =>
  (await person.get(securityCalls.listSessions.path)).json as { id: string; isCurrent: boolean }[]
const changePassword = async (person: Browser, currentPassword: string, newPassword: string) =>
  person.post(securityCalls.changePassword.path, { currentPassword, newPassword })

async function mailsOf(email: string): Promise<string[]> {
  const rows = await site.deps.db.selectFrom('mails').select('template').where('recipient', '=', email).execute()
  return rows.map(({ template }) => template)
}

test('a name is changed for its owner and returned at the next login', async () => {
  const person = await site.customer('Before')
  const other = await site.customer('Other')
  const answer = await person.put(ownCalls.getAccount.path, { name: '  Zoë O’Neill ' })
  expect(answer.json).toMatchObject({ user: { name: 'Zoë O’Neill', email: person.email, role: 'customer' }, isEmailConfirmed: false })
  const again = await site.visitor().post(accountCalls.logIn.path, { email: person.email, password: 'password1' })
  expect(again.json.user.name).toBe('Zoë O’Neill')
  expect((await other.get(ownCalls.getAccount.path)).json.user.name).toBe('Other')
})

test('only non-empty fields are changed, and only the name can be (ASVS 8.2.3)', async () => {
  const person = await site.customer('Kept')
  const bodies = [
    {},
    { name: '' },
    { name: '   ' },
    { role: 'admin', email: 'other@example.test', profileImage: '/art/x.webp', id: 'user_1' },
  ]
  for (const body of bodies) {
    const { user } = (await person.put(ownCalls.getAccount.path, body)).json
    expect(user).toMatchObject({ name: 'Kept', email: person.email, role: 'customer', profileImage: null })
  }
  expect((await person.put(ownCalls.getAccount.path, { name: 'x'.repeat(101) })).json.issues).toEqual([
    { path: 'name', message: 'Name must be at most 100 characters' },
  ])
})

test('no response about the account contains its password hash (ASVS 8.2.3)', async () => {
  const person = await site.customer()
  for (const url of [ownCalls.getAccount.path, securityCalls.listSessions.path, securityCalls.downloadOwnData.path]) {
    expect((await person.get(url)).text).not.toMatch(/argon2|password_?hash|token_?hash/i)
  }
})

test('a new password signs out all other devices at once, keeps this one, and an email says so (ASVS 6.2.2, 7.4.3)', async () => {
  const person = await site.customer()
  const other = await anotherDevice(person)
  expect((await changePassword(person, 'password1', 'a new password')).json).toEqual({ message: 'Password changed' })
  expect((await other.get(ownCalls.getAccount.path)).status, 'at once, not after ten minutes').toBe(401)
  expect((await changePassword(other, 'a new password', 'stolen')).status).toBe(401)
  expect((await other.post(accountCalls.refreshToken.path)).status).toBe(401)
  expect((await person.get(ownCalls.getAccount.path)).status).toBe(200)
  expect((await person.post(accountCalls.refreshToken.path)).status).toBe(200)
  expect(await mailsOf(person.email)).toEqual(['password-changed'])
  const logins = ['password1', 'a new password'].map(async (password) =>
    site.visitor().post(accountCalls.logIn.path, { email: person.email, password }),
  )
  expect((await Promise.all(logins)).map(({ status }) => status)).toEqual([401, 200])
})

test('a wrong current password is a field error and does not end the session; a short new one gets the sign-up message (ASVS 6.2.3)', async () => {
  const person = await site.customer()
  expect((await changePassword(person, 'wrong', 'a new password')).json).toEqual({
    statusCode: 400,
    code: 'wrong_password',
    message: WRONG_PASSWORD,
    issues: [{ path: 'currentPassword', message: WRONG_PASSWORD }],
  })
  expect((await changePassword(person, 'password1', '12345')).json.issues).toEqual([
    { path: 'newPassword', message: 'Password must be at least 6 characters' },
  ])
  expect(await mailsOf(person.email)).toEqual([])
})

test('of ten changes at once only one is made', async () => {
  const person = await site.customer()
  const answers = await Promise.all(
    Array.from({ length: 10 }, async (_, index) => changePassword(person, 'password1', `password ${index}`)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 400)])
  expect(await mailsOf(person.email)).toEqual(['password-changed'])
})

test('guesses at the current password share one limit for changing it and for deleting the account', async () => {
  const person = await site.customer()
  const statuses: number[] = []
  for (let index = 0; index < 5; index++) {
    statuses.push((await changePassword(person, `guess ${index}`, 'a new password')).status)
    statuses.push((await person.post(securityCalls.deleteAccount.path, { password: `guess ${index}` })).status)
  }
  expect(statuses).toEqual(Array.from({ length: 10 }, () => 400))
  const refused = await changePassword(person, 'password1', 'a new password')
  expect(refused.json.code).toBe('too_many_requests')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

test('the list of sessions names each device, when it signed in and was last seen, and which one this is', async () => {
  const person = await site.customer()
  site.advance(60_000)
  const other = await anotherDevice(person)
  const list = (await person.get(securityCalls.listSessions.path)).json
  expect(list).toEqual([
    {
      id: expect.any(String),
      device: 'Firefox on Windows',
      signedInAt: expect.any(String),
      lastActiveAt: expect.any(String),
      isCurrent: false,
    },
    { id: expect.any(String), device: 'Unknown device', signedInAt: expect.any(String), lastActiveAt: expect.any(String), isCurrent: true },
  ])
  site.advance(60_000)
  await person.post(accountCalls.refreshToken.path)
  const [first] = (await person.get(securityCalls.listSessions.path)).json
  expect(first.isCurrent, 'the last one used comes first').toBe(true)
  expect(Date.parse(first.lastActiveAt) - Date.parse(first.signedInAt)).toBeGreaterThanOrEqual(120_000)
  await other.post(accountCalls.logOut.path)
  expect(await sessionsOf(person)).toHaveLength(1)
})

test('one device can be signed out, or all others (ASVS 7.4.3, 7.5.2)', async () => {
  const person = await site.customer()
  const [second, third] = [await anotherDevice(person), await anotherDevice(person)]
  const secondId = (await sessionsOf(second)).find(({ isCurrent }) => isCurrent)?.id ?? ''
  expect((await person.delete(pathOf(securityCalls.endSession, { id: secondId }))).status).toBe(200)
  expect([(await second.get(ownCalls.getAccount.path)).status, (await third.get(ownCalls.getAccount.path)).status]).toEqual([401, 200])
  expect((await second.post(accountCalls.refreshToken.path)).status).toBe(401)
  expect((await person.delete(securityCalls.listSessions.path)).status).toBe(200)
  expect([(await third.get(ownCalls.getAccount.path)).status, (await person.get(ownCalls.getAccount.path)).status]).toEqual([401, 200])
  expect(await sessionsOf(person)).toHaveLength(1)
})

test("another person's session is treated as if it did not exist", async () => {
  const [victim, thief] = [await site.customer(), await site.customer()]
  const [{ id } = { id: '' }] = await sessionsOf(victim)
  for (const unknown of [id, id.toUpperCase(), UNKNOWN_ID, 'nonsense']) {
    expect((await thief.delete(pathOf(securityCalls.endSession, { id: unknown }))).status).toBe(404)
  }
  await thief.delete(securityCalls.listSessions.path)
  expect((await victim.get(ownCalls.getAccount.path)).status).toBe(200)
})

test('a device that has been signed out cannot sign others out or change anything with the token it still has', async () => {
  const person = await site.customer()
  const thief = await anotherDevice(person)
  await person.delete(securityCalls.listSessions.path)
  const tries = [
    await thief.delete(securityCalls.listSessions.path),
    await thief.put(ownCalls.getAccount.path, { name: 'Thief' }),
    await thief.post(ownCalls.sendConfirmation.path),
    await thief.post(securityCalls.deleteAccount.path, { password: 'password1' }),
    await thief.delete(ownCalls.uploadOwnPhoto.path),
    await thief.get(securityCalls.downloadOwnData.path),
  ]
  expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 401))
  expect((await person.get(ownCalls.getAccount.path)).json.user.name).toBe('Test Traveller')
})

test('an account promoted to administrator on the command line gets a new password, and its sessions end', async () => {
  const person = await site.customer()
  const input = { name: 'Ada', email: person.email.toUpperCase(), password: 'chosen by the operator' }
  expect(await makeAdministrator(site.deps, input)).toBe('promoted')
  expect((await person.get(ownCalls.getAccount.path)).status).toBe(401)
  expect((await person.post(accountCalls.refreshToken.path)).status).toBe(401)
  const answer = await site.visitor().post(accountCalls.logIn.path, { email: person.email, password: input.password })
  expect(answer.json.user).toMatchObject({ role: 'admin', name: 'Test Traveller' })
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari on Mac',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
  ],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 OPR/120.0', 'Opera on Linux'],
  ['curl/8.0', 'Unknown device'],
  [null, 'Unknown device'],
])('%j is %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})

test('a password set by an operator ends every session, and does not create accounts (ASVS 7.4.5)', async () => {
  const customer = await site.customer()
  const { email } = (await customer.get(ownCalls.getAccount.path)).json.user
  await replacePassword(site.deps.db, email.toUpperCase(), 'set by an operator', site.deps.now())
  expect((await customer.post(accountCalls.refreshToken.path)).status).toBe(401)
  expect((await site.visitor().post(accountCalls.logIn.path, { email, password: 'set by an operator' })).status).toBe(200)
  await expect(replacePassword(site.deps.db, 'nobody@example.test', 'whatever', site.deps.now())).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('the same letters are the same password, whichever way a system writes them', async () => {
  const person = await site.customer()
  const [composed, decomposed] = ['Küsten-Fähre', 'Küsten-Fähre'.normalize('NFD')]
  expect(composed).not.toBe(decomposed)
  const logIn = async (password: string) => (await site.visitor().post(accountCalls.logIn.path, { email: person.email, password })).status
  await person.post(securityCalls.changePassword.path, { currentPassword: 'password1', newPassword: decomposed })
  expect([await logIn(composed), await logIn(decomposed), await logIn('Kusten-Fahre')]).toEqual([200, 200, 401])
})

test('a password whose hash is of what was once typed still works as it is typed', async () => {
  const person = await site.customer()
  const decomposed = 'Küsten-Fähre'.normalize('NFD')
  const password_hash = await hash(decomposed, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  await site.deps.db.updateTable('users').set({ password_hash }).where('email', '=', person.email).execute()
  expect((await site.visitor().post(accountCalls.logIn.path, { email: person.email, password: decomposed })).status).toBe(200)
})

test('staff may not choose a password made of the agency’s name or their own; travellers are warned', async () => {
  const person = await site.customer('Amelia Söderberg')
  const change = async (newPassword: string) =>
    person.post(securityCalls.changePassword.path, { currentPassword: 'password1', newPassword })
  await site.deps.db.updateTable('users').set({ role: 'staff' }).where('email', '=', person.email).execute()
  for (const newPassword of ['Meridian-Meridian-1', 'Soderberg', 'Söderberg-Amelia-9', `${person.email}!`]) {
    const refused = await change(newPassword)
    expect([refused.status, refused.json.issues?.[0]?.path], newPassword).toEqual([400, 'newPassword'])
  }
  const ask = async (more: object) =>
    (await site.visitor().post(accountCalls.checkPassword.path, { password: 'soderberg-1985', ...more })).json
  expect([await ask({}), await ask({ name: 'Amelia Soderberg' })]).toEqual([{ isCommon: false }, { isCommon: true }])
})
