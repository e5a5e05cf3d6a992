import type { Page } from '@playwright/test'
import { brand } from '../../src/shared/brand.ts'
import * as accountCalls from '../../src/shared/accounts/calls.ts'
import * as peopleCalls from '../../src/shared/accounts/staff-calls.ts'
import { freePort } from '../support/free-ports.ts'
import { codeAt, wrongCode } from '../support/second-factors.ts'
import { createDataDir } from '../support/server-process.ts'
import { violations } from './axe.ts'
import { press, tabTo, type } from './keyboard.ts'
import { layoutFaults } from './layout-faults.ts'
import { RunningSite } from './running-site.ts'
import { expect, test } from './site.ts'
import { expectAddress, logIn } from './traveller.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const code = (page: Page) => page.getByRole('textbox', { name: 'Code', exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Reads the secret shown for typing. */
async function secretOn(page: Page): Promise<string> {
  return (await page.locator('main code').innerText()).replaceAll(/\s/g, '')
}

/** Opens the newest confirmation link sent to an address. */
async function confirmByMail(site: RunningSite, page: Page, email: string): Promise<void> {
  const found = async () => (await site.mailsTo(email)).map(({ text }) => /token=(\S+)/.exec(text)?.[1] ?? '').find((token) => token !== '')
  await expect.poll(found).toBeTruthy()
  await page.request.post(accountCalls.confirmEmail.path, { data: { token: await found() }, failOnStatusCode: true })
}

async function expectNoFaults(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([])
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await layoutFaults(page), `${width} pixels wide`).toEqual([])
  }
}

test.describe('a traveller', () => {
  test.use({ isSignedIn: true })

  test(
    'sets up the second step and signs in with it, all by keyboard; a code works once, and a recovery code helps',
    { tag: '@day' },
    async ({ page, account, openBrowser, complaints, site }) => {
      complaints.expect(/status of 40[01]/)
      await page.goto('/#/settings')
      await expect(page.getByText('Two-step sign-in is off')).toBeVisible()
      await press(page, page.getByRole('link', { name: 'Set up two-step sign-in' }))
      await expect(heading(page, 'Sign-in security')).toBeFocused()
      await expect(page).toHaveTitle(`Sign-in security · ${brand.name}`)
      await expect(page.getByText('Please confirm your email address first')).toBeVisible()
      await expectNoFaults(page)
      await press(page, page.getByRole('button', { name: 'Send again' }))
      await expect(page.getByText('A new link is on its way.')).toBeVisible()
      await confirmByMail(site, page, account.email)
      await page.reload()
      await type(page, page.getByRole('textbox', { name: 'Your password' }), account.password)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
      await expectNoFaults(page)
      const secret = await secretOn(page)
      await type(page, code(page), wrongCode(secret, new Date()))
      await page.keyboard.press('Enter')
      await expect(page.getByText('This code is wrong or has already been used.')).toBeVisible()
      await expect(code(page)).toBeFocused()
      const first = codeAt(secret, new Date())
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(`${first.slice(0, 3)} ${first.slice(3)}`)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused()
      await expectNoFaults(page)
      const [recovery = '', another = ''] = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts()
      const download = page.waitForEvent('download')
      await press(page, page.getByRole('button', { name: 'Download' }))
      expect((await download).suggestedFilename()).toMatch(/-recovery-codes\.txt$/)
      await press(page, page.getByRole('button', { name: 'I’ve saved them' }))
      await expect(page.getByText('Two-step sign-in is on')).toBeVisible()
      await expect(page.getByText('10 recovery codes are left.')).toBeVisible()

      const other = await (await openBrowser()).newPage()
      await other.goto('/#/login')
      await expect(heading(other, 'Login')).toBeVisible()
      await type(other, other.getByLabel('Email'), account.email)
      await type(other, other.getByRole('textbox', { name: 'Password' }), account.password)
      await other.keyboard.press('Enter')
      await expect(code(other)).toBeFocused()
      await expect(code(other)).toHaveAttribute('autocomplete', 'one-time-code')
      await expect(code(other)).toHaveAttribute('inputmode', 'numeric')
      await expectNoFaults(other)
      await other.keyboard.press('Enter')
      await expect(other.getByText('Code is required')).toBeVisible()
      await other.keyboard.type(first)
      await other.keyboard.press('Enter')
      await expect(other.getByText('This code is wrong or has already been used.')).toBeVisible()
      await expect(code(other)).toBeFocused()
      await other.keyboard.press('ControlOrMeta+a')
      // The next half minute's code: this one's is spent.
      await other.keyboard.type(codeAt(secret, new Date(), 1))
      await other.keyboard.press('Enter')
      await expect(other.getByRole('button', { name: `${account.name}’s account` })).toBeVisible()

      const third = await (await openBrowser()).newPage()
      await third.goto('/#/login')
      await logIn(third, account)
      await press(third, third.getByRole('button', { name: 'Use a recovery code' }))
      await third.getByRole('textbox', { name: 'Recovery code' }).fill(recovery.toUpperCase())
      await third.keyboard.press('Enter')
      await expect(third.getByRole('button', { name: `${account.name}’s account` })).toBeVisible()
      await page.reload()
      await expect(page.getByText('9 recovery codes are left.')).toBeVisible()

      await press(page, page.getByRole('button', { name: 'Turn off' }))
      const dialog = page.getByRole('dialog', { name: 'Turn off two-step sign-in?' })
      expect(await violations(page)).toEqual([])
      await dialog.getByRole('textbox', { name: 'Your password' }).fill(account.password)
      await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
      await dialog.getByRole('textbox', { name: 'Recovery code' }).fill(another)
      await page.keyboard.press('Enter')
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('button', { name: 'Set up', exact: true })).toBeVisible()
    },
  )

  test('a common password gets a warning and is not refused', async ({ page }) => {
    await page.goto('/#/settings')
    await page.getByRole('textbox', { name: 'New password' }).fill('liverpool1')
    await expect(page.getByText('This password is too common.')).toBeVisible()
    await page.getByRole('textbox', { name: 'New password' }).fill('lanterns on the river')
    await expect(page.getByText('This password is too common.')).toHaveCount(0)
  })
})

test('in production staff reach only the page that sets up their sign-in, until it is set up', async ({ browser, complaints }) => {
  test.setTimeout(120_000)
  complaints.expect(/status of 40[0-9]/)
  const port = await freePort()
  const PUBLIC_URL = `http://127.0.0.1:${port}`
  const settings = { NODE_ENV: 'production', PUBLIC_URL, PORT: String(port), CARD_SANDBOX: '1', MAIL_TO_FILES: '1', TRUST_PROXY: '0' }
  const agency = new RunningSite(await createDataDir(), settings)
  try {
    await agency.ready()
    const context = await browser.newContext({ baseURL: PUBLIC_URL, storageState: { cookies: [], origins: [] } })
    const person = agency.newcomer()
    await context.request.post(accountCalls.signUp.path, { data: person, headers: { origin: PUBLIC_URL }, failOnStatusCode: true })
    await agency.query(`update users set role = 'admin', email_confirmed_at = now() where email = $1`, [person.email])
    const page = await context.newPage()
    await page.goto('/#/login')
    await logIn(page, person)
    await expect(heading(page, 'Sign-in security')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Two steps before you start' })).toBeVisible()
    for (const path of ['/bookings', '/settings', '/destinations']) {
      await page.goto(`/#${path}`)
      await expectAddress(page, '#/settings/security')
    }
    expect((await context.request.get(peopleCalls.listPeople.path)).status()).toBe(403)
    await expectNoFaults(page)

    const current = page.getByRole('textbox', { name: 'Current password' })
    await tabTo(page, current)
    await page.keyboard.type(person.password)
    await type(page, page.getByRole('textbox', { name: 'New password' }), 'elevenchars')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Staff passwords must be at least 12 characters')).toBeVisible()
    await page.getByRole('textbox', { name: 'New password' }).fill('lanterns on the river')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Your password has been changed.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'One step before you start' })).toBeVisible()
    await type(page, page.getByRole('textbox', { name: 'Your password' }), 'lanterns on the river')
    await page.keyboard.press('Enter')
    await code(page).fill(codeAt(await secretOn(page), new Date()))
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'I’ve saved them' }).click()
    await expect(page.getByText('Your sign-in is set up')).toBeVisible()
    expect((await context.request.get(peopleCalls.listPeople.path)).status()).toBe(200)
    await page.goto('/#/bookings')
    await expect(heading(page, 'My Bookings')).toBeVisible()
    await context.close()
  } finally {
    await agency.stop()
  }
})
