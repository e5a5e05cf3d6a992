import { expect, test } from './site.ts'
import { violations } from './axe.ts'

test.use({ isSignedIn: true })

test('a search that no tour matches shows the closest ones, says so, and keeps the other filters', { tag: '@day' }, async ({ page }) => {
  await page.goto('/#/destinations?search=kyoto+helicopter&guests=2+Guests')
  const close = page.getByRole('region', { name: 'Closest to your search' })
  await expect(close.getByRole('heading', { level: 2, name: 'Closest to your search' })).toBeVisible()
  await expect(close).toContainText('No exact matches for “kyoto helicopter · 2 Guests”.')
  await expect(page.getByRole('status').filter({ hasText: 'No active packages found' })).toContainText('close matches')
  await expect(close.getByRole('article').first()).toContainText('Kyoto')
  await expect(close.getByRole('link', { name: /View Details/ }).first()).toHaveAttribute('href', /guests=2$/)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Show all tours' }).click()
  await expect(page.getByRole('article')).toHaveCount(20)
  await expect(close).toHaveCount(0)
  await expect(page.getByLabel('Guests', { exact: true })).toHaveValue('')
})

test('where no tour is as long as the search says, the same search for any length is one press away', async ({ page }) => {
  const anyLength = page.getByRole('button', { name: 'Show tours of any duration' })
  const duration = page.getByLabel('Duration')
  await page.goto('/#/destinations?search=Bali+for+20+days&guests=2+Guests')
  await expect(page.getByText('Try adjusting your search filters or check back later.')).toBeVisible()
  await anyLength.click()
  await expect(page).toHaveURL(/\?search=Bali&guests=2\+Guests$/)
  await expect(page.getByRole('article')).toHaveCount(7)
  await expect(page.getByRole('heading', { name: 'Popular Destinations' })).toBeFocused()

  await duration.fill('20')
  await page.getByRole('search', { name: 'Tours' }).getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/duration=20/)
  await anyLength.click()
  await expect(page.getByRole('article')).toHaveCount(7)
  await expect(duration).toHaveValue('')

  // What comes close is as long as it should be.
  await page.goto('/#/destinations?search=Bali+hiking+3+days')
  const close = page.getByRole('region', { name: 'Closest to your search' })
  await expect(close.getByRole('article')).toHaveCount(1)
  await expect(close.getByRole('article')).toContainText('3 days')
  await expect(anyLength).toBeVisible()
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

test('Enter in the overlay takes the focus to the results, which say what was understood and take it to the tour', async ({ page }) => {
  await page.goto('/#/profile')
  await page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }).first().click()
  await page.getByLabel('Search tours').fill('vienna 24 december for 3 people')
  await page.getByLabel('Search tours').press('Enter')
  await expect(page.getByRole('heading', { name: 'Popular Destinations' })).toBeFocused()
  await expect(page.getByRole('main').getByText(/^\d+ tours?, available on 24 Dec \d{4} for 3 people$/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'View Details' }).first()).toHaveAttribute('href', /\?date=\d{4}-12-24&guests=3$/)
})
