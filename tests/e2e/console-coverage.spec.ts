import { checkAccess } from './axe.ts'
import { expect, logInByCall, signUpByCall, test } from './site.ts'

const ADMIN = { name: 'Demo Admin', email: 'admin@example.com', password: 'admin1234' }

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const [width, district] of [
  [390, 'ZE1'],
  [1440, 'ZE2'],
] as const) {
  test(
    `at ${width} px a list is pasted, read before it is carried out, and an area switched off`,
    { tag: '@day' },
    async ({ site, playwright, openBrowser }) => {
      const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/#/admin/coverage')
      await expect(page.getByRole('heading', { level: 1, name: 'Coverage' })).toBeVisible()
      await expect(page.getByText('South West London')).toBeVisible()
      await checkAccess(page, `the areas at ${width} px`)

      await page.keyboard.press('/')
      await page.keyboard.type(`${district} 0AA`)
      await expect(page.getByText(`We don’t cover ${district} 0AA`)).toBeVisible()
      await page.getByRole('searchbox', { name: 'Search areas' }).fill('')
      await page.getByRole('button', { name: 'Add areas' }).click()
      await page.getByLabel('Areas and districts').fill(`Code,Name\n${district}, Lerwick\nSW`)
      await expect(page.getByText('1 new, 1 already listed')).toBeVisible()
      await expect(page.getByText('line 1: Code,Name')).toBeVisible()
      await checkAccess(page, `a list at ${width} px`)
      await page.getByRole('button', { name: 'Add 1 area' }).click()
      await expect(page.getByText('1 area will be covered from now on.')).toBeVisible()

      await page.getByRole('searchbox', { name: 'Search areas' }).fill(`${district} 0AA`)
      await expect(page.getByText(`We cover ${district} 0AA.`)).toBeVisible()
      await page.getByRole('button', { name: `Remove ${district}` }).click()
      await expect(page.getByText(`Customers won’t be able to request quotes to or from ${district} (Lerwick).`)).toBeVisible()
      await checkAccess(page, `switching off at ${width} px`)
      await page.getByRole('button', { name: 'Remove from coverage' }).click()
      await expect(page.getByText(`${district} is no longer covered.`)).toBeVisible()
      await expect(page.getByText(`We don’t cover ${district} 0AA`)).toBeVisible()
      await page.getByRole('link', { name: 'Not covered' }).click()
      await expect(page.getByRole('button', { name: `Restore ${district}` })).toBeVisible()
    },
  )
}

test('a list is taken from a file; staff see the areas and change none', async ({ site, account, playwright, openBrowser }) => {
  const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
  await page.goto('/#/admin/coverage')
  await page.getByRole('button', { name: 'Add areas' }).click()
  await page
    .getByLabel('List of areas')
    .setInputFiles({ name: 'areas.csv', mimeType: 'text/csv', buffer: Buffer.from('HS1,Stornoway\r\nHS2,Lewis\r\n') })
  await expect(page.getByText('2 new')).toBeVisible()

  await signUpByCall(playwright, site, account)
  await site.query(`update users set role = 'staff', has_staff_password = true where email = '${account.email}'`)
  const staff = await (await openBrowser(await logInByCall(playwright, site, account))).newPage()
  await staff.goto('/#/admin/coverage')
  await expect(staff.getByText('South West London')).toBeVisible()
  await expect(staff.getByRole('button', { name: /^Remove |Add areas/ })).toHaveCount(0)
})
