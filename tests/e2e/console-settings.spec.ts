import { checkAccess } from './axe.ts'
import { expect, logInByCall, test } from './site.ts'

const ADMIN = { name: 'Demo Admin', email: 'admin@example.com', password: 'admin1234' }
const BANK = 'Meridian Ltd\nIBAN GB33 BUKB 2020 1555 5555 55'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test(
  'an administrator saves bank details and a ceiling of goodwill by keyboard, and the audit has it',
  { tag: '@day' },
  async ({ site, playwright, openBrowser }) => {
    const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/#/admin/settings')
    await page.getByLabel('Bank details').focus()
    await page.keyboard.type(BANK)
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('USD per day')).toBeFocused()
    await page.keyboard.type('much')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('USD per day')).toHaveAttribute('aria-invalid', 'true')
    await checkAccess(page, 'settings with a mistake')
    await page.getByLabel('USD per day').fill('250.50')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Settings saved.')).toBeVisible()

    await page.reload()
    await expect(page.getByLabel('Bank details')).toHaveValue(BANK)
    await expect(page.getByLabel('USD per day')).toHaveValue('250.50')
    await expect(page.getByLabel('GBP per day')).toHaveValue('')
    await page.goto('/#/admin/audit')
    await expect(page.getByRole('main').locator('li[data-row]').first()).toContainText('Daniel Okafor')
  },
)
