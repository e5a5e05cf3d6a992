import type { Page } from '@playwright/test'
import * as accountCalls from '../../src/shared/accounts/calls.ts'
import { violations } from './axe.ts'
import type { RunningSite } from './running-site.ts'
import { expect, signUpByCall, test } from './site.ts'
import { expectAddress, logIn, signUp } from './traveller.ts'

const SPENT = 'This link has expired or has already been used.'

test.use({ viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: 'reduce' } })

async function expectNoFaults(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([])
}

/** Waits for an email with such a subject and returns the address in the newest. */
async function linkIn(site: RunningSite, email: string, subject: RegExp): Promise<string> {
  const found = async () => (await site.mailsTo(email)).find((mail) => subject.test(mail.subject))?.text ?? ''
  await expect.poll(found).toContain('token=')
  return /http\S+token=\S+/.exec(await found())?.[0] ?? ''
}

test(
  'a forgotten password: ask on the login page, open the emailed link, choose another, log in with it',
  { tag: '@day' },
  async ({ page, site, account, playwright, complaints, openBrowser }) => {
    complaints.expect(/status of 4(10|01)/)
    const elsewhere = await (await openBrowser(await signUpByCall(playwright, site, account))).newPage()
    await page.goto('/#/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeFocused()
    await expect(page).toHaveTitle(/^Forgot your password\?/)
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await expect(page.getByLabel('Email')).toBeFocused()
    await expect(page.getByText('Email is required')).toBeVisible()
    await page.getByLabel('Email').fill(account.email)
    await page.keyboard.press('Enter')
    await expect(page.getByText(`If there’s an account for ${account.email}, we’ve sent it a link.`)).toBeVisible()
    await expectNoFaults(page)

    const link = await linkIn(site, account.email, /^Choose a new password/)
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1, name: 'Choose a password' })).toBeVisible()
    await page.getByLabel('New password').fill('12345')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
    await expectNoFaults(page)
    await page.getByLabel('New password').fill('voyage-2028')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Your password has been saved. You can now log in.')).toBeVisible()
    // The message that replaces the form has the focus, so that it is read out.
    await expect(page.locator(':focus')).toContainText('Your password has been saved.')

    await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
    await logIn(page, { email: account.email, password: 'voyage-2028' })
    // The address was never confirmed, so somebody else may have typed the name.
    await expect(page.getByRole('button', { name: 'Traveller’s account' })).toBeVisible()
    const subjects = async () => (await site.mailsTo(account.email)).map(({ subject }) => subject)
    await expect.poll(subjects).toContainEqual(expect.stringMatching(/^Your .* password has been changed$/))
    await elsewhere.goto('/#/settings')
    await expect(elsewhere.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()

    await test.step('the link works once, and afterwards says what to do', async () => {
      await page.goto(link)
      await expect(page.getByRole('main').getByRole('alert')).toHaveText(SPENT)
      await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toHaveAttribute('href', '#/login')
      await expectNoFaults(page)
      await page.getByRole('link', { name: 'Send me a new link' }).click()
      await expectAddress(page, '#/forgot-password')
    })
  },
)

test.describe('signed in', () => {
  test.use({ isSignedIn: true })

  test('a new email address requires the password, and takes effect once its link is opened', async ({
    page,
    site,
    account,
    complaints,
  }) => {
    complaints.expect(/status of 400/)
    const email = `new-${account.email}`
    await page.goto('/#/settings')
    await page.getByRole('button', { name: 'Change email' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change email' })
    await dialog.getByRole('button', { name: 'Send the link' }).click()
    await expect(dialog.getByText('Email is required')).toBeVisible()
    await expectNoFaults(page)
    await dialog.getByLabel('New email').fill(email)
    await dialog.getByLabel('Your password').fill('wrong-one')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('This isn’t your current password')).toBeVisible()
    await dialog.getByLabel('Your password').fill(account.password)
    await page.keyboard.press('Enter')
    await expect(page.getByText(`We’ve sent a link to ${email}.`)).toBeVisible()
    await expect(page.getByRole('main').getByText(account.email, { exact: true })).toBeVisible()
    await expectNoFaults(page)

    await page.goto(await linkIn(site, email, /^Your new email address/))
    await expect(page.getByText('Thank you. Your account now uses this address.')).toBeVisible()
    await expectNoFaults(page)
    await page.goto('/#/settings')
    await expect(page.getByRole('main').getByText(email, { exact: true })).toBeVisible()
    const subjects = async () => (await site.mailsTo(account.email)).map(({ subject }) => subject)
    await expect.poll(subjects).toContainEqual(expect.stringMatching(/^Request to change your/))
  })
})

test('a link without its token and an expired confirmation both lead on', async ({ page, complaints }) => {
  complaints.expect(/status of 410/)
  for (const [path, next] of [
    ['/#/reset-password', 'Send me a new link'],
    ['/#/reset-password?token=nonsense', 'Send me a new link'],
    ['/#/confirm-email', 'Go to settings'],
    ['/#/confirm-email?token=nonsense', 'Go to settings'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(SPENT)
    await expect(page.getByRole('link', { name: next })).toBeVisible()
    await expectNoFaults(page)
  }
})

test('a link used while its page was open says so when the password is saved, and a newer link opens in the same tab', async ({
  page,
  site,
  account,
  playwright,
  complaints,
}) => {
  complaints.expect(/status of 410/)
  await signUpByCall(playwright, site, account)
  const ask = async () =>
    page.request.post(accountCalls.forgotPassword.path, { data: { email: account.email }, headers: { origin: site.origin } })
  await ask()
  const link = await linkIn(site, account.email, /^Choose a new password/)
  await page.goto(link)
  await page.getByLabel('New password').fill('voyage-2028')
  const token = new URL(link).hash.split('token=')[1]
  await page.request.post(accountCalls.resetPassword.path, { data: { token, password: 'voyage-2027' }, headers: { origin: site.origin } })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(SPENT)
  await ask()
  await expect.poll(async () => (await site.mailsTo(account.email)).filter(({ subject }) => subject.startsWith('Choose')).length).toBe(2)
  const links = (await site.mailsTo(account.email)).map(({ text }) => /http\S+reset-password\?token=\S+/.exec(text)?.[0])
  await page.goto(links.find((each) => each !== undefined && each !== link) ?? '')
  await expect(page.getByLabel('New password')).toHaveValue('')
})

test('when the server cannot be reached, the forms say so and keep what was typed; too many tries say how long to wait', async ({
  page,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/, /status of 429/)
  const message = 'Too many attempts. Please wait 14 minutes and try again.'
  let isReachable = false
  // One route throughout: between two of them a call could reach the server itself.
  await page.route(`**${accountCalls.forgotPassword.path}`, async (route) =>
    isReachable ? route.fulfill({ status: 429, json: { statusCode: 429, code: 'too_many_requests', message } }) : route.abort(),
  )
  await page.goto('/#/forgot-password')
  await page.getByLabel('Email').fill('ada@example.test')
  await page.keyboard.press('Enter')
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('could not reach the server')
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.test')
  isReachable = true
  await page.keyboard.press('Enter')
  await expect(alert).toHaveText(message)
})

test('the sign-up email confirms the address, and the settings say so', async ({ page, site, account }) => {
  await page.goto('/#/signup')
  await signUp(page, account)
  await expect(page.getByText('Account created successfully! You can now login.')).toBeVisible()
  await page.goto('/#/login')
  await logIn(page, account)
  await expect(page.getByRole('button', { name: `${account.name}’s account` })).toBeVisible()
  await page.goto('/#/settings')
  const email = page.getByRole('region', { name: 'Email' })
  await expect(email).toContainText('Not confirmed.')
  await email.getByRole('button', { name: 'Send again' }).click()
  await expect(email.getByText('A new link is on its way.')).toBeVisible()
  await page.goto(await linkIn(site, account.email, /^Please confirm/))
  await expect(page.getByText('Thank you, your email address is confirmed.')).toBeVisible()
  await expectNoFaults(page)
  await page.goto('/#/settings')
  await expect(email.getByText('Confirmed', { exact: true })).toBeVisible()
})
