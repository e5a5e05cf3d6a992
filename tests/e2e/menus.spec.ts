import { checkAccess } from './axe.ts'
import { press } from './keyboard.ts'
import { expect, test } from './site.ts'
import { expectAddress } from './traveller.ts'

test.use({ viewport: { width: 1280, height: 900 } })

test('a sub-menu is opened, read and left by keyboard, and closes by itself', async ({ page }) => {
  await page.goto('/#/tools')
  const main = page.getByRole('navigation', { name: 'Main' })
  const plans = main.getByRole('button', { name: 'Rental Plans' })
  const first = main.getByRole('link', { name: 'All Rental Plans' })
  await press(page, plans)
  await expect(plans).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Tab')
  await expect(first).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(first).toBeHidden()
  await expect(plans).toBeFocused()
  await page.keyboard.press('Space')
  for (const name of ['All Rental Plans', 'Hourly', 'Daily', 'Weekly']) {
    await page.keyboard.press('Tab')
    await expect(main.getByRole('link', { name, exact: true })).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(first).toBeHidden()
  await expect(main.getByRole('button', { name: 'Support' })).toBeFocused()

  await plans.click()
  await main.getByRole('button', { name: 'Support' }).click()
  await expect(first).toBeHidden()
  await main.getByRole('link', { name: 'Safety' }).click()
  await expectAddress(page, '#/support/safety')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    'Tour Bookings',
    'Vehicle Rental',
    'Contact Us',
  ])
})

test.describe('signed in', () => {
  test.use({ isSignedIn: true })

  test('what is typed into the search suggests tours, which the arrow keys reach', async ({ page }) => {
    await page.goto('/#/profile')
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
    const field = page.getByLabel('Search tours')
    const suggestions = page.getByRole('list', { name: 'Suggested tours' }).getByRole('link')
    await field.pressSequentially('fuji')
    await expect(suggestions.first()).toContainText('Tokyo and Mount Fuji')
    await checkAccess(page, 'suggestions')
    // An input method that is composing chooses among its own words with these keys.
    await field.dispatchEvent('keydown', { key: 'ArrowDown', isComposing: true })
    await field.dispatchEvent('keydown', { key: 'ArrowDown', keyCode: 229 })
    await expect(field).toBeFocused()
    await field.press('ArrowDown')
    await expect(suggestions.first()).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(field).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expectAddress(page, '#/destination-details/tokyo-and-mount-fuji')
    await expect(page.getByRole('heading', { level: 1, name: 'Tokyo and Mount Fuji' })).toBeVisible()
  })

  test(
    'the account menu is opened, left and used by keyboard, and closes on an outside click',
    { tag: '@day' },
    async ({ page, account }) => {
      await page.goto('/#/profile')
      const menu = page.getByRole('button', { name: `${account.name}’s account` })
      const settings = page.getByRole('link', { name: 'Settings' })
      await press(page, menu, 'Space')
      await expect(settings).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(settings).toBeHidden()
      await expect(menu).toBeFocused()
      await menu.click()
      await page.getByRole('heading', { level: 1 }).click()
      await expect(settings).toBeHidden()
      await press(page, menu)
      await press(page, settings)
      await expectAddress(page, '#/settings')
      await expect(settings).toBeHidden()
      await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused()
    },
  )
})
