import { TOO_MANY_SIGN_INS } from '../../src/shared/accounts/public.ts'
import * as accountCalls from '../../src/shared/accounts/calls.ts'
import { expectAddress, logIn } from './traveller.ts'
import { expect, signUpByCall, test } from './site.ts'

test.use({ settings: { SIGN_IN_TRIES_PER_ACCOUNT: '1' } })

test('after too many attempts the login page takes the code that was emailed', async ({ page, account, site, playwright, complaints }) => {
  complaints.expect(/status of (401|429)/)
  await signUpByCall(playwright, site, account)
  await page.goto('/#/login')
  const main = page.getByRole('main')
  const emailed = main.getByLabel('Code we’ve sent you')
  await logIn(page, { ...account, password: 'wrong' })
  await expect(main.getByRole('alert')).toHaveText('Invalid credentials')
  await expect(emailed).toHaveCount(0)
  await logIn(page, account)
  await expect(main.getByRole('alert')).toHaveText(TOO_MANY_SIGN_INS)
  await emailed.fill('abcd-efgh-jkmn')
  await main.getByRole('button', { name: 'Login' }).click()
  await expect(main.getByText('This code didn’t work.')).toBeVisible()
  await expect(emailed).toBeFocused()
  const code = async () => {
    const mail = (await site.mailsTo(account.email)).find(({ subject }) => subject.startsWith('Your code to log in'))
    return /\b[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}\b/.exec(mail?.text ?? '')?.[0] ?? ''
  }
  await expect.poll(code).not.toBe('')
  await emailed.fill(await code())
  await main.getByRole('button', { name: 'Login' }).click()
  await expectAddress(page, '#/')
})

test('a browser that keeps no cookies is told so at the login, not sent round in circles', async ({
  page,
  context,
  account,
  site,
  playwright,
  complaints,
}) => {
  complaints.expect(/status of 401/)
  await signUpByCall(playwright, site, account)
  await page.route(`**${accountCalls.logIn.path}`, async (route) => {
    const response = await route.fetch()
    await context.clearCookies()
    await route.fulfill({ status: response.status(), contentType: 'application/json', body: await response.text() })
  })
  await page.goto('/#/login')
  await logIn(page, account)
  await expectAddress(page, '#/')
  await page.goto('/#/bookings')
  await expectAddress(page, '#/login')
  await expect(page.getByRole('main').getByText('Your browser is blocking cookies')).toBeVisible()
})
