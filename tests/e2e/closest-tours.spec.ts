import { expect, test } from './site.ts'
import { violations } from './axe.ts'

test.use({ isSignedIn: true })

test('a search that no tour matches shows the closest ones, says so, and keeps the other filters', { tag: '@day' }, async ({ page }) => {
  await page.goto('/#/destinations?search=kyoto+helicopter&guests=2+Guests')
  const close = page.getByRole('region', { name: 'Closest to your search' })
  await expect(close.getByRole('heading', { level: 2, name: 'Closest to your search' })).toBeVisible()
  await expect(close).toContainText('No tour matches all of “kyoto helicopter · 2 Guests”.')
  await expect(page.getByRole('status').filter({ hasText: 'No active packages found' })).toContainText('tours come close')
  await expect(close.getByRole('article').first()).toContainText('Kyoto')
  await expect(close.getByRole('link', { name: /View Details/ }).first()).toHaveAttribute('href', /guests=2$/)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Show all tours' }).click()
  await expect(page.getByRole('article')).toHaveCount(20)
  await expect(close).toHaveCount(0)
})

test('the overlay says that nothing matches and offers the closest tours below', async ({ page }) => {
  await page.goto('/#/profile')
  await page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }).first().click()
  await page.getByLabel('Search tours').fill('kyoto helicopter')
  const overlay = page.getByRole('dialog', { name: 'Search' })
  await expect(overlay.getByRole('status')).toHaveText('No tour matches yet. Closest to your search:')
  await overlay.getByRole('list', { name: 'Closest to your search' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Kyoto')
})
