import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import * as staffQuoteCalls from '#shared/quotes/staff-calls.ts'
import * as vehicleCalls from '#shared/vehicles/calls.ts'
import * as accountCalls from '#shared/accounts/calls.ts'
import * as ownCalls from '#shared/accounts/own-calls.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import * as peopleCalls from '#shared/accounts/staff-calls.ts'
import { getCustomer } from '#server/features/bookings/contacts.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { bookAndPay, nextDay } from '../../../../tests/support/buyers.ts'
import { runEmailChanges, tokenIn } from '../../../../tests/support/email-changes.ts'
import { newestToken } from '../../../../tests/support/links.ts'
import { bookBody, CONTACT, createStaff, draftOf } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { setUpFactor } from '../../../../tests/support/second-factors.ts'
import { makeAdministrator } from './people/staff.ts'
import { findKnownDevice } from './sessions/devices.ts'

const site = await openPaymentSite()
const boss = await createStaff(site, 'admin')
const { db } = site.deps
const password = 'password1'
const chosen = 'chosen by the owner'
const TRICK = 'Call 0900 to unlock'

const rowOf = async (email: string) => db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
const logIn = async (who: Browser, email: string, word: string) => who.post(accountCalls.logIn.path, { email, password: word })
const clearedOf = async (id: string) =>
  db
    .selectFrom('audit_entries')
    .select(['actor_id', 'before', 'after'])
    .where('subject_id', '=', id)
    .where('action', '=', 'account.cleared')
    .execute()

/** Signs up with somebody else's address and fills the account, with a second factor from before addresses had to be confirmed. */
async function squat(): Promise<Browser> {
  const squatter = await site.customer(TRICK)
  await setUpFactor(site, squatter)
  await db.updateTable('users').set({ email_confirmed_at: null }).where('email', '=', squatter.email).execute()
  const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#0f2233' } })
    .jpeg()
    .toBuffer()
  const photo = { name: 'trick.jpg', type: 'image/jpeg', bytes }
  expect((await squatter.upload(ownCalls.uploadOwnPhoto.path, photo)).status).toBe(200)
  return squatter
}

async function fillDraft(squatter: Browser): Promise<void> {
  expect((await squatter.put(vehicleCalls.saveDraft.path, { version: 0, draft: draftOf() })).status).toBe(200)
  const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#0f2233' } })
    .jpeg()
    .toBuffer()
  const itemId = draftOf().items[0]?.id ?? ''
  const sent = await squatter.upload(vehicleCalls.uploadPhoto.path, { name: 'sofa.jpg', type: 'image/jpeg', bytes }, { itemId })
  expect(sent.status).toBe(201)
}

async function resetByLink(who: Browser, email: string): Promise<number> {
  await who.post(accountCalls.forgotPassword.path, { email })
  return (await who.post(accountCalls.resetPassword.path, { token: await newestToken(site, email, 'reset'), password: chosen })).status
}

test('the owner of the address gets the account without anything that a squatter left in it', async () => {
  const squatter = await squat()
  const { email } = squatter
  const { id, profile_image: picture } = await rowOf(email)
  await fillDraft(squatter)
  const elsewhere = { email: 'squatter@elsewhere.test', password }
  await db.deleteFrom('second_factors').where('user_id', '=', id).execute()
  expect((await squatter.post(securityCalls.changeEmail.path, elsewhere)).status).toBe(200)
  await runEmailChanges(site)
  const changeLink = await tokenIn(site, 'email-change', elsewhere.email)
  expect(changeLink).not.toBe('')

  const owner = site.visitor()
  expect(await resetByLink(owner, email)).toBe(200)
  expect((await logIn(owner, email, chosen)).status).toBe(200)
  expect((await owner.get(ownCalls.getAccount.path)).json).toMatchObject({
    user: { name: 'Traveller', email, profileImage: null },
    isEmailConfirmed: true,
  })
  expect((await owner.get(vehicleCalls.getDraft.path)).json).toMatchObject({ draft: null, photos: [] })
  expect((await owner.get(String(picture))).status).toBe(404)
  const left = await readdir(path.join(site.deps.config.DATA_DIR, 'avatars'), { recursive: true, withFileTypes: true })
  expect(left.filter((entry) => entry.isFile())).toEqual([])
  expect((await squatter.get(ownCalls.getAccount.path)).status, 'at once, not after ten minutes').toBe(401)
  expect((await squatter.post(accountCalls.refreshToken.path)).status).toBe(401)
  expect(
    (await site.visitor().post(accountCalls.confirmEmail.path, { token: changeLink })).status,
    'the address cannot be taken away',
  ).toBe(410)
  expect(await clearedOf(id)).toEqual([{ actor_id: null, before: { hasSecondFactor: false }, after: { hasSecondFactor: false } }])
  const told = db.selectFrom('mails').select('data').where('recipient', '=', email).where('template', '=', 'password-changed')
  expect((await told.executeTakeFirstOrThrow()).data).toMatchObject({ name: null, isCleared: true })
})

test('a squatter’s second factor and known device end with the first reset', async () => {
  const squatter = await squat()
  const { email } = squatter
  const { id } = await rowOf(email)
  const isKnown = async () =>
    findKnownDevice(site.deps, { cookies: Object.fromEntries(squatter.cookies) } as Parameters<typeof findKnownDevice>[1], email)
  expect(await isKnown()).toBeDefined()
  expect(await resetByLink(site.visitor(), email)).toBe(200)
  expect((await logIn(site.visitor(), email, chosen)).status, 'without a code').toBe(200)
  expect(await isKnown()).toBeUndefined()
  expect(await clearedOf(id)).toMatchObject([{ before: { hasSecondFactor: true } }])
})

test('bookings and requests stay, and emails about them go to the owner, not to a contact that a squatter typed', async () => {
  const squatter = await site.customer(TRICK)
  const day = nextDay()
  const { id } = await bookAndPay(site, squatter, 1, day)
  const contact = { ...CONTACT, name: TRICK, email: 'squatter@elsewhere.test' }
  const { booking } = (await squatter.post(vehicleCalls.requestQuote.path, bookBody({ contact }))).json
  const owner = site.visitor()
  await resetByLink(owner, squatter.email)
  await logIn(owner, squatter.email, chosen)
  expect((await owner.bookings()).map((each) => each.id)).toEqual([id])
  expect(await getCustomer(db, booking.id)).toEqual({ name: 'Traveller', email: squatter.email })
})

test('a reset clears nothing if the address is confirmed, or if staff created the account for a caller', async () => {
  const owner = await site.customer('Ada Owner')
  await setUpFactor(site, owner)
  expect(await resetByLink(site.visitor(), owner.email)).toBe(200)
  expect((await logIn(site.visitor(), owner.email, chosen)).json.code).toBe('second_factor_required')
  const phoned = await site.customer('Paul Phoned')
  await db.updateTable('users').set({ password_hash: '' }).where('email', '=', phoned.email).execute()
  expect(await resetByLink(site.visitor(), phoned.email)).toBe(200)
  for (const [email, name] of [
    [owner.email, 'Ada Owner'],
    [phoned.email, 'Paul Phoned'],
  ] as const) {
    const row = await rowOf(email)
    expect([row.name, await clearedOf(row.id)]).toEqual([name, []])
  }
})

test('a squatted address can be invited as staff; the squatter is signed out at once, and the invitee starts clean', async () => {
  const squatter = await squat()
  const { email } = squatter
  const { id } = await rowOf(email)
  const person = { name: 'Nora New', email: email.toUpperCase(), role: 'manager' }
  const invited = await Promise.all([boss.post(peopleCalls.invitePerson.path, person), boss.post(peopleCalls.invitePerson.path, person)])
  expect(invited.map(({ status }) => status).toSorted(), 'asked for twice at once').toEqual([201, 409])
  expect(invited.find(({ status }) => status === 201)?.json).toEqual({ id })
  expect((await squatter.get(ownCalls.getAccount.path)).status).toBe(401)
  expect((await logIn(squatter, email, password)).json.code).toBe('invalid_credentials')
  expect(await rowOf(email)).toMatchObject({ name: 'Nora New', role: 'manager', profile_image: null, password_hash: '' })
  expect(await clearedOf(id)).toMatchObject([{ actor_id: (await rowOf(boss.email)).id, before: { hasSecondFactor: true } }])

  const token = await tokenIn(site, 'staff-invitation', email)
  expect((await site.visitor().post(accountCalls.resetPassword.path, { token, password: chosen })).status).toBe(200)
  const invitee = site.visitor()
  expect((await logIn(invitee, email, chosen)).status, 'without the squatter’s code').toBe(200)
  expect((await invitee.get(staffQuoteCalls.listQuotes.path)).status).toBe(200)
  expect(await rowOf(email)).toMatchObject({ name: 'Nora New', email_confirmed_at: expect.any(Date) })
})

test('a disabled account is not opened by inviting its address', async () => {
  const squatter = await site.customer()
  await db.updateTable('users').set({ disabled_at: new Date() }).where('email', '=', squatter.email).execute()
  const invited = await boss.post(peopleCalls.invitePerson.path, { name: 'Nora New', email: squatter.email, role: 'staff' })
  expect(invited.json.code).toBe('email_taken')
})

test('an operator who creates an administrator vouches for the address, and removes a squatter’s second factor', async () => {
  const squatter = await squat()
  const input = { name: 'Ada', email: squatter.email, password: 'chosen by the operator' }
  expect(await makeAdministrator(site.deps, input)).toBe('promoted')
  expect((await logIn(site.visitor(), squatter.email, input.password)).status).toBe(200)
  expect(await rowOf(squatter.email)).toMatchObject({ role: 'admin', email_confirmed_at: expect.any(Date) })
})
