import type { Page } from '@playwright/test'
import { pathOf } from '../../src/shared/contract.ts'
import { listSimilarTours } from '../../src/shared/tours/calls.ts'
import { dayAhead } from '../support/days.ts'
import { checkAccess } from './axe.ts'
import { answer } from './canned-responses.ts'
import { layoutFaults } from './layout-faults.ts'
import { expect, logInByCall, test } from './site.ts'
import { expectAddress } from './traveller.ts'

test.use({ isSignedIn: true })

const ADMIN = { name: 'Demo Admin', email: 'admin@example.com', password: 'admin1234' }
const TOUR = 'provence-luberon-and-verdon'
/** A tour that no other test uses, because its places are changed here. */
const WRITTEN = 'north-bali-temples-reef-and-forest'

const route = (page: Page) => page.getByRole('region', { name: 'The Route' })
const similar = (page: Page) => page.getByRole('region', { name: 'You might also like' })

/** Returns the parts of the drawing that overlap or leave it. */
async function drawingFaults(page: Page): Promise<string[]> {
  await expect(route(page).locator('svg')).toBeVisible()
  return route(page)
    .locator('svg')
    .evaluate((drawing) => {
      const frame = drawing.getBoundingClientRect()
      const parts = [...drawing.querySelectorAll('circle, g > text:not(:first-of-type)')].map((part) => ({
        name: part.textContent || 'a stop',
        box: part.getBoundingClientRect(),
      }))
      const isOutside = (box: DOMRect) =>
        box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom
      const cover = (one: DOMRect, other: DOMRect) =>
        one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
      return parts.flatMap(({ name, box }, index) => [
        ...(isOutside(box) ? [`${name} leaves the drawing`] : []),
        ...parts
          .slice(index + 1)
          .filter((other) => other.name !== name && cover(box, other.box))
          .map((other) => `${name} covers ${other.name}`),
      ])
    })
}

for (const width of [320, 768, 1440]) {
  test(`a tour draws its route at ${width} px, with names that cover nothing, and lists its stops in order`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/#/destination-details/${TOUR}`)
    await expect(route(page).getByRole('listitem').first()).toHaveText('1AvignonDay 1')
    await expect(route(page).getByRole('listitem')).toHaveCount(7)
    expect(await drawingFaults(page)).toEqual([])
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    expect(await drawingFaults(page), 'with large text').toEqual([])
    await page.evaluate(() => (document.documentElement.style.fontSize = ''))
    await expect(similar(page)).toBeVisible()
    expect(await layoutFaults(page)).toEqual([])
    await checkAccess(page, 'a route and similar tours')
  })
}

test('the land and the sea are drawn below a route that comes into view, not before; without them the route is there', async ({ page }) => {
  await page.goto(`/#/destination-details/${WRITTEN}`)
  const land = route(page).locator('svg path.fill-sand, svg .fill-sand path')
  await expect(route(page).locator('svg')).toBeVisible()
  await expect(land).toHaveCount(0)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await route(page).scrollIntoViewIfNeeded()
  await expect(land.first()).toBeAttached()
  expect(asked.filter((url) => url.includes('/coast/')).length).toBeLessThanOrEqual(4)
  await checkAccess(page, 'a route on its map')

  await page.route('**/coast/*.json', async (each) => each.fulfill({ json: 'spoilt', status: 200, contentType: 'text/html' }))
  await page.reload()
  await route(page).scrollIntoViewIfNeeded()
  await expect(route(page).locator('svg circle').first()).toBeVisible()
  await expect(land).toHaveCount(0)
})

test('without the script of the drawing, or the call for similar tours, the page has all the rest', async ({ page, complaints }) => {
  complaints.expect(/ERR_FAILED/, /status of 500/)
  await page.route('**/assets/route-drawing-*.js', (asked) => asked.abort())
  await answer(page, pathOf(listSimilarTours, { id: TOUR }), { status: 500, json: {} })
  const refused = page.waitForResponse((response) => response.url().includes(pathOf(listSimilarTours, { id: TOUR })))
  await page.goto(`/#/destination-details/${TOUR}`)
  await refused
  await expect(route(page).getByText('Moustiers-Sainte-Marie')).toBeVisible()
  await expect(route(page).locator('svg')).toHaveCount(0)
  await expect(similar(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Book This Tour' })).toBeVisible()
})

test('similar tours keep the choices made, and the way back to the results', async ({ page }) => {
  const day = dayAhead(50)
  await page.goto('/#/destinations?destination=France')
  await page.getByRole('article', { name: 'Provence' }).getByRole('link', { name: 'View Details' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Provence' })).toBeVisible()
  await page.getByLabel('Departure Date').fill(day)
  await page.getByRole('button', { name: 'Increase Adults' }).click()
  const cards = similar(page).getByRole('article')
  await expect(cards.filter({ visible: true })).toHaveCount(3)
  await expect(cards.filter({ hasText: 'Provence: Luberon' })).toHaveCount(0)
  const name = await cards.first().getByRole('heading').textContent()
  await cards.first().getByRole('link', { name: 'View Details' }).click()
  await expect(page.getByRole('heading', { level: 1, name: name ?? '' })).toBeVisible()
  await expect(page.getByLabel('Departure Date')).toHaveValue(day)
  await expect(page.getByText(/× 2 guests/)).toBeVisible()
  await page.getByRole('link', { name: 'Back to the results' }).click()
  await expectAddress(page, '#/destinations?destination=France')
})

test('staff name the place of a day, see the route before saving it, and travellers see it afterwards', async ({
  site,
  playwright,
  openBrowser,
}) => {
  const staff = await openBrowser(await logInByCall(playwright, site, ADMIN))
  const page = await staff.newPage()
  await page.goto(`/#/admin/tours/${WRITTEN}`)
  const preview = page.getByRole('region', { name: 'The route' })
  await expect(preview.getByRole('listitem')).toHaveCount(6)
  await page.getByRole('button', { name: /^Day 2/ }).click()
  const field = (label: string) => page.getByLabel(label).filter({ visible: true })
  await field('Place on the route').fill('Melanting')
  await field('Latitude').fill('95')
  await field('Longitude').fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Latitude must be a number from -90 (south) to 90 (north)')).toBeVisible()
  await expect(page.getByText('Longitude must be a number from -180 (west) to 180 (east)')).toBeVisible()
  await expect(preview.getByText('Melanting')).toHaveCount(0)

  await staff.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText('8.2776° S, 115.0724° E'))
  await field('Latitude').press('ControlOrMeta+A')
  await field('Latitude').press('ControlOrMeta+V')
  await expect(field('Longitude')).toHaveValue('115.0724')
  await expect(preview.getByRole('listitem').nth(1)).toHaveText('2MelantingDay 2')
  await checkAccess(page, 'the place of a day')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.goto(`/#/destination-details/${WRITTEN}`)
  await expect(route(page).getByRole('listitem').nth(1)).toHaveText('2MelantingDay 2')
})
