import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as accountCalls from '#shared/accounts/calls.ts'
import * as ownCalls from '#shared/accounts/own-calls.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import * as passkeyCalls from '#shared/accounts/passkey-calls.ts'
import * as colleagueCalls from '#shared/accounts/colleague-calls.ts'
import { pathOf } from '#shared/contract.ts'
import { operator } from '#server/lib/actors.ts'
import { Authenticator } from '../../../../../tests/support/authenticator.ts'
import { Browser } from '../../../../../tests/support/browser.ts'
import { runEmailChanges, tokenIn } from '../../../../../tests/support/email-changes.ts'
import { addPasskey, createMember, originByName, signInBy, visitorByName } from '../../../../../tests/support/passkeys.ts'
import { setUpFactor } from '../../../../../tests/support/second-factors.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'
import { makeAdministrator } from '../people/staff.ts'
import { changeRole, disableAccount, enableAccount, resetFactor } from '../people/actions.ts'
import { sendLink } from '../links.ts'

let site: TestApp

beforeAll(async () => {
  site = await createTestApp({ SIGN_IN_TRIES_PER_ADDRESS: '1000' })
})
afterAll(async () => site.close())

const PUBLIC_URL = 'http://localhost:4000'
const password = 'password1'
const passkeysOf = async (who: Browser) => (await who.get(passkeyCalls.listPasskeys.path)).json.passkeys
const idOf = async ({ email }: Browser): Promise<string> =>
  (await site.deps.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
const statusBy = async (device: Authenticator) => (await signInBy(device, visitorByName(site))).status
const mailsAbout = async ({ email }: Browser) => {
  const mails = site.deps.db.selectFrom('mails').select('data').where('recipient', '=', email).where('template', '=', 'passkey-changed')
  return (await mails.orderBy('created_at').execute()).map(({ data }) => data)
}
const decide = async (change: typeof disableAccount, who: Browser) => {
  const id = await idOf(who)
  await site.deps.db.transaction().execute((trx) => change(site.deps, trx, operator(), id))
}

test('the owner can rename a passkey; nobody else can rename or remove it', async () => {
  const [member, other] = [await createMember(site), await createMember(site)]
  await addPasskey(site, member)
  const [{ id }] = await passkeysOf(member)
  expect((await member.put(pathOf(passkeyCalls.removePasskey, { id }), { name: '  Work laptop ' })).status).toBe(200)
  expect(await passkeysOf(member)).toMatchObject([{ name: 'Work laptop' }])
  for (const name of ['', 'x'.repeat(61), 'www.example.com']) {
    expect((await member.put(pathOf(passkeyCalls.removePasskey, { id }), { name })).json).toMatchObject({
      statusCode: 400,
      issues: [{ path: 'name' }],
    })
  }
  for (const unknown of [id, randomUUID(), 'nonsense']) {
    const statuses = [
      (await other.put(pathOf(passkeyCalls.removePasskey, { id: unknown }), { name: 'Mine' })).status,
      (await other.delete(pathOf(passkeyCalls.removePasskey, { id: unknown }))).status,
    ]
    expect(statuses).toEqual([404, 404])
  }
  expect(await passkeysOf(member)).toMatchObject([{ name: 'Work laptop' }])
})

test('a removed passkey opens nothing, all other sessions end, and the owner is told (ASVS 7.4.3)', async () => {
  const member = await createMember(site)
  const device = await addPasskey(site, member)
  const elsewhere = visitorByName(site)
  expect((await signInBy(device, elsewhere)).status).toBe(200)
  const [{ id }] = await passkeysOf(member)
  await member.put(pathOf(passkeyCalls.removePasskey, { id }), { name: 'Old laptop' })
  expect((await member.delete(pathOf(passkeyCalls.removePasskey, { id }))).json).toEqual({ message: 'Passkey removed' })
  expect(await statusBy(device)).toBe(401)
  expect([(await member.get(ownCalls.getAccount.path)).status, (await elsewhere.get(ownCalls.getAccount.path)).status]).toEqual([200, 401])
  expect(await mailsAbout(member)).toMatchObject([{ change: 'added' }, { change: 'removed', passkey: 'Old laptop' }])
  expect((await member.delete(pathOf(passkeyCalls.removePasskey, { id }))).status).toBe(404)
})

test('a session that has ended adds no passkey, not even with a challenge it was given before', async () => {
  const member = await createMember(site)
  const { json: options } = await member.get(passkeyCalls.addPasskey.path)
  const passkey = new Authenticator(originByName(site)).create(options)
  const access = new Map(member.cookies)
  await member.post(accountCalls.logOut.path)
  for (const [name, value] of access) member.cookies.set(name, value)
  expect((await member.get(passkeyCalls.addPasskey.path)).status).toBe(401)
  expect((await member.post(passkeyCalls.addPasskey.path, { passkey })).status).toBe(401)
  await member.logIn(member.email, password)
  expect((await member.post(passkeyCalls.addPasskey.path, { passkey })).status, 'in the next session').toBe(400)
})

test('a passkey does not open a disabled account until it is enabled again; a traveller’s account has none', async () => {
  const member = await createMember(site)
  const device = await addPasskey(site, member)
  await decide(disableAccount, member)
  expect(await statusBy(device)).toBe(401)
  await decide(enableAccount, member)
  expect(await statusBy(device)).toBe(200)
  await decide(async (deps, trx, actor, id) => changeRole(deps, trx, actor, id, { role: 'customer' }), member)
  expect(await statusBy(device)).toBe(401)
  await decide(async (deps, trx, actor, id) => changeRole(deps, trx, actor, id, { role: 'staff' }), member)
  expect(await statusBy(device), 'with the role it does not come back').toBe(401)
})

test('resetting a lost second factor removes the passkeys too, even where there is nothing else (ASVS 6.4.4)', async () => {
  const [both, one] = [await createMember(site), await createMember(site)]
  const devices = [await addPasskey(site, both), await addPasskey(site, one)]
  await setUpFactor(site, both)
  for (const who of [both, one]) {
    await decide(resetFactor, who)
    expect(await mailsAbout(who)).toMatchObject([{ change: 'added' }, { change: 'reset', passkey: null }])
    await expect(decide(resetFactor, who)).rejects.toThrow('no two-step sign-in and no passkey')
  }
  for (const device of devices) expect(await statusBy(device)).toBe(401)
  const entries = site.deps.db.selectFrom('audit_entries').select(['before', 'after']).where('action', '=', 'second_factor.reset')
  expect(await entries.orderBy('id').execute()).toEqual([
    { before: { hasSecondFactor: true, passkeys: 1 }, after: { hasSecondFactor: false, passkeys: 0 } },
    { before: { hasSecondFactor: false, passkeys: 1 }, after: { hasSecondFactor: false, passkeys: 0 } },
  ])
})

test('a new password by a link keeps the passkeys, which do not depend on a password', async () => {
  const member = await createMember(site)
  const device = await addPasskey(site, member)
  await sendLink(site.deps, { requestId: randomUUID(), purpose: 'reset', email: member.email })
  const token = await tokenIn(site, 'password-reset')
  expect((await site.visitor().post(accountCalls.resetPassword.path, { token, password: 'of-lanterns-and-ferries' })).status).toBe(200)
  expect(await statusBy(device)).toBe(200)
})

test('the first password by a link removes the passkeys of an account with an unconfirmed address', async () => {
  const member = await createMember(site)
  const device = await addPasskey(site, member)
  await site.deps.db.updateTable('users').set({ email_confirmed_at: null }).where('email', '=', member.email).execute()
  await sendLink(site.deps, { requestId: randomUUID(), purpose: 'reset', email: member.email })
  const token = await tokenIn(site, 'password-reset', member.email)
  expect((await site.visitor().post(accountCalls.resetPassword.path, { token, password: 'of-lanterns-and-ferries' })).status).toBe(200)
  expect(await statusBy(device)).toBe(401)
})

test('undoing a change of address removes the passkeys, which may be the intruder’s', async () => {
  const member = await createMember(site)
  const device = await addPasskey(site, member)
  await member.post(securityCalls.changeEmail.path, { email: `intruder.${randomUUID()}@example.test`, password })
  await runEmailChanges(site)
  expect((await site.visitor().post(accountCalls.objectToEmail.path, { token: await tokenIn(site, 'email-changing') })).status).toBe(200)
  expect(await statusBy(device)).toBe(401)
})

test('the export lists passkeys without their keys and ids, and they end with the account', async () => {
  const member = await createMember(site)
  const device = await addPasskey(site, member)
  const exported = await member.get(securityCalls.downloadOwnData.path)
  expect(exported.json.passkeys).toEqual([{ name: 'Unknown device', addedAt: expect.any(String), lastUsedAt: null, isSynced: true }])
  expect(exported.text).not.toContain(device.id.toString('base64url'))
  const id = await idOf(member)
  expect((await member.post(securityCalls.deleteAccount.path, { password })).status).toBe(200)
  expect(await site.deps.db.selectFrom('passkeys').select('id').where('user_id', '=', id).execute()).toEqual([])
  expect(await statusBy(device)).toBe(401)
})

test('“Not now” is respected for thirty days', async () => {
  const member = await createMember(site)
  const isOffered = async () => (await member.get(passkeyCalls.listPasskeys.path)).json.isOffered
  expect(await isOffered()).toBe(true)
  await member.delete(passkeyCalls.addPasskey.path)
  expect(await isOffered()).toBe(false)
  site.advance(30 * 24 * 60 * 60 * 1000)
  await member.logIn(member.email, password)
  expect(await isOffered()).toBe(true)
  await addPasskey(site, member)
  expect(await isOffered(), 'nor is a second one').toBe(false)
})

test('in production a passkey neither replaces the authenticator app nor asks for its code (ASVS 6.3.3)', async () => {
  const settings = { NODE_ENV: 'production', PUBLIC_URL, CARD_SANDBOX: '1', MAIL_TO_FILES: '1', TRUST_PROXY: '0', DEMO: '0' }
  const strict = await createTestApp(settings)
  try {
    const boss = { name: 'Boss', email: 'boss@example.test', password: 'lanterns on the river' }
    await makeAdministrator(strict.deps, boss)
    const [member, visitor] = [new Browser(strict.app, PUBLIC_URL), new Browser(strict.app, PUBLIC_URL)]
    await member.logIn(boss.email, boss.password)
    expect((await member.get(passkeyCalls.listPasskeys.path)).json.obstacle).toBe('setup_due')
    await setUpFactor(strict, member, boss.password)
    const device = await addPasskey(strict, member, new Authenticator(PUBLIC_URL))
    expect((await signInBy(device, visitor)).json).toMatchObject({ message: 'Login successful' })
    await strict.deps.db.deleteFrom('second_factors').execute()
    expect((await signInBy(device, visitor)).json.dueSetup).toEqual(['second_factor'])
    expect((await visitor.get(colleagueCalls.listColleagues.path)).json.code).toBe('staff_setup_required')
  } finally {
    await strict.close()
  }
})
