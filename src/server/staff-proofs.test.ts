import type { RouteOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as passkeyCalls from '#shared/accounts/passkey-calls.ts'
import { FRESHLY_PROVEN } from '#shared/accounts/permissions.ts'
import { PROOF_MINUTES } from '#shared/accounts/proofs.ts'
import * as peopleCalls from '#shared/accounts/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import * as deskBookingCalls from '#shared/desk/booking-calls.ts'
import type { Browser } from '../../tests/support/browser.ts'
import { createStaff } from '../../tests/support/movers.ts'
import { letProofsEnd } from '../../tests/support/proofs.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'

/** What a stolen cookie alone must not do, independently of the table: roles and accounts, exports, money by hand. */
const PINNED = [
  'GET audit-file',
  'GET bookings-file',
  'POST bookings/:id/cancel',
  'POST bookings/:id/outside-payment',
  'POST bookings/:id/refund',
  'POST departures/:id/cancel',
  'POST invitations',
  'POST people/:id/disable',
  'POST people/:id/enable',
  'POST people/:id/invite',
  'POST people/:id/reset-factor',
  'POST people/:id/role',
  'POST tasks/:id/cancel-booking',
  'POST tasks/:id/confirm',
  'POST tasks/:id/keep-booking',
  'POST tasks/:id/refund',
  'POST tasks/:id/retry',
  'POST tasks/:id/settle',
  'POST tasks/:id/take-up',
]
const NOBODY = '00000000-0000-4000-8000-000000000000'

let site: TestApp
const registered = new Map<string, boolean>()

beforeAll(async () => {
  site = await createTestApp({}, { onRoute: note })
})
afterAll(async () => site.close())

function note({ method, url, config }: RouteOptions): void {
  const [, name] = url.split('/staff/')
  const needsProof = config?.permission !== undefined && FRESHLY_PROVEN.includes(config.permission)
  for (const each of [method].flat()) if (name !== undefined && each !== 'HEAD') registered.set(`${each} ${name}`, needsProof)
}

/** Returns the calls that demand confirmation, made about nobody and with an empty body. */
async function asking(who: Browser): Promise<string[]> {
  const found: string[] = []
  for (const call of registered.keys()) {
    const [method, name = ''] = call.split(' ')
    const { json } = await who.request(method as 'GET' | 'POST' | 'PUT', `/staff/${name.replace(':id', NOBODY)}`, {}, {})
    if (json?.code === 'confirm_identity') found.push(call)
  }
  return found.toSorted()
}

test('roles, accounts, exports and money ask for a fresh proof, everything else does not', async () => {
  const boss = await createStaff(site, 'admin')
  expect(await asking(boss)).toEqual([])
  await letProofsEnd(site, boss)
  const asked = await asking(boss)
  expect(asked).toEqual(expect.arrayContaining(PINNED))
  expect(asked).toEqual([...registered].flatMap(([call, needsProof]) => (needsProof ? [call] : [])).toSorted())
})

test('a cookie alone makes no administrator, whether by a role, an invitation or a reset second factor', async () => {
  const boss = await createStaff(site, 'admin')
  const accomplice = await createStaff(site)
  await letProofsEnd(site, boss)
  const { id } = await site.deps.db.selectFrom('users').select('id').where('email', '=', accomplice.email).executeTakeFirstOrThrow()
  const invitation = { name: 'Eve', email: 'eve@staff.test', role: 'admin' }
  const tries = [
    await boss.post(pathOf(peopleCalls.changeRole, { id }), { role: 'admin' }),
    await boss.post(peopleCalls.invitePerson.path, invitation),
  ]
  for (const { json } of [...tries, await boss.post(pathOf(peopleCalls.resetFactor, { id }))]) {
    expect(json).toMatchObject({ statusCode: 403, code: 'confirm_identity', confirmWith: ['password'] })
  }
  const people = await site.deps.db
    .selectFrom('users')
    .select(['role'])
    .where('email', 'in', [accomplice.email, 'eve@staff.test'])
    .execute()
  expect(people).toEqual([{ role: 'staff' }])
})

test('the administrator of the demo is asked too, and confirms with the printed password', async () => {
  const boss = site.visitor()
  await boss.logIn('admin@example.com', 'admin1234')
  await letProofsEnd(site, boss)
  expect((await boss.get(deskBookingCalls.downloadBookings.path)).json.code).toBe('confirm_identity')
  expect((await boss.post(passkeyCalls.confirmIdentity.path, { password: 'admin1234' })).status).toBe(200)
  expect((await boss.get(deskBookingCalls.downloadBookings.path)).status).toBe(200)
  site.advance(PROOF_MINUTES * 60_000)
  expect((await boss.get(deskBookingCalls.downloadBookings.path)).json.code).toBe('confirm_identity')
})
