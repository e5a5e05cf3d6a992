import { departure, expectAddress, GOOD } from './traveller.ts'
import { press, tabTo, type } from './keyboard.ts'
import { expect, test } from './site.ts'

for (const width of [390, 1440]) {
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 844 } })

    test(
      'a visitor signs up, books, pays, cancels and logs out by keyboard alone (ASVS 7.4.4)',
      { tag: '@day' },
      async ({ page, account }) => {
        test.setTimeout(120_000)
        const travel = departure(40)
        const main = page.getByRole('main')
        const heading = (name: string | RegExp) => main.getByRole('heading', { level: 1, name })

        await test.step('the first Tab stop skips to the content', async () => {
          await page.goto('/')
          await press(page, page.getByRole('link', { name: 'Skip to content' }))
          await expect(main).toBeFocused()
          await press(page, main.getByRole('link', { name: 'Explore More' }))
          await expect(heading('Login')).toBeFocused()
        })

        await test.step('sign-up and login by Tab, typing and Enter', async () => {
          await press(page, main.getByRole('link', { name: 'Sign up' }))
          await expect(heading('Create Account')).toBeFocused()
          await type(page, page.getByLabel('Name'), account.name)
          await type(page, page.getByLabel('Email'), account.email)
          await type(page, page.getByLabel('Password'), account.password)
          await page.keyboard.press('Enter')
          await expect(main.getByText('Account created successfully! You can now login.')).toBeVisible()
          await press(page, page.getByRole('banner').getByRole('link', { name: 'Login' }))
          await expect(heading('Login')).toBeFocused()
          await type(page, page.getByLabel('Email'), account.email)
          await type(page, page.getByLabel('Password'), account.password)
          await page.keyboard.press('Enter')
          await expect(heading(/^Meridian/)).toBeFocused()
        })

        await test.step('search, tour, pictures and days', async () => {
          await press(page, main.getByRole('link', { name: 'Continue to the destinations' }))
          await expect(main.getByText('Showing 20 of 31 tours')).toBeVisible()
          await expect(heading('Find Your Next Adventure')).toBeFocused()
          await type(page, page.getByRole('combobox', { name: 'Destination' }), 'Japan')
          await type(page, page.getByLabel('Duration'), '4')
          await page.keyboard.press('Enter')
          await expect(main.getByText('1 tour', { exact: true })).toBeVisible()
          await press(page, main.getByRole('link', { name: 'View Details' }))
          await expect(heading('Tokyo and Mount Fuji')).toBeFocused()
          const pictures = main.getByRole('button', { name: 'All 3 pictures' })
          await press(page, pictures)
          const viewer = page.getByRole('dialog', { name: 'Lightbox' })
          await expect(viewer).toBeVisible()
          await page.keyboard.press('ArrowRight')
          await expect(viewer.getByText('2 / 3')).toBeVisible()
          await page.keyboard.press('Escape')
          await expect(viewer).toBeHidden()
          await expect(pictures).toBeFocused()
        })

        await test.step('guests, date and checkout', async () => {
          await type(page, page.getByLabel('Departure Date'), typedDate(travel.day))
          await expect(page.getByLabel('Departure Date')).toHaveValue(travel.day)
          await press(page, main.getByRole('button', { name: 'Increase Adults' }), 'Space')
          await expect(main.getByText('$1,090.00 × 2 guests = $2,180.00')).toBeVisible()
          const day = main.getByRole('button', { name: /^Day 1/ })
          await press(page, day, 'Space')
          await expect(day).toHaveAttribute('aria-expanded', 'true')
          await press(page, main.getByRole('button', { name: 'Book This Tour' }))
          await expect(page.getByRole('heading', { name: 'Pay Meridian' })).toBeVisible()
          await type(page, page.getByLabel('Card number'), GOOD)
          await type(page, page.getByLabel('Expiry'), '1234')
          await type(page, page.getByLabel('CVC'), '123')
          await type(page, page.getByLabel('Name on card'), account.name)
          await page.keyboard.press('Enter')
          await expect(heading('Payment Successful!')).toBeVisible()
          await press(page, main.getByRole('link', { name: 'View My Bookings' }))
          await expect(main.getByText('1 Tours')).toBeVisible()
          await expect(heading('My Bookings')).toBeFocused()
        })

        await test.step('tabs by arrow keys, and dialogs that keep the focus and give it back', async () => {
          const tab = (name: string) => main.getByRole('tab', { name })
          await tabTo(page, tab('Tours'))
          await page.keyboard.press('ArrowRight')
          await expect(tab('Vehicle Rentals')).toBeFocused()
          await expect(main.getByText('0 Vehicles')).toBeVisible()
          await page.keyboard.press('ArrowLeft')
          await expect(tab('Tours')).toBeFocused()
          const view = main.getByRole('button', { name: 'View' })
          await press(page, view)
          const details = page.getByRole('dialog', { name: 'Booking Details' })
          await expect(details).toBeVisible()
          for (let step = 0; step < 5; step += 1) {
            await page.keyboard.press('Tab')
            const isInside = await details.evaluate(
              (dialog) => dialog.contains(document.activeElement) || document.activeElement === document.body,
            )
            expect(isInside, 'the focus stays in the dialog').toBe(true)
          }
          await page.keyboard.press('Escape')
          await expect(details).toBeHidden()
          await expect(view).toBeFocused()
          await page.keyboard.press('Enter')
          await press(page, details.getByRole('button', { name: 'Cancel Tour' }))
          const confirm = page.getByRole('dialog', { name: 'Confirm Cancellation' })
          await type(page, confirm.getByLabel('Reason'), 'Plans changed')
          await press(page, confirm.getByRole('button', { name: 'Confirm Cancellation' }))
          await expect(page.getByText('Your booking has been successfully cancelled!')).toBeVisible()
          await expect(main.getByText('$2,180.00 has been refunded to your card.')).toBeVisible()
          const cancelled = main.getByRole('region', { name: 'Past and cancelled' })
          await expect(cancelled.getByRole('heading', { name: 'Tokyo and Mount Fuji' })).toBeFocused()
        })

        await test.step('the account menu opens, closes by Esc, and logs out', async () => {
          const menu = page.getByRole('button', { name: `${account.name}’s account` })
          await press(page, menu)
          await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible()
          await page.keyboard.press('Escape')
          await expect(page.getByRole('link', { name: 'Settings' })).toBeHidden()
          await expect(menu).toBeFocused()
          await page.keyboard.press('Enter')
          await press(page, page.getByRole('button', { name: 'Logout' }))
          await expectAddress(page, '#/login')
          await expect(heading('Login')).toBeFocused()
        })
      },
    )
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the side panel and the search overlay open, keep the focus and give it back', async ({ page }) => {
    await page.goto('/')
    const banner = page.getByRole('banner')
    for (const [name, label] of [
      ['Menu', 'Menu'],
      ['Search', 'Search'],
    ] as const) {
      const opener = banner.getByRole('button', { name, exact: true })
      await press(page, opener)
      const panel = page.getByRole('dialog', { name: label })
      await expect(panel).toBeVisible()
      expect(await panel.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
      await page.keyboard.press('Escape')
      await expect(panel).toBeHidden()
      await expect(opener).toBeFocused()
      await page.getByRole('link', { name: 'Skip to content' }).focus()
    }
  })
})

/** Returns the keys for the browser's date field: month, day, year. */
function typedDate(day: string): string {
  const [year, month, date] = day.split('-')
  return `${month}${date}${year}`
}
