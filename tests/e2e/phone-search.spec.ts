import type { Page } from '@playwright/test'
import { addDays, localToday, longDay } from '../../src/shared/dates.ts'
import { dayAhead } from '../support/days.ts'
import { live } from './live.ts'
import { expect, test } from './site.ts'
import { Thumb } from './thumb.ts'

test.use({ isSignedIn: true, viewport: { width: 390, height: 844 }, hasTouch: true })

const MAX_TAPS = 12
const heading = (page: Page) => page.getByRole('heading', { name: 'Popular Destinations' })
const cards = (page: Page) => page.getByRole('main').getByRole('article')
const searchButton = (page: Page) => page.getByRole('search', { name: 'Tours' }).getByRole('button', { name: 'Search', exact: true })

test('a search folds into one line that opens again, and its results scroll into view with their number', async ({ page }) => {
  await page.goto('/#/destinations')
  await expect(cards(page)).toHaveCount(20)
  await page.getByLabel('Destination', { exact: true }).selectOption('Japan')
  await searchButton(page).tap()
  await expect(heading(page)).toBeInViewport()
  await expect(heading(page)).toBeFocused()
  await expect(cards(page).first()).toBeInViewport()
  await expect(page.getByRole('status').filter({ hasText: /^\d+ tours$/ })).toBeInViewport()
  await expect(searchButton(page)).toBeHidden()
  await page.getByRole('button', { name: 'Change the search: Japan' }).tap()
  await expect(page.getByLabel('Destination', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Destination', { exact: true })).toHaveValue('Japan')
})

test('the open search leaves room: the first tour begins within one and a half screens, and its whole card is the link', async ({
  page,
}) => {
  await page.goto('/#/destinations')
  await expect(cards(page)).toHaveCount(20)
  const form = await page.getByRole('search', { name: 'Tours' }).boundingBox()
  expect(form?.height).toBeLessThan(245)
  const shown = await cards(page).first().locator('picture').boundingBox()
  expect((shown?.y ?? Infinity) + (shown?.height ?? 0)).toBeLessThan(1.5 * 844)
  await cards(page)
    .first()
    .tap({ position: { x: 100, y: 100 } })
  await expect(page).toHaveURL(/destination-details/)
})

test('the folded line opens a form with the words searched for, which can be changed there', async ({ page }) => {
  await page.goto('/#/destinations?search=Japan+for+two+under+%C2%A33000')
  await page.getByRole('button', { name: 'Change the search: Japan for two under £3000' }).tap()
  const words = page.getByRole('search', { name: 'Tours' }).getByLabel('Search words')
  await expect(words).toBeFocused()
  await expect(words).toHaveValue('Japan for two under £3000')
  await words.fill('Kyoto')
  await searchButton(page).tap()
  await expect(page).toHaveURL(/search=Kyoto$/)
  await page.getByRole('button', { name: 'Change the search: Kyoto' }).tap()
  await words.fill('')
  await searchButton(page).tap()
  await expect(page).toHaveURL(/destinations$/)
  await expect(words).toBeHidden()
})

test('the overlay covers the search row, keeps what is typed, and its results come into view', async ({ page }) => {
  const overlay = page.getByRole('dialog', { name: 'Search' })
  const field = overlay.getByLabel('Search tours')
  const open = async () => page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }).first().tap()
  const send = async (words: string) => {
    await open()
    await field.fill(words)
    await overlay.getByRole('button', { name: 'Search', exact: true }).tap()
    await expect(overlay).toBeHidden()
  }
  await page.goto('/#/destinations')
  await expect(cards(page)).toHaveCount(20)
  await open()
  expect((await overlay.boundingBox())?.height).toBeCloseTo(844)
  await field.fill('kyoto tem')
  await page.keyboard.press('Escape')
  await expect(overlay).toBeHidden()
  await open()
  await expect(field).toHaveValue('kyoto tem')
  await page.keyboard.press('Escape')

  await send('kyoto temples')
  await expect(heading(page)).toBeFocused()
  await expect(cards(page).first()).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Change the search: kyoto temples' })).toBeVisible()
  await open()
  await expect(field).toHaveValue('kyoto temples')
  await page.keyboard.press('Escape')
  await send('bali')
  await expect(page).toHaveURL(/search=bali$/)
  await expect(page.getByRole('button', { name: 'Change the search: bali' })).toBeVisible()
  await expect(cards(page)).toHaveCount(7)

  // Nothing is looked for any more, so nothing is left in the field.
  await page.getByRole('button', { name: 'Clear search' }).tap()
  await expect(cards(page)).toHaveCount(20)
  await open()
  await expect(field).toHaveValue('')

  // Another page is never left behind it, not even one whose address is typed after another.
  await page.goto('/#/bookings')
  await expect(overlay).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'My Bookings' })).toBeFocused()
  await open()
  await page.goto('/#/profile')
  await expect(overlay).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

for (const width of [768, 1440]) {
  test(`at ${width} px a search brings its results into view where they are below the screen, and leaves the focus`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/#/destinations')
    await expect(cards(page)).toHaveCount(20)
    await page.getByLabel('Destination', { exact: true }).selectOption('Japan')
    await searchButton(page).tap()
    await expect(page.getByRole('button', { name: 'Search', exact: true }).last()).toBeFocused()
    await expect(heading(page)).toBeInViewport()
    await expect(cards(page).first()).toBeInViewport({ ratio: 0.5 })
  })
}

test('results are sorted and narrowed by price together, and the address keeps both', async ({ page }) => {
  await page.goto('/#/destinations?destination=Japan')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.getByLabel('Sort by').focus()
  await page.getByLabel('Sort by').selectOption('Price: low to high')
  const prices = async () => {
    const texts = await cards(page)
      .getByText(/^\$[\d,.]+/)
      .allTextContents()
    return texts.map((text) => Number(text.replaceAll(/[^\d.]/g, '')))
  }
  await expect.poll(async () => (await prices()).every((price, index, all) => index === 0 || price >= (all[index - 1] ?? 0))).toBe(true)
  await expect(page.getByLabel('Sort by')).toBeFocused()
  await page.getByLabel('Price', { exact: true }).selectOption('Up to $1,500')
  await expect.poll(async () => Math.max(...(await prices()))).toBeLessThanOrEqual(1500)
  await page.reload()
  await expect(page.getByLabel('Sort by')).toHaveValue('price')
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('1500')
})

test('results are narrowed by seats and free cancellation, each with its days, and a second press undoes it', async ({ page }) => {
  await page.goto('/#/destinations?destination=France')
  const refundable = cards(page).filter({ hasText: /Free cancellation up to \d+ days before/ })
  const free = page.getByRole('button', { name: 'Free cancellation' })
  await expect(cards(page)).toHaveCount(6)
  await free.tap()
  await expect(free).toHaveAttribute('aria-pressed', 'true')
  await expect(cards(page)).toHaveCount(5)
  await expect(refundable).toHaveCount(5)
  await page.getByLabel('Seats', { exact: true }).selectOption('12 or more')
  await expect(cards(page)).toHaveCount(4)
  await expect(page.getByRole('link', { name: 'View Details' }).first()).toHaveAttribute('href', /\?guests=12$/)
  const day = addDays(localToday(), 20)
  await page.goto(`/#/destinations?destination=France&date=${day}&cancellation=free`)
  await expect(cards(page)).toHaveCount(2)
  await expect(cards(page).getByText(`Free cancellation until ${longDay(addDays(day, -14))}`)).toHaveCount(2)
  await free.tap()
  await expect(cards(page)).toHaveCount(6)
  expect(page.url()).not.toContain('cancellation')
})

test(`home to hosted checkout with destination, date and two guests takes at most ${MAX_TAPS} taps`, { tag: '@day' }, async ({ page }) => {
  const thumb = new Thumb(MAX_TAPS)
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const day = dayAhead(40)
  await page.goto('/')
  await live(page)
  await thumb.tap(page.getByRole('link', { name: 'Find a tour' }))
  await thumb.choose(field('Destination'), 'Japan')
  await thumb.choose(field('Guests'), '2 Guests')
  await thumb.chooseDay(field('Departure Date'), day)
  await thumb.tap(searchButton(page))
  await thumb.tap(cards(page).first().getByRole('link', { name: 'View Details' }))
  await expect(field('Departure Date')).toHaveValue(day)
  await expect(page.getByText(/× 2 guests/)).toBeVisible()
  // Once the card with the date is out of sight, the bar shows the cancellation terms.
  await expect(page.getByText(/^Free cancellation until/).last()).toBeInViewport()
  await thumb.tap(page.getByRole('button', { name: 'Book This Tour' }))
  await expect(page.getByRole('heading', { name: /^Pay / })).toBeVisible()
})

test('changes made on the tour’s page survive a reload: the search applies only once', async ({ page }) => {
  await page.goto(`/#/destination-details/kyoto-temples-and-tea?date=${dayAhead(41)}&guests=2`)
  await expect(page.getByText(/× 2 guests/)).toBeVisible()
  // The last thing to load: while a page is busy, the browser may take a tap for a long press.
  await expect(page.getByText(/seats left on/)).toBeVisible()
  await page.getByRole('button', { name: 'Increase Children' }).tap()
  await expect(page.getByText(/× 3 guests/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/× 3 guests/)).toBeVisible()
  // Another address for the same tour is another search.
  await page.goto(`/#/destination-details/kyoto-temples-and-tea?date=${dayAhead(45)}&guests=4`)
  await expect(page.getByText(/× 4 guests/)).toBeVisible()
  await expect(page.getByLabel('Departure date')).toHaveValue(dayAhead(45))
})

test('where the tour ends, its booking bar passes below the header and never over it', async ({ page }) => {
  await page.goto('/#/destination-details/kyoto-temples-and-tea')
  const book = page.getByRole('button', { name: 'Book This Tour' })
  await expect(book).toBeInViewport()
  await expect(page.getByRole('region', { name: 'You might also like' })).toBeAttached()
  // The bar's button is then on the same line as the header's.
  await book.evaluate((button) => {
    scrollTo(0, document.body.scrollHeight)
    scrollBy(0, button.getBoundingClientRect().top - 10)
  })
  await expect(page.getByRole('banner').locator('.fixed')).toBeVisible()
  expect((await book.boundingBox())?.y).toBeLessThan(72)
  await page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).tap()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
})

test('with text twice as large the fixed parts leave most of the phone to the page', async ({ page }) => {
  await page.goto('/#/destination-details/kyoto-temples-and-tea')
  await expect(page.getByRole('button', { name: 'Book This Tour' })).toBeInViewport()
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  await page.getByRole('heading', { name: 'Day by Day Itinerary' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('button', { name: 'Book This Tour' })).not.toBeInViewport()
  const share = await page.evaluate(() => {
    const isFixed = (element: Element | null): boolean =>
      element !== null && (/fixed|sticky/.test(getComputedStyle(element).position) || isFixed(element.parentElement))
    const lines = Array.from({ length: innerHeight }, (_, y) => document.elementFromPoint(innerWidth / 2, y))
    return lines.filter(isFixed).length / lines.length
  })
  expect(share).toBeLessThan(0.25)
})
