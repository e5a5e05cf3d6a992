import { afterAll, beforeAll, expect, test } from 'vitest'
import * as accountCalls from '#shared/accounts/calls.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import { makeAdministrator } from '../people/staff.ts'
import { expectErrorForm } from '../../../../../tests/support/decent-responses.ts'
import { setUpFactor, wrongCode } from '../../../../../tests/support/second-factors.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'

const PASSWORD = 'a password of some length'
let site: TestApp

beforeAll(async () => {
  site = await createTestApp({ SIGN_IN_TRIES_PER_ACCOUNT: '1000', SIGN_IN_TRIES_PER_ADDRESS: '100000' })
})
afterAll(async () => site.close())

async function createPerson(name: string, role: 'customer' | 'admin' = 'customer'): Promise<{ id: string; email: string }> {
  const email = `${name}@example.test`
  if (role === 'admin') await makeAdministrator(site.deps, { name, email, password: PASSWORD })
  else await site.visitor().post(accountCalls.signUp.path, { name, email, password: PASSWORD })
  return site.deps.db.selectFrom('users').select(['id', 'email']).where('email', '=', email).executeTakeFirstOrThrow()
}

async function signIn(email: string, password = PASSWORD) {
  return site.visitor().post(accountCalls.logIn.path, { email, password })
}

async function signInsTo(id: string | null) {
  return site.deps.db
    .selectFrom('audit_entries')
    .select(['actor_id', 'action', 'subject_kind', 'subject_id', 'network_address', 'after'])
    .where('action', 'in', ['session.signed_in', 'session.refused'])
    .where((eb) => (id === null ? eb('subject_id', 'is', null) : eb.or([eb('actor_id', '=', id), eb('subject_id', '=', id)])))
    .orderBy('id')
    .execute()
}

test.each(['customer', 'admin'] as const)('a sign-in and a wrong password are audited for an account with the role %s', async (role) => {
  const { id, email } = await createPerson(`ada.${role}`, role)
  expect([(await signIn(email, 'wrong')).status, (await signIn(email)).status]).toEqual([401, 200])
  const session = await site.deps.db.selectFrom('sessions').select('id').where('user_id', '=', id).executeTakeFirstOrThrow()
  const network_address = '127.0.0.1'
  expect(await signInsTo(id)).toEqual([
    {
      actor_id: null,
      action: 'session.refused',
      subject_kind: 'account',
      subject_id: id,
      network_address,
      after: { refusal: 'wrong_password' },
    },
    { actor_id: id, action: 'session.signed_in', subject_kind: 'session', subject_id: session.id, network_address, after: null },
  ])
})

test('a sign-in to a disabled or missing account is audited as such, without what was typed (ASVS 16.3.1)', async () => {
  const { id, email } = await createPerson('eve')
  await site.deps.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', id).execute()
  await signIn(email)
  await signIn('nobody@example.test')
  expect(await signInsTo(id)).toMatchObject([{ after: { refusal: 'disabled' } }])
  expect(await signInsTo(null)).toMatchObject([{ actor_id: null, subject_kind: 'account', after: { refusal: 'unknown_account' } }])
})

test('a sign-in with a missing or wrong second factor is audited as such', async () => {
  const { id, email } = await createPerson('ida')
  const owner = site.visitor()
  await owner.post(accountCalls.logIn.path, { email, password: PASSWORD })
  const { secret, recoveryCodes } = await setUpFactor(site, owner, PASSWORD)
  await signIn(email)
  for (const code of [wrongCode(secret, site.deps.now()), recoveryCodes[0]]) {
    await site.visitor().post(accountCalls.logIn.path, { email, password: PASSWORD, code })
  }
  expect((await signInsTo(id)).map(({ action, after }) => [action, after])).toEqual([
    ['session.signed_in', null],
    ['session.refused', { refusal: 'second_factor_missing' }],
    ['session.refused', { refusal: 'second_factor_wrong' }],
    ['session.signed_in', null],
  ])
})

test('a request that is not a valid sign-in leaves no entry', async () => {
  const before = await signInsTo(null)
  expect((await site.visitor().post(accountCalls.logIn.path, { email: 'no address' })).status).toBe(400)
  expect((await site.visitor().post(accountCalls.logIn.path, '{"email":')).status).toBe(400)
  expect(await signInsTo(null)).toEqual(before)
})

test('a session exists exactly when its sign-in is audited (ASVS 16.3.1)', async () => {
  const { id, email } = await createPerson('zoe')
  await site.asOwner('alter table audit_entries add constraint nothing_at_all check (false) not valid')
  const { status } = await signIn(email)
  const refused = await signIn(email, 'wrong')
  await site.asOwner('alter table audit_entries drop constraint nothing_at_all')
  expect(status).toBe(500)
  expectErrorForm(refused)
  expect(await site.deps.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).toEqual([])
})

test('a flood of wrong passwords ends at a hundred entries a day for an account, and hides no sign-in of its owner', async () => {
  const { id, email } = await createPerson('flooded', 'admin')
  for (let round = 0; round < 11; round += 1) await Promise.all(Array.from({ length: 10 }, async () => signIn(email, 'wrong')))
  await signIn(email)
  const record = await signInsTo(id)
  expect(record).toHaveLength(101)
  expect(record.at(-1)).toMatchObject({ action: 'session.signed_in', actor_id: id })
})

test('tries refused by the limit are audited as well (ASVS 16.3.3)', async () => {
  const strict = await createTestApp({ SIGN_IN_TRIES_PER_ACCOUNT: '1' })
  const statuses = []
  for (let n = 0; n < 3; n += 1)
    statuses.push((await strict.visitor().post(accountCalls.logIn.path, { email: 'user@example.com', password: 'x' })).status)
  const record = await strict.deps.db.selectFrom('audit_entries').select('after').where('subject_id', '=', 'user_1').orderBy('id').execute()
  await strict.close()
  expect(statuses).toEqual([401, 429, 429])
  expect(record.map(({ after }) => after)).toEqual(['wrong_password', 'too_many_tries', 'too_many_tries'].map((refusal) => ({ refusal })))
})

test('the export of an account has its sign-ins, with the network addresses of its owner’s own', async () => {
  const { email } = await createPerson('reader')
  await signIn(email, 'wrong')
  const owner = site.visitor()
  await owner.post(accountCalls.logIn.path, { email, password: PASSWORD })
  const { signIns } = (await owner.get(securityCalls.downloadOwnData.path)).json
  const at = expect.stringMatching(/^20.+Z$/)
  expect(signIns).toEqual([
    { at, wasRefused: false, networkAddress: '127.0.0.1' },
    { at, wasRefused: true },
  ])
})
