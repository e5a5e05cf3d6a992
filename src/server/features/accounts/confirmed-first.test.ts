import { expect, test } from 'vitest'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import * as peopleCalls from '#shared/accounts/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import { operator } from '#server/lib/actors.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { codeAt, haveConfirmed } from '../../../../tests/support/second-factors.ts'
import { changeRole } from './people/actions.ts'

const site = await openPaymentSite()
const boss = await createStaff(site, 'admin')
const password = 'password1'

const idOf = async ({ email }: Browser) =>
  (await site.deps.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
const factorOf = async (id: string) => site.deps.db.selectFrom('second_factors').selectAll().where('user_id', '=', id).executeTakeFirst()

test('nobody can set up a second factor before confirming their address', async () => {
  const squatter = await site.customer()
  const refused = await squatter.post(securityCalls.getSecondFactor.path, { password })
  expect(refused.json).toMatchObject({ statusCode: 409, code: 'email_unconfirmed', message: expect.stringContaining('confirm') })
  expect(await factorOf(await idOf(squatter))).toBeUndefined()
  await haveConfirmed(site, squatter)
  expect((await squatter.post(securityCalls.getSecondFactor.path, { password })).status).toBe(200)
})

test('a second factor begun before this rule is not turned on until the address is confirmed', async () => {
  const squatter = await site.customer()
  await haveConfirmed(site, squatter)
  const { secret } = (await squatter.post(securityCalls.getSecondFactor.path, { password })).json
  const id = await idOf(squatter)
  await site.deps.db.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', id).execute()
  const code = codeAt(secret, site.deps.now())
  expect((await squatter.post(securityCalls.confirmSecondFactor.path, { code })).json).toMatchObject({
    statusCode: 409,
    code: 'email_unconfirmed',
  })
  expect(await factorOf(id)).toMatchObject({ confirmed_at: null })
})

test('nobody is promoted before their address is confirmed, on the site or on the command line', async () => {
  const squatter = await site.customer()
  const id = await idOf(squatter)
  const onSite = await boss.post(pathOf(peopleCalls.changeRole, { id }), { role: 'staff' })
  expect(onSite.json).toMatchObject({ statusCode: 409, code: 'email_unconfirmed' })
  const promote = site.deps.db.transaction().execute((trx) => changeRole(site.deps, trx, operator(), id, { role: 'admin' }))
  await expect(promote).rejects.toMatchObject({ code: 'email_unconfirmed' })
  await haveConfirmed(site, squatter)
  expect((await boss.post(pathOf(peopleCalls.changeRole, { id }), { role: 'staff' })).status).toBe(200)
})

test('a member of staff with an unconfirmed address can be demoted, not promoted', async () => {
  const unconfirmed = await createStaff(site, 'manager')
  const id = await idOf(unconfirmed)
  await site.deps.db.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', id).execute()
  expect((await boss.post(pathOf(peopleCalls.changeRole, { id }), { role: 'admin' })).json.code).toBe('email_unconfirmed')
  expect((await boss.post(pathOf(peopleCalls.changeRole, { id }), { role: 'customer' })).status).toBe(200)
})
