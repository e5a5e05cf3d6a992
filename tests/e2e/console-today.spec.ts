import { checkAccess } from './axe.ts'
import { expect, logInByCall, test } from './site.ts'

const ADMIN = { name: 'Demo Admin', email: 'admin@example.com', password: 'admin1234' }

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const width of [390, 1440]) {
  test(`at ${width} px Today says who travels, how business goes and that all is well`, async ({ site, playwright, openBrowser }) => {
    await site.query(`insert into departures (tour_id, departs_on, capacity, seats_taken)
      values ('tokyo-and-mount-fuji', current_date + 3, 12, 5) on conflict do nothing`)
    const context = await openBrowser(await logInByCall(playwright, site, ADMIN))
    const page = await context.newPage()
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/#/admin')
    await expect(page.getByRole('heading', { name: 'All is well' })).toBeVisible()
    await expect(page.getByText('5 of 12 seats sold')).toBeVisible()
    await page.getByText('As a table').first().click()
    await expect(page.getByRole('region', { name: 'Bookings confirmed, as a table' }).getByRole('row')).toHaveCount(31)
    await page.getByRole('button', { name: '90 days' }).click()
    await expect(page.getByRole('region', { name: 'Bookings confirmed, as a table' }).getByRole('row')).toHaveCount(91)
    await checkAccess(page, `Today at ${width} px`)
  })
}
