import { afterAll, beforeAll, expect, test } from 'vitest'
import * as accountCalls from '#shared/accounts/calls.ts'
import * as ownCalls from '#shared/accounts/own-calls.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import { hashToken } from '#server/lib/secrets.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'
import { sendLink } from '../links.ts'
import { replacePassword } from '../password-changes.ts'

let home: TestApp
beforeAll(async () => {
  home = await createTestApp()
})
afterAll(async () => home.close())

const USER = { email: 'user@example.com', password: 'user1234' }
const ADMIN = { email: 'admin@example.com', password: 'admin1234' }

/** Signs in under this host as a program does, or as a page does whose name resolves to our address. */
async function logIn(site: TestApp, body: { email: string; password: string }, host: string) {
  const headers = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }
  const program = await site.app.inject({ method: 'POST', url: accountCalls.logIn.path, headers: { host }, payload: body })
  const page = await site.app.inject({ method: 'POST', url: accountCalls.logIn.path, headers, payload: body })
  return { program: program.statusCode, page: page.statusCode, cookies: [...program.cookies, ...page.cookies], text: program.body }
}

test.each(['localhost', 'localhost:3000', 'LOCALHOST:3000', '127.0.0.1:3000', '127.1.2.3', '[::1]:3000'])(
  'at home the printed passwords open the demo accounts under the host %s',
  async (host) => {
    for (const account of [USER, ADMIN]) expect((await logIn(home, account, host)).program).toBe(200)
  },
)

test.each(['evil.example', 'evil.example:3000', 'localhost.evil.example', '127.0.0.1.evil.example', '192.168.1.4:3000', '10.0.0.1'])(
  'at home the printed passwords open nothing under the host %s, which may resolve to our address (ASVS 6.3.2)',
  async (host) => {
    for (const account of [USER, ADMIN]) {
      const answer = await logIn(home, account, host)
      expect([answer.program, answer.cookies]).toEqual([401, []])
      expect(JSON.parse(answer.text)).toMatchObject({ code: 'invalid_credentials', message: 'Invalid credentials' })
      expect([401, 403]).toContain(answer.page)
    }
  },
)

test('a personal account signs in under any host, and so does a demo account whose password an operator has set', async () => {
  const { email } = await home.customer()
  expect((await logIn(home, { email, password: 'password1' }, 'box.example')).program).toBe(200)
  const site = await createTestApp({ HOST: '0.0.0.0' })
  try {
    await replacePassword(site.deps.db, ADMIN.email, 'lanterns on the river', site.deps.now())
    expect((await logIn(site, { ...ADMIN, password: 'lanterns on the river' }, 'box.example')).program).toBe(200)
  } finally {
    await site.close()
  }
})

test.each([
  { HOST: '0.0.0.0' },
  { ALLOWED_HOSTS: 'box.example' },
  { TRUST_PROXY: '1' },
  { PUBLIC_URL: 'http://www.example.com' },
  { PUBLIC_URL: 'https://www.example.com', DEMO: '1' },
])('with %j the printed passwords open nothing, even if another process at home has restored them in the database', async (settings) => {
  const site = await createTestApp(settings)
  try {
    for (const account of [USER, ADMIN]) {
      for (const host of ['localhost', 'box.example', 'www.example.com']) {
        const answer = await logIn(site, account, host)
        expect([answer.program, answer.cookies]).toEqual([401, []])
      }
    }
  } finally {
    await site.close()
  }
})

test('the demo accounts’ password and email address cannot be changed, by the settings or by a link', async () => {
  const { deps } = home
  for (const account of [USER, ADMIN]) {
    const visitor = home.visitor()
    await visitor.post(accountCalls.logIn.path, account)
    const change = { currentPassword: account.password, newPassword: 'lanterns on the river' }
    expect((await visitor.post(securityCalls.changePassword.path, change)).json).toMatchObject({
      statusCode: 409,
      code: 'account_in_use',
      message: 'This is a shared demo account, so you can’t change its password. Sign up for your own account to try it.',
    })
    const move = { email: 'mine@example.test', password: account.password }
    expect((await visitor.post(securityCalls.changeEmail.path, move)).json).toMatchObject({ statusCode: 409, code: 'account_in_use' })
    expect((await visitor.get(ownCalls.getAccount.path)).status).toBe(200)

    await sendLink(deps, { requestId: account.email, purpose: 'reset', email: account.email })
    const users = deps.db.selectFrom('users').select('id').where('email', '=', account.email)
    expect(await deps.db.selectFrom('account_links').select('user_id').where('user_id', 'in', users).execute()).toEqual([])
    // A link from before the rule.
    const { id } = await users.executeTakeFirstOrThrow()
    const link = { user_id: id, purpose: 'reset', expires_at: new Date('2099-01-01'), created_at: new Date() } as const
    await deps.db
      .insertInto('account_links')
      .values({ ...link, token_hash: hashToken(`link of ${id}`) })
      .execute()
    const reset = await home.visitor().post(accountCalls.resetPassword.path, { token: `link of ${id}`, password: 'lanterns on the river' })
    expect(reset.json).toMatchObject({ statusCode: 409, code: 'account_in_use' })
    expect((await logIn(home, account, 'localhost')).program).toBe(200)
  }
})
