import type { RouteOptions } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as ownCalls from '#shared/accounts/own-calls.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import { askOffer } from '#shared/tours/offer-calls.ts'
import { uploadPicture } from '#shared/tours/picture-calls.ts'
import * as vehicleCalls from '#shared/vehicles/calls.ts'
import { replacePassword } from '#server/features/accounts/password-changes.ts'
import { changeRole, disableAccount } from '#server/features/accounts/people/actions.ts'
import { revokeAllSessions } from '#server/features/accounts/sessions/sessions.ts'
import { operator } from '#server/lib/actors.ts'
import type { Browser } from '../../tests/support/browser.ts'
import { createBuyer } from '../../tests/support/buyers.ts'
import { createStaff } from '../../tests/support/movers.ts'
import { Arrivals, sendSlowly } from '../../tests/support/slow-requests.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'
const arrivals = new Arrivals()
const changing: { method: string; url: string }[] = []
let site: TestApp

beforeAll(async () => {
  site = await createTestApp({}, { onRoute: note })
})
afterAll(async () => site.close())

function note(route: RouteOptions): void {
  arrivals.watch(route)
  for (const method of [route.method].flat())
    if (['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)) changing.push({ method, url: route.url.replace(/:\w+/, NOBODY) })
}

async function listGuarded(): Promise<{ method: string; url: string }[]> {
  const found: typeof changing = []
  for (const { method, url } of changing) {
    // These ask for a password or a link, not for a session.
    if (url.startsWith('/auth/')) continue
    // It only reads, and asks like every reader of tours.
    if (url === askOffer.path) continue
    const { status } = await site.visitor().request(method as 'POST', url, undefined, {})
    if (status === 401) found.push({ method, url })
  }
  return found
}

async function idOf({ email }: Browser): Promise<string> {
  return (await site.deps.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
}

const REVOCATIONS: Record<string, (who: Browser) => Promise<unknown>> = {
  'the account is disabled': async (who) => {
    const id = await idOf(who)
    await site.deps.db.transaction().execute(async (trx) => disableAccount(site.deps, trx, operator(), id))
  },
  'the role is taken': async (who) => {
    const id = await idOf(who)
    await site.deps.db.transaction().execute(async (trx) => changeRole(site.deps, trx, operator(), id, { role: 'customer' }))
  },
  'somebody logs out elsewhere': async (who) => {
    const id = await idOf(who)
    await site.deps.db.transaction().execute(async (trx) => revokeAllSessions(trx, id, site.deps.now()))
  },
  'a new password is set': async ({ email }) => replacePassword(site.deps.db, email, 'lanterns on the river', site.deps.now()),
  'only the row of the role changes': async ({ email }) =>
    site.deps.db.updateTable('users').set({ role: 'customer' }).where('email', '=', email).execute(),
}

test.each(Object.keys(REVOCATIONS))(
  'while a body arrives %s: every changing call is then refused',
  async (what) => {
    const guarded = await listGuarded()
    expect(guarded.length).toBeGreaterThan(70)
    const body = Buffer.from('{"reason":"Because","name":"Mallory"}')
    const answers: string[] = []
    for (const { method, url } of guarded) {
      // Somebody who only loses a role can still make a traveller's calls.
      if (what.includes('role') && !url.startsWith('/staff/')) continue
      const who = await createStaff(site, 'admin')
      const { status } = await sendSlowly(site, arrivals, who, { method, url, body }, async () => REVOCATIONS[what]?.(who))
      if (status !== (what.startsWith('only') ? 403 : 401)) answers.push(`${method} ${url}: ${status}`)
    }
    expect(answers).toEqual([])
  },
  120_000,
)

test('somebody who stole the old password cannot finish a change of name', async () => {
  const owner = await site.customer('Ada Owner')
  const thief = await site.customer('Someone')
  thief.cookies.clear()
  await thief.logIn(owner.email, 'password1')
  const body = Buffer.from(JSON.stringify({ name: 'Mallory' }))
  const change = async () =>
    expect((await owner.post(securityCalls.changePassword.path, { currentPassword: 'password1', newPassword: 'password2' })).status).toBe(
      200,
    )
  expect(await sendSlowly(site, arrivals, thief, { method: 'PUT', url: ownCalls.getAccount.path, body }, change)).toMatchObject({
    status: 401,
  })
  expect((await owner.get(ownCalls.getAccount.path)).json.user.name).toBe('Ada Owner')
})

async function formWithPicture(): Promise<{ body: Buffer; type: string }> {
  const picture = await sharp({ create: { width: 1200, height: 700, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'red.jpg')
  const encoded = new Response(form)
  return { body: Buffer.from(await encoded.arrayBuffer()), type: encoded.headers.get('content-type') ?? '' }
}

const UPLOADS = [
  [vehicleCalls.uploadPhoto.path, 'vehicle_photos'],
  [ownCalls.uploadOwnPhoto.path, 'avatars'],
  [uploadPicture.path, 'picture_originals'],
] as const

test.each(UPLOADS)('a picture to %s whose sender is signed out while it arrives is not kept', async (url, table) => {
  const who = await createStaff(site, 'manager')
  const before = await site.deps.db
    .selectFrom(table as 'avatars')
    .selectAll()
    .execute()
  const form = await formWithPicture()
  const end = async () => REVOCATIONS['the account is disabled']?.(who)
  const answer = await sendSlowly(site, arrivals, who, { method: 'POST', url, ...form, station: 'preHandler' }, end)
  expect(answer).toMatchObject({ status: 401 })
  expect(
    await site.deps.db
      .selectFrom(table as 'avatars')
      .selectAll()
      .execute(),
  ).toEqual(before)
})

test('a picture that arrives slowly, while nothing changes, is kept', async () => {
  const who = await createBuyer(site)
  const form = await formWithPicture()
  const { status } = await sendSlowly(
    site,
    arrivals,
    who,
    { method: 'POST', url: ownCalls.uploadOwnPhoto.path, ...form },
    async () => undefined,
  )
  expect(status).toBe(200)
})
