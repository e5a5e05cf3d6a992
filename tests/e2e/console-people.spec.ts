import type { Page } from '@playwright/test'
import * as peopleCalls from '../../src/shared/accounts/staff-calls.ts'
import { pathOf } from '../../src/shared/contract.ts'
import { checkAccess } from './axe.ts'
import { expect, logInByCall, signUpByCall, test } from './site.ts'
import { expectAddress } from './traveller.ts'

const ADMIN = { name: 'Demo Admin', email: 'admin@example.com', password: 'admin1234' }
const PASSWORD = 'a long walk by the sea'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

async function expectHeading(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

for (const width of [390, 1440]) {
  test(
    `at ${width} px somebody is invited by keyboard, joins by the link, and is disabled`,
    { tag: '@day' },
    async ({ site, playwright, openBrowser }) => {
      const email = `nora${width}@example.test`
      const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/#/admin/people?who=staff')
      await expectHeading(page, 'People')
      await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: ADMIN.email })).toContainText('Administrator')
      await checkAccess(page, `the people at ${width} px`)

      await page.keyboard.press('c')
      await page.keyboard.type('Nora New')
      await page.keyboard.press('Tab')
      await page.keyboard.type(email)
      await checkAccess(page, `an invitation at ${width} px`)
      await page.keyboard.press('Enter')
      await expect(page.getByText('Invitation sent to Nora New.')).toBeVisible()
      await expectHeading(page, 'Nora New')
      await expect(page.getByText('Not set: can’t sign in yet')).toBeVisible()
      await checkAccess(page, `somebody invited at ${width} px`)

      await expect.poll(async () => (await site.mailsTo(email)).length).toBe(1)
      const [mail] = await site.mailsTo(email)
      const newcomer = await (await openBrowser()).newPage()
      await newcomer.goto(`/${/#\/reset-password\?token=\S+/.exec(mail?.text ?? '')?.[0]}`)
      await expect(newcomer.getByText(`For ${email}.`)).toBeVisible()
      await newcomer.getByRole('button', { name: 'Save password' }).click()
      await expect(newcomer.getByText('Staff passwords must be at least 12 characters')).toBeVisible()
      await newcomer.getByLabel('New password', { exact: true }).fill(PASSWORD)
      await newcomer
        .getByRole('button', { name: /password/i })
        .last()
        .click()
      await expect(newcomer.getByText('Your password has been saved.')).toBeVisible()
      await logInByCall(playwright, site, { name: 'Nora New', email, password: PASSWORD })

      await page.reload()
      await expect(page.getByText('On 1 device')).toBeVisible()
      await page.keyboard.press('d')
      await expect(page.getByText(`Nora New (${email}) will be signed out on 1 device straight away`)).toBeVisible()
      await checkAccess(page, `disabling at ${width} px`)
      await page.getByRole('button', { name: 'Disable the account' }).last().press('Enter')
      await expect(page.getByText('Nora New can no longer sign in.')).toBeVisible()
      await expect(page.getByText('Not signed in')).toBeVisible()

      await page.getByRole('button', { name: 'Enable the account' }).press('Enter')
      await page.getByRole('button', { name: 'Enable the account' }).last().press('Enter')
      await expect(page.getByText('Nora New can sign in again.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Disable the account' })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Actions' })).toBeFocused()
    },
  )
}

test('the second of two who change a role is shown what the first has done', async ({
  site,
  account,
  playwright,
  openBrowser,
  complaints,
}) => {
  complaints.expect(/409/)
  const storage = await signUpByCall(playwright, site, account)
  await site.query('update users set email_confirmed_at = now() where email = $1', [account.email])
  const id = (JSON.parse(storage.origins[0]?.localStorage[0]?.value ?? '{}') as { id: string }).id
  const context = await openBrowser(await logInByCall(playwright, site, ADMIN))
  const page = await context.newPage()
  await page.goto(`/#/admin/people?who=travellers&search=${encodeURIComponent(account.email.toUpperCase())}`)
  await page.getByRole('main').getByRole('link', { name: account.name }).click()
  await page.getByRole('button', { name: 'Change the role' }).click()
  await page.getByLabel('Role', { exact: true }).selectOption('staff')
  await expect(page.getByText(/will become Staff and be signed out on 1 device/)).toBeVisible()
  const change = { data: { role: 'manager' }, headers: { origin: site.origin }, failOnStatusCode: true }
  await context.request.post(pathOf(peopleCalls.changeRole, { id }), change)
  await page.getByRole('button', { name: 'Change to Staff' }).click()
  await expect(
    page.getByRole('status').filter({ hasText: 'Daniel Okafor has just changed this account: its role is now Manager.' }),
  ).toBeVisible()
  await expect(page.getByText('Everything except People')).toBeVisible()
})

test('the only administrator reads why nothing can be changed; a manager is not shown the page', async ({
  site,
  account,
  playwright,
  openBrowser,
}) => {
  const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
  await page.goto('/#/admin/people')
  await expect(page.getByRole('link', { name: 'Everyone' })).toHaveAttribute('aria-current', 'page')
  // Within the pause after which the search is asked for.
  await page.getByLabel('Search people').fill('okafor')
  await page.getByRole('link', { name: 'Administrators' }).click()
  await expectAddress(page, /people\?who=admin&search=okafor$/)
  await page.getByRole('main').getByRole('link', { name: 'Daniel Okafor' }).click()
  await expect(page.getByText(/This is your own account/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Disable the account' })).toBeHidden()

  await signUpByCall(playwright, site, account)
  await site.query(`update users set role = 'manager', has_staff_password = true where email = '${account.email}'`)
  const manager = await (await openBrowser(await logInByCall(playwright, site, account))).newPage()
  await manager.goto('/#/admin/people')
  await expectHeading(manager, 'Page Not Found')
  await expect(manager.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'People' })).toBeHidden()
  await expectAddress(manager, '#/admin/people')
})
