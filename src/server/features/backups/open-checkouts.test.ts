import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { generateIdentity } from 'age-encryption'
import { afterAll, expect, test, vi } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import { getCheckoutSession, getPaidPage, payCancel, payReturn } from '#shared/payments/calls.ts'
import { backup } from '#server/cli/backup.ts'
import { CARD_SANDBOX_STATE, cardSandboxFolder } from '#server/lib/card-sandbox-process.ts'
import { openClient } from '#server/lib/db.ts'
import { SANDBOX_SECRET, sharedSecret } from '#server/lib/secrets.ts'
import { createBuyer, inDays, nextDay, TOUR } from '../../../../tests/support/buyers.ts'
import { commandLineOf } from '../../../../tests/support/command-line.ts'
import { clickLink, createStaff } from '../../../../tests/support/movers.ts'
import { payLinks, reserve } from '../../../../tests/support/reservations.ts'
import { emptyDatabase, openSandbox, restoreInto, scratchFolder } from '../../../../tests/support/restored-sites.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

const site = await createTestApp()
afterAll(async () => site.close())
const { db } = site.deps
const staff = await createStaff(site)

async function attempts() {
  return db.selectFrom('payment_attempts').select(['id', 'session_id', 'session_url', 'cancel_token', 'paid_token', 'params']).execute()
}

/** Begins checkouts by a customer and by a link, of which one is paid; one more is not opened at the provider. */
async function beginCheckouts() {
  const buyer = await createBuyer(site)
  const paid = await buyer.openCheckout(TOUR, 1, nextDay())
  await site.cards.pay(paid)
  const open = await buyer.openCheckout(TOUR, 1, nextDay())
  for (const isOpened of [true, false]) {
    const { bookingId } = await reserve(site, staff, inDays(site, 30))
    await clickLink(site.visitor(), (await payLinks(site, bookingId)).at(-1) ?? '')
    if (isOpened) continue
    await db
      .updateTable('payment_attempts')
      .set({ status: 'creating', session_id: null, session_url: null })
      .where('booking_id', '=', bookingId)
      .execute()
  }
  return { buyer, paid, open }
}

/** Backs up with the card sandbox’s journal as it is, and restores. Returns the bundle and the restored journal. */
async function backUpAndRestore(key: string) {
  commandLineOf(site)
  vi.stubEnv('BACKUP_KEY', key)
  const { DATA_DIR } = site.deps.config
  const folder = cardSandboxFolder(DATA_DIR, await sharedSecret(db, SANDBOX_SECRET))
  await mkdir(folder, { recursive: true })
  await copyFile(path.join(DATA_DIR, 'cards.jsonl'), path.join(folder, CARD_SANDBOX_STATE))
  const [from, to, target] = [await scratchFolder(), await scratchFolder(), await emptyDatabase()]
  const bundle = path.join(from, 'all.backup')
  await backup.run(['--to', bundle], () => undefined)
  await restoreInto(target, to, '--from', bundle)
  const journal = (await readdir(to, { recursive: true })).find((name) => name.endsWith(CARD_SANDBOX_STATE)) ?? ''
  return { bundle: await readFile(bundle), journal: path.join(to, journal), target }
}

test('an unencrypted backup holds no token or address of a checkout, and its card pages are closed once it is restored', async () => {
  const { paid, open } = await beginCheckouts()
  const before = await attempts()
  const { bundle, journal, target } = await backUpAndRestore('')
  const text = zstdDecompressSync(bundle).toString('latin1')
  const secrets = before.flatMap(({ cancel_token, paid_token }) => [cancel_token, paid_token ?? []].flat())
  expect(before.filter(({ paid_token }) => paid_token !== null)).toHaveLength(2)
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])

  // The provider still knows each payment by the session that our row names, and an attempt that was not opened can be opened.
  const client = await openClient(target, 'test')
  const { rows } = await client.query('select id, session_id, session_url, params from payment_attempts')
  await client.end()
  expect(rows.map(({ id, session_id }) => `${id} ${session_id}`).toSorted()).toEqual(
    before.map(({ id, session_id }) => `${id} ${session_id}`).toSorted(),
  )
  expect(rows.filter(({ session_url }) => session_url !== null)).toEqual([])
  const unopened = rows.find(({ session_id }) => session_id === null)
  expect(unopened.params).toMatchObject({ mode: 'payment', cancel_url: expect.stringMatching(/\/pay\/cancel\?token=gone$/) })

  const restored = await openSandbox(journal)
  expect([await restored.page(open), await restored.page(paid)]).toEqual([410, 409])
  expect(await restored.session(open)).toMatchObject({ status: 'expired', payment_status: 'unpaid' })
  expect(await restored.session(paid)).toMatchObject({ status: 'complete', payment_status: 'paid' })
})

test('an encrypted backup keeps open checkouts, so that customers can pay after a restore', async () => {
  const { open } = await beginCheckouts()
  const { journal } = await backUpAndRestore(await generateIdentity())
  const restored = await openSandbox(journal)
  expect(await restored.page(open)).toBe(200)
  expect(await restored.session(open)).toMatchObject({ status: 'open' })
})

test('the id of a session, which every backup holds, opens nothing at the site without its customer’s account', async () => {
  const { paid, open } = await beginCheckouts()
  const stranger = await createBuyer(site)
  for (const session of [paid, open]) {
    expect((await site.visitor().get(pathOf(getCheckoutSession, { id: session }))).status).toBe(401)
    expect((await stranger.get(pathOf(getCheckoutSession, { id: session }))).status).toBe(404)
    const back = await site.app.inject({ url: `${payReturn.path}?session_id=${session}&token=${session}` })
    expect([back.statusCode, back.headers.location]).toEqual([303, expect.stringMatching(`/success\\?session_id=${session}$`)])
    expect((await site.visitor().get(pathOf(getPaidPage, { token: session }))).status).toBe(404)
    await site.app.inject({ url: `${payCancel.path}?token=${session}` })
  }
  const rows = await db.selectFrom('payment_attempts').select('status').where('session_id', 'in', [paid, open]).execute()
  expect(rows.map(({ status }) => status).toSorted()).toEqual(['complete', 'open'])
})
