import { checkAccess } from './axe.ts'
import { askByCall } from './mover.ts'
import { expect, logInByCall, test } from './site.ts'
import { expectAddress } from './traveller.ts'

const ADMIN = { name: 'Demo Admin', email: 'admin@example.com', password: 'admin1234' }

test.use({ contextOptions: { reducedMotion: 'reduce' } })

// Too long for half of the dialog.
const LONG_NAME = 'Ottoline Featherstonehaugh-Cholmondeley Mover'

test('a request is found by a few letters of its customer and opened by keyboard; the palette loads only then', async ({
  site,
  playwright,
  openBrowser,
}) => {
  await askByCall(playwright, site, LONG_NAME)
  const context = await openBrowser(await logInByCall(playwright, site, ADMIN))
  const page = await context.newPage()
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
  await page.goto('/#/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  const loaded = () => scripts.filter((path) => /\/palette-(?!state)/.test(path)).length
  expect(loaded()).toBe(0)
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Find' })
  await expect(field).toBeFocused()
  await expect(page.getByRole('option', { name: 'Quotes' })).toBeVisible()
  expect(loaded()).toBe(1)
  await field.fill('ottoline')
  const found = page.getByRole('option', { name: new RegExp(`^M-.*, ${LONG_NAME}`) })
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(found).toBeVisible()
    const cut = await found.evaluate(
      (option) => [...option.querySelectorAll('span')].filter((part) => part.scrollWidth > part.clientWidth && part.clientWidth > 0).length,
    )
    expect(cut, `texts cut off at ${width} px`).toBe(0)
  }
  await checkAccess(page, 'the palette')
  await page.keyboard.press('Enter')
  await expectAddress(page, /^#\/admin\/bookings\/./)
  await page.keyboard.press('Control+k')
  await expect(page.getByText('Recent', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  // Leaves nothing pending for a test that counts open requests.
  await site.query(`update bookings set status = 'expired', expired_at = now() where kind = 'vehicle' and status = 'pending'`)
})

for (const width of [390, 1440]) {
  test(
    `at ${width} px Today says who travels, how business is going and that all is well`,
    { tag: '@day' },
    async ({ site, playwright, openBrowser }) => {
      await site.query(`insert into departures (tour_id, departs_on, capacity, seats_taken)
      select id, current_date + 3, 12, 5 from tours order by length(name) desc, id limit 1 on conflict do nothing`)
      const context = await openBrowser(await logInByCall(playwright, site, ADMIN))
      const page = await context.newPage()
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/#/admin')
      await expect(page.getByRole('heading', { name: 'All checks OK' })).toBeVisible()
      await expect(page.getByText('5 of 12 seats sold')).toBeVisible()
      await page.getByText('Show as table').first().click()
      await expect(page.getByRole('region', { name: 'Bookings confirmed, as a table' }).getByRole('row')).toHaveCount(31)
      await page.getByRole('button', { name: '90 days' }).click()
      await expect(page.getByRole('region', { name: 'Bookings confirmed, as a table' }).getByRole('row')).toHaveCount(91)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
      await checkAccess(page, `Today at ${width} px`)
    },
  )
}
