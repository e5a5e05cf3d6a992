import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as accountCalls from '#shared/accounts/calls.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { newestToken, sendLinks } from '../../../../tests/support/links.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

let site: TestApp
let networks = 0

beforeAll(async () => {
  site = await createTestApp({ TRUST_PROXY: '1', LINK_TRIES_PER_ADDRESS: '20' })
})
afterAll(async () => site.close())
beforeEach(async () => void (await site.deps.db.deleteFrom('rate_limits').execute()))

const newNetwork = () => `198.18.${Math.floor(++networks / 250)}.${(networks % 250) + 1}`
const from = (network: string) => ({ 'x-forwarded-for': network })
const ask = async (who: Browser, email: string, network: string) =>
  (await who.post(accountCalls.forgotPassword.path, { email }, from(network))).status

async function pass(limit: string): Promise<void> {
  await site.deps.db.updateTable('rate_limits').set({ expire: 1 }).where('key', 'like', `${limit}:%`).execute()
}

/** The sign-up link has been sent. */
async function createOwner(): Promise<Browser> {
  const owner = await site.customer()
  await sendLinks(site, owner.email)
  return owner
}

/** Two requests from each of as many networks. Returns how many link emails the address has got. */
async function flood(email: string, origins: number): Promise<number> {
  for (const network of Array.from({ length: origins }, newNetwork)) {
    for (let count = 0; count < 2; count++) expect(await ask(site.visitor(), email, network)).toBe(200)
  }
  return sendLinks(site, email)
}

test('eight networks that ask as often as they may do not use up the link of a ninth', async () => {
  const { email } = await createOwner()
  for (const network of Array.from({ length: 8 }, newNetwork)) {
    for (let count = 0; count < 5; count++) await ask(site.visitor(), email, network)
  }
  const sent = await sendLinks(site, email)
  expect(await ask(site.visitor(), email, newNetwork())).toBe(200)
  expect(await sendLinks(site, email)).toBe(sent + 1)
})

test('an address gets its twenty links a day, one for each of a hundred networks, and then one an hour', async () => {
  const { email } = await createOwner()
  // The link of the sign-up is one of the twenty.
  expect(await flood(email, 110)).toBe(1 + 100 + 20)
  await pass('hourly-link')
  expect(await ask(site.visitor(), email, newNetwork())).toBe(200)
  expect(await sendLinks(site, email)).toBe(122)
})

test('one network alone cannot use up an address’s links for a day', async () => {
  const { email } = await createOwner()
  const network = newNetwork()
  const statuses: number[] = []
  for (let quarter = 0; quarter < 4; quarter++) {
    for (let count = 0; count < 5; count++) statuses.push(await ask(site.visitor(), email, network))
    await pass('link-mails')
    await pass('links-address')
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(10)
  const sent = await sendLinks(site, email)
  expect(await ask(site.visitor(), email, newNetwork())).toBe(200)
  expect(await sendLinks(site, email), 'the owner’s, from elsewhere').toBe(sent + 1)
})

test('after a flood from everywhere the owner still gets links requested on a known device', async () => {
  const owner = await createOwner()
  const { email } = owner
  const sent = await flood(email, 110)
  expect(await ask(site.visitor(), email, newNetwork())).toBe(200)
  expect(await sendLinks(site, email), 'from a device that nobody knows').toBe(sent)
  expect(await ask(owner, email, newNetwork())).toBe(200)
  expect(await sendLinks(site, email)).toBe(sent + 1)
  expect(await ask(owner, email, newNetwork())).toBe(200)
  expect(await sendLinks(site, email)).toBe(sent + 2)
})

test('neither the network’s count nor the device’s holds back the first link of the day', async () => {
  const owner = await createOwner()
  const crowded = newNetwork()
  for (let count = 0; count < 20; count++) await ask(site.visitor(), `crowd${count}@example.test`, crowded)
  expect(await ask(site.visitor(), owner.email, crowded)).toBe(429)
  const own: number[] = []
  for (let count = 0; count < 6; count++) own.push(await ask(owner, owner.email, crowded))
  expect(own, 'five in a quarter of an hour').toEqual([200, 200, 200, 200, 200, 429])
  await pass('first-link')
  expect(await ask(owner, owner.email, crowded), 'the next day').toBe(200)
})

test('somebody who signs up with another person’s address cannot flood it from the devices that are then known', async () => {
  const squatter = await createOwner()
  const before = await sendLinks(site, squatter.email)
  for (let quarter = 0; quarter < 8; quarter++) {
    for (let count = 0; count < 5; count++) await ask(squatter, squatter.email, newNetwork())
    await pass('link-mails')
  }
  expect((await sendLinks(site, squatter.email)) - before).toBe(21)
})

test('a link works even where the network has used up its tries, and guesses at links are counted', async () => {
  const owner = await createOwner()
  const crowded = newNetwork()
  await ask(owner, owner.email, newNetwork())
  const token = await newestToken(site, owner.email, 'reset')
  const guesses: number[] = []
  for (let count = 0; count < 21; count++) {
    guesses.push((await site.visitor().post(accountCalls.checkResetLink.path, { token: `guess${count}` }, from(crowded))).status)
  }
  expect(guesses).toEqual([...Array<number>(20).fill(410), 429])
  expect((await site.visitor().post(accountCalls.checkResetLink.path, { token }, from(crowded))).status).toBe(200)
  const body = { token, password: 'chosen by a link' }
  expect((await site.visitor().post(accountCalls.resetPassword.path, body, from(crowded))).status).toBe(200)
})
