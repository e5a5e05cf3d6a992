import type { Page } from '@playwright/test'
import * as securityCalls from '../../src/shared/accounts/security-calls.ts'
import { violations } from './axe.ts'
import { layoutFaults } from './layout-faults.ts'
import type { Account, RunningSite } from './running-site.ts'
import { expect, test } from './site.ts'
import { countCalls, logIn } from './traveller.ts'

test.use({ isSignedIn: true, contextOptions: { reducedMotion: 'reduce' } })

const ADMIN = { email: 'admin@example.com', password: 'admin1234' }
const REFUSED_STAFF = /status of 403 .*staff/
const REFUSED = /status of 40[03] .*(confirm-identity|account\/data)/

/** Moves the sign-in and any confirmation so far back that another one is needed. */
async function letProofsEnd(site: RunningSite, { email }: Pick<Account, 'email'>): Promise<void> {
  await site.query(
    `update sessions set created_at = now() - interval '10 minutes', proved_at = null
     where user_id = (select id from users where lower(email) = lower($1))`,
    [email],
  )
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' })

test(
  'the action is completed once the password is given, and what was typed meanwhile stays',
  { tag: '@day' },
  async ({ page, site, account, complaints }) => {
    complaints.expect(REFUSED)
    await page.goto('/#/settings')
    await page.getByLabel('Name').fill('A name that nobody has saved')
    await letProofsEnd(site, account)
    const asked = countCalls(page, securityCalls.downloadOwnData.path)
    const button = page.getByRole('button', { name: 'Download my data' })

    await button.focus()
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeVisible()
    await expect(page.getByLabel('Your password')).toBeFocused()
    expect(await violations(page)).toEqual([])
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await layoutFaults(page), `${width} pixels wide`).toEqual([])
    }
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByText('Nothing has changed, because you didn’t confirm it’s you.')).toBeVisible()
    await expect(button).toBeFocused()
    expect(asked.count).toBe(1)

    await page.keyboard.press('Enter')
    await page.getByLabel('Your password').fill('a guess')
    await page.keyboard.press('Enter')
    await expect(page.getByText('This isn’t your current password')).toBeVisible()
    await expect(page.getByLabel('Your password')).toBeFocused()
    await page.getByLabel('Your password').fill(account.password)
    const file = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await file).suggestedFilename()).toMatch(/my-data-[\d-]+\.json$/)
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByLabel('Name')).toHaveValue('A name that nobody has saved')
    await expect(button).toBeFocused()
    expect(asked.count).toBe(3)

    // The confirmation lasts ten minutes.
    const again = page.waitForEvent('download')
    await button.click()
    await again
    expect(asked.count).toBe(4)
  },
)

test('Back closes the question and stays on the page', async ({ page, site, account, complaints }) => {
  complaints.expect(REFUSED)
  await page.goto('/#/settings')
  await letProofsEnd(site, account)
  await page.getByRole('button', { name: 'Download my data' }).click()
  await expect(dialog(page)).toBeVisible()
  await page.evaluate(() => history.back())
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})

test('a session that ends under the question leads to the login', async ({ page, site, account, complaints }) => {
  complaints.expect(/status of 40[013] /)
  await page.goto('/#/settings')
  await letProofsEnd(site, account)
  await page.getByRole('button', { name: 'Download my data' }).click()
  await site.query('update sessions set revoked_at = now() where user_id = (select id from users where email = $1)', [account.email])
  await page.getByLabel('Your password').fill(account.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
  await expect(dialog(page)).toBeHidden()
})

test.describe('in the console', () => {
  test.use({ isSignedIn: false })

  test('inviting an administrator asks for confirmation first, over its own dialog, and then sends what was typed', async ({
    page,
    site,
    complaints,
  }) => {
    complaints.expect(REFUSED_STAFF)
    await page.goto('/#/login')
    await logIn(page, ADMIN)
    await expect(page.getByRole('button', { name: /’s account/ })).toBeVisible()
    await page.goto('/#/admin/people')
    await page.getByRole('button', { name: 'Invite' }).first().click()
    const form = page.getByRole('dialog', { name: /Invite/ })
    await form.getByLabel('Name').fill('Noor Newcomer')
    await form.getByLabel('Email').fill('noor@newcomer.test')
    await form.getByLabel('Role').selectOption({ label: 'Administrator' })
    await letProofsEnd(site, ADMIN)
    await form.getByRole('button', { name: /invitation/i }).click()
    await expect(dialog(page)).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(form.getByText('Nothing has changed, because you didn’t confirm it’s you.')).toBeVisible()
    await expect(form.getByLabel('Email')).toHaveValue('noor@newcomer.test')
    await form.getByRole('button', { name: /invitation/i }).click()
    await page.getByLabel('Your password').fill(ADMIN.password)
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeHidden()
    await expect(form).toBeHidden()
    const told = await site.query(`select recipient from mails where template = 'new-administrator'`, [])
    expect(told.length).toBeGreaterThan(0)
  })
})
