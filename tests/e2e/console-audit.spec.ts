import { readFile } from 'node:fs/promises'
import { checkAccess } from './axe.ts'
import { expect, logInByCall, signUpByCall, test } from './site.ts'

const ADMIN = { name: 'Demo Admin', email: 'admin@example.com', password: 'admin1234' }

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const width of [390, 1440]) {
  test(
    `at ${width} px what was done is found by who, what and when, and taken as a file`,
    { tag: '@day' },
    async ({ site, playwright, openBrowser }) => {
      await site.query(
        `insert into audit_entries (actor_id, via, action, subject_kind, subject_id, before, after)
        select 'admin_1', 'site', 'role.changed', 'account', 'user_1', '{"role":"staff"}', '{"role":"manager"}' from generate_series(1, 3);
      insert into audit_entries (via, action, subject_kind, subject_id) values ('command_line', 'password.set', 'account', 'user_1')`,
      )
      // The test at the other width leaves entries that nobody can delete.
      const [{ roles } = { roles: 0 }] = await site.query<{ roles: number }>(
        `select count(*)::int as roles from audit_entries where action = 'role.changed'`,
      )
      const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/#/admin/audit')
      await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible()
      const entries = page.getByRole('main').locator('li[data-row]')
      await expect(entries.filter({ hasText: 'The command line' }).first()).toContainText('Set a password')
      await expect(entries.filter({ hasText: 'Used the staff console' })).toHaveCount(0)
      await checkAccess(page, `the audit at ${width} px`)

      await page.keyboard.press('/')
      await page.keyboard.type('Admin@example.com')
      await page.getByLabel('What').selectOption('Changed a role')
      await page.getByLabel('From').fill('2026-01-01')
      await page.keyboard.press('Enter')
      await expect(entries).toHaveCount(roles)
      await expect(entries.first()).toContainText('role: Staff → Manager')
      await expect(entries.first().getByRole('link')).toHaveAttribute('href', /people\/user_1$/)
      await expect(entries.first()).not.toContainText('user_1')
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download these entries (CSV)' }).click(),
      ])
      const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
      expect(lines).toHaveLength(roles + 1)

      await page.getByLabel('To', { exact: true }).fill('2025-12-31')
      await expect(page.getByText('The end date is before the start date')).toBeVisible()
      await page.getByLabel('From').fill('2025-01-01')
      await expect(page.getByText('No entries match these filters.')).toBeVisible()
      await checkAccess(page, `nothing found at ${width} px`)
      await page.getByRole('link', { name: 'Changes and views' }).click()
      await page.getByLabel('From').fill('')
      await page.getByLabel('To', { exact: true }).fill('')
      await page.getByLabel('What').selectOption('Exported the audit')
      await expect(entries.first()).toContainText('Daniel Okafor')
    },
  )
}

test('staff are not shown the audit', async ({ site, account, playwright, openBrowser }) => {
  await signUpByCall(playwright, site, account)
  await site.query(`update users set role = 'staff', has_staff_password = true where email = '${account.email}'`)
  const page = await (await openBrowser(await logInByCall(playwright, site, account))).newPage()
  await page.goto('/#/admin/audit')
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
  await expect(page.getByText('your role doesn’t have access to it')).toBeVisible()
})
