import { afterAll, beforeAll, expect, test } from 'vitest'
import * as passkeyCalls from '#shared/accounts/passkey-calls.ts'
import * as colleagueCalls from '#shared/accounts/colleague-calls.ts'
import { pathOf } from '#shared/contract.ts'
import { MAX_PASSKEYS, PASSKEY_REFUSED } from '#shared/accounts/passkeys.ts'
import { CHALLENGE_MS } from '#server/lib/challenges.ts'
import { Authenticator } from '../../../../../tests/support/authenticator.ts'
import type { Browser } from '../../../../../tests/support/browser.ts'
import { addPasskey, createMember, originByName, signInBy, visitorByName } from '../../../../../tests/support/passkeys.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'
import { tidyAccounts } from '../accounts.ts'

let site: TestApp

beforeAll(async () => {
  site = await createTestApp({ SIGN_IN_TRIES_PER_ADDRESS: '1000' })
})
afterAll(async () => site.close())

const passkeysOf = async (who: Browser) => (await who.get(passkeyCalls.listPasskeys.path)).json.passkeys
const newDevice = () => new Authenticator(originByName(site))
const passkeyMails = async ({ email }: Browser) => {
  const mails = site.deps.db.selectFrom('mails').select('data').where('recipient', '=', email).where('template', '=', 'passkey-changed')
  return (await mails.orderBy('created_at').execute()).map(({ data }) => (data as unknown as { change: string }).change)
}
const entriesAbout = async (who: Browser, action: string) => {
  const { id } = await site.deps.db.selectFrom('users').select('id').where('email', '=', who.email).executeTakeFirstOrThrow()
  const entries = site.deps.db
    .selectFrom('audit_entries')
    .select(['actor_id', 'before', 'after'])
    .where('action', '=', action as never)
  return entries
    .where((eb) => eb.or([eb('subject_id', '=', id), eb('actor_id', '=', id)]))
    .orderBy('id')
    .execute()
}

test('a passkey is added with a device, and signs in from then on, without password and code', async () => {
  const member = await createMember(site)
  expect((await member.get(passkeyCalls.listPasskeys.path)).json).toMatchObject({
    passkeys: [],
    obstacle: null,
    isOffered: true,
    question: { allowCredentials: [] },
  })
  const device = await addPasskey(site, member)
  expect(await passkeysOf(member)).toEqual([
    { id: expect.any(String), name: 'Unknown device', addedAt: expect.any(String), lastUsedAt: null, isSynced: true },
  ])
  expect(await passkeyMails(member)).toEqual(['added'])
  expect(await entriesAbout(member, 'passkey.added')).toMatchObject([{ before: { passkeys: 0 }, after: { passkeys: 1 } }])

  const visitor = visitorByName(site)
  const { status, json } = await signInBy(device, visitor)
  expect([status, json.message, json.user.email, json.dueSetup]).toEqual([200, 'Login successful', member.email, undefined])
  expect((await visitor.get(colleagueCalls.getStaffMember.path)).status).toBe(200)
  expect([...visitor.cookies.keys()], 'the device is known from now on').toContain('meridian_device')
  expect((await passkeysOf(visitor))[0].lastUsedAt).toEqual(expect.any(String))
  expect((await entriesAbout(member, 'session.signed_in')).at(-1)?.after).toEqual({ way: 'passkey' })
})

test('a device is asked under the site’s name to verify its owner, and not to create a second passkey (ASVS 6.3.4)', async () => {
  const member = await createMember(site)
  const device = await addPasskey(site, member)
  const { json } = await member.get(passkeyCalls.addPasskey.path)
  expect(json).toMatchObject({
    rp: { id: 'localhost' },
    user: { name: member.email },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: device.id.toString('base64url'), transports: ['hybrid', 'internal'] }],
  })
  const question = (await site.visitor().get(passkeyCalls.signInByPasskey.path, { host: 'localhost' })).json
  expect(question).toEqual({
    challenge: expect.any(String),
    rpId: 'localhost',
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials: [],
  })
  const again = await member.post(passkeyCalls.addPasskey.path, { passkey: device.create(json) })
  expect([again.status, again.json.code]).toEqual([409, 'passkey_state'])
})

test('an answer that a device did not sign here and now adds nothing (ASVS 11.6.1)', async () => {
  const member = await createMember(site)
  const other = await createMember(site)
  const elsewhere = visitorByName(site)
  await elsewhere.logIn(member.email, 'password1')
  const optionsFor = async (who: Browser) => (await who.get(passkeyCalls.addPasskey.path)).json
  const send = async (passkey: object) => (await member.post(passkeyCalls.addPasskey.path, { passkey })).json
  const device = newDevice()
  const x5c = new Map<string, unknown>([['x5c', [new Uint8Array([48, 0])]]])
  const forged = {
    'another origin': device.create(await optionsFor(member), { origin: 'http://localhost:1' }),
    'in a frame of another site': device.create(await optionsFor(member), { crossOrigin: true }),
    'under another site': device.create(await optionsFor(member), { topOrigin: 'https://evil.example' }),
    'another site': device.create(await optionsFor(member), { rpId: 'example.com' }),
    'nobody was there': device.create(await optionsFor(member), { isUnverified: true }),
    'the question of another account': device.create(await optionsFor(other)),
    'the question of another session': device.create(await optionsFor(elsewhere)),
    'a question to sign in': device.create({
      ...(await optionsFor(member)),
      challenge: (await member.get(passkeyCalls.signInByPasskey.path)).json.challenge,
    }),
    'a made-up question': device.create(await optionsFor(member), { challenge: 'A'.repeat(72) }),
    'another ceremony': device.create(await optionsFor(member), { type: 'webauthn.get' }),
    'certificates to read': device.create(await optionsFor(member), {}, { fmt: 'packed', attStmt: x5c }),
    'another maker’s statement': device.create(await optionsFor(member), {}, { fmt: 'tpm', attStmt: new Map() }),
    'a broken statement': { ...device.create(await optionsFor(member)), response: { clientDataJSON: 'e30', attestationObject: 'AAAA' } },
    'another id': { ...device.create(await optionsFor(member)), id: 'AAAA' },
  }
  for (const [what, passkey] of Object.entries(forged)) expect(await send(passkey), what).toMatchObject({ statusCode: 400 })
  const late = device.create(await optionsFor(member))
  site.advance(CHALLENGE_MS)
  expect(await send(late), 'five minutes later').toMatchObject({ statusCode: 400 })
  expect(await passkeysOf(member)).toEqual([])

  const answer = device.create(await optionsFor(member))
  expect(await send(answer)).toEqual({ message: 'Passkey added' })
  const [{ id }] = await passkeysOf(member)
  await member.delete(pathOf(passkeyCalls.removePasskey, { id }))
  expect(await send(answer), 'sent again once it has been removed').toMatchObject({ statusCode: 400 })
  expect(await passkeysOf(member)).toEqual([])
})

test('whatever is wrong with a sign-in, it is refused in the same words and audited', async () => {
  const member = await createMember(site)
  const other = await createMember(site)
  const [device, others] = [await addPasskey(site, member), await addPasskey(site, other)]
  const visitor = visitorByName(site)
  const question = async () => (await visitor.get(passkeyCalls.signInByPasskey.path)).json
  const adding = (await member.get(passkeyCalls.addPasskey.path)).json
  const honest = device.get(await question())
  const forged = {
    'an unknown device': newDevice().get(await question()),
    'another origin': device.get(await question(), { origin: 'http://localhost:1' }),
    'in a frame of another site': device.get(await question(), { crossOrigin: true }),
    'in a frame, by another name': device.get(await question(), { crossOrigin: 'true' }),
    'under another site': device.get(await question(), { topOrigin: 'https://evil.example' }),
    'another site': device.get(await question(), { rpId: 'example.com' }),
    'nobody was there': device.get(await question(), { isUnverified: true }),
    'a made-up question': device.get(await question(), { challenge: 'A'.repeat(72) }),
    'a question for adding one': device.get({ ...adding, rpId: 'localhost' }),
    'another ceremony': device.get(await question(), { type: 'webauthn.create' }),
    'a changed signature': { ...honest, response: { ...honest.response, signature: others.get(await question()).response.signature } },
    'somebody else’s name': device.get(await question(), { userHandle: Buffer.from('admin_1').toString('base64url') }),
    'no name': { ...honest, response: { ...honest.response, userHandle: undefined } },
    'somebody else’s device': { ...others.get(await question()), id: honest.id, rawId: honest.rawId },
  }
  for (const [what, passkey] of Object.entries(forged)) {
    const { json } = await visitor.post(passkeyCalls.signInByPasskey.path, { passkey })
    expect(json, what).toEqual({ statusCode: 401, code: 'invalid_credentials', message: PASSKEY_REFUSED })
  }
  const late = device.get(await question())
  site.advance(CHALLENGE_MS)
  expect((await visitor.post(passkeyCalls.signInByPasskey.path, { passkey: late })).status).toBe(401)
  expect([...visitor.cookies.keys()]).toEqual([])
  const refusals = (await entriesAbout(member, 'session.refused')).map(({ actor_id, after }) => [actor_id, after])
  expect(refusals).toEqual(Array.from({ length: 14 }, () => [null, { refusal: 'wrong_passkey' }]))
})

test('a challenge is answered once: of three simultaneous answers, one signs in', async () => {
  const device = await addPasskey(site, await createMember(site))
  const visitors = [visitorByName(site), visitorByName(site), visitorByName(site)]
  const passkey = device.get((await visitorByName(site).get(passkeyCalls.signInByPasskey.path)).json)
  const all = await Promise.all(
    visitors.map(async (visitor) => (await visitor.post(passkeyCalls.signInByPasskey.path, { passkey })).status),
  )
  expect(all.toSorted()).toEqual([200, 401, 401])
  site.advance(CHALLENGE_MS)
  await tidyAccounts(site.deps)
  expect(await site.deps.db.selectFrom('spent_challenges').select('expires_at').execute(), 'forgotten once it is over').toEqual([])
})

test('a signature counter that goes backwards reveals a copy: it is refused and audited, and the owner is told', async () => {
  const member = await createMember(site)
  const device = await addPasskey(site, member)
  const signIn = async (counter: number) => (await signInBy(device, visitorByName(site), { counter })).status
  expect([await signIn(7), await signIn(8)]).toEqual([200, 200])
  for (const counter of [8, 3, 0]) expect([counter, await signIn(counter)]).toEqual([counter, 401])
  expect(await passkeyMails(member)).toEqual(['added', 'copied', 'copied', 'copied'])
  expect((await entriesAbout(member, 'session.refused')).map(({ after }) => after)).toEqual(
    Array.from({ length: 3 }, () => ({ refusal: 'copied_passkey' })),
  )
  expect(await signIn(9), 'the one that went on counting').toBe(200)
})

test('passkeys are for staff with a confirmed address and nothing left to set up', async () => {
  const refusalOf = async (who: Browser) => {
    const { obstacle, isOffered } = (await who.get(passkeyCalls.listPasskeys.path)).json
    return [obstacle, isOffered, (await who.get(passkeyCalls.addPasskey.path)).json.code]
  }
  expect(await refusalOf(await createMember(site, 'customer'))).toEqual(['not_staff', false, 'forbidden'])
  const member = await createMember(site)
  const change = async (values: object) => site.deps.db.updateTable('users').set(values).where('email', '=', member.email).execute()
  await change({ has_staff_password: false })
  expect(await refusalOf(member)).toEqual(['setup_due', false, 'staff_setup_required'])
  await change({ has_staff_password: true, email_confirmed_at: null })
  expect(await refusalOf(member)).toEqual(['email_not_confirmed', false, 'email_unconfirmed'])
  const demo = visitorByName(site)
  await demo.logIn('admin@example.com', 'admin1234')
  expect(await refusalOf(demo)).toEqual(['shared', false, 'account_in_use'])
})

test('at a bare IP address there are no passkeys, and nobody is offered one', async () => {
  const { email } = await createMember(site)
  const visitor = site.visitor()
  expect((await visitor.get(passkeyCalls.signInByPasskey.path)).json.code).toBe('passkey_state')
  await visitor.logIn(email, 'password1')
  expect((await visitor.get(passkeyCalls.listPasskeys.path)).json).toMatchObject({ obstacle: 'address', isOffered: false, question: null })
  expect((await visitor.get(passkeyCalls.addPasskey.path)).json.code).toBe('passkey_state')
})

test('an account has at most ten passkeys, however many are added at once', async () => {
  const member = await createMember(site)
  for (let count = 1; count < MAX_PASSKEYS; count++) await addPasskey(site, member)
  const answers = await Promise.all(
    Array.from({ length: 3 }, async () => newDevice().create((await member.get(passkeyCalls.addPasskey.path)).json)),
  )
  const all = await Promise.all(answers.map(async (passkey) => (await member.post(passkeyCalls.addPasskey.path, { passkey })).status))
  expect(all.toSorted()).toEqual([201, 409, 409])
  expect((await member.get(passkeyCalls.addPasskey.path)).json).toMatchObject({ statusCode: 409, code: 'passkey_state' })
})

test('a device of an older browser, which does not say whether it is in a frame, still signs in', async () => {
  const device = await addPasskey(site, await createMember(site))
  expect((await signInBy(device, visitorByName(site), { crossOrigin: undefined })).status).toBe(200)
})
