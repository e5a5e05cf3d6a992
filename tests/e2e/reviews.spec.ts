import type { Locator, Page } from '@playwright/test'
import { listReviews } from '../../src/shared/reviews/calls.ts'
import { writeReview } from '../../src/shared/reviews/own-calls.ts'
import { violations } from './axe.ts'
import { press, type } from './keyboard.ts'
import { bookAndPayByCall, departure, letTravelBePast } from './traveller.ts'
import { expect, test } from './site.ts'

const TOUR = 'denpasar-sanur-and-the-highlands'
const NAME = 'Denpasar, Sanur and the Highlands'
const TEXT = 'Two days of rain, and the best soup of my life. <b>Go</b>!'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Changes only the hash, so that the page keeps what it has loaded. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash
  }, path)
}

/** Presses Enter once the button can take the focus; under "Loading bookings..." it cannot. */
async function enter(button: Locator): Promise<void> {
  await button.click({ trial: true })
  await button.press('Enter')
}

test.describe('signed in', () => {
  test.use({ isSignedIn: true })

  test(
    'a traveller writes a review by keyboard, keeps the text when it fails, publishes it, and deletes it',
    { tag: '@day' },
    async ({ page, site, complaints }) => {
      test.setTimeout(90_000)
      complaints.expect(/status of 500/)
      const main = page.getByRole('main')
      const travel = departure(50)
      await bookAndPayByCall(site, page, TOUR, travel.day)
      await page.goto('/#/bookings')
      const card = main.getByRole('article', { name: NAME })
      await expect(card.getByRole('link', { name: 'Booking confirmation' })).toBeVisible()
      await expect(card.getByRole('button', { name: /review/ })).toHaveCount(0)
      await letTravelBePast(site, TOUR, travel.day, departure(-40).day)
      await page.reload()

      const opener = card.getByRole('button', { name: /^(Write a|Change your) review/ })
      await enter(opener)
      const dialog = page.getByRole('dialog', { name: 'Write a review' })
      const stars = (count: number) =>
        dialog.getByRole('group', { name: 'Your rating' }).getByRole('radio', { name: new RegExp(`^${count} star`) })
      await press(page, dialog.getByRole('button', { name: 'Publish review' }))
      await expect(stars(1)).toBeFocused()
      await expect(dialog.getByText('Please choose a rating from 1 to 5 stars')).toBeVisible()
      expect.soft(await violations(page), 'the dialog with its errors').toEqual([])
      await page.keyboard.press('Space')
      for (let right = 0; right < 3; right += 1) await page.keyboard.press('ArrowRight')
      await expect(stars(4)).toBeChecked()
      await type(page, dialog.getByLabel('Your review'), TEXT)

      await page.route(`**${writeReview.path.replace(':id', '*')}`, async (route) => route.fulfill({ status: 500, json: {} }), {
        times: 1,
      })
      await press(page, dialog.getByRole('button', { name: 'Publish review' }))
      await expect(dialog.getByRole('alert')).toContainText('We couldn’t save your review')
      await expect(dialog.getByLabel('Your review')).toHaveValue(TEXT)
      await expect(stars(4)).toBeChecked()
      await page.reload()
      await enter(opener)
      await expect(dialog.getByLabel('Your review')).toHaveValue(TEXT)
      await press(page, dialog.getByRole('button', { name: 'Publish review' }))
      await expect(page.getByText('Thank you! Your review is published.')).toBeVisible()
      await expect(opener).toBeFocused()
      await expect(card.getByText(TEXT)).toBeVisible()
      await expect(card.getByRole('img', { name: '4 out of 5 stars' })).toBeVisible()

      await goTo(page, `/destination-details/${TOUR}`)
      await expect(main.getByText('4.3 (4 reviews)').or(main.getByText('(4 reviews)'))).toBeVisible()
      const section = main.getByRole('region', { name: 'What travellers say' })
      await expect(section.getByRole('article')).toHaveCount(3)
      await expect(section.getByRole('article').first()).toContainText(`${TEXT}Ada T., travelled in`)
      expect.soft(await violations(page), 'the tour').toEqual([])
      await section.getByRole('link', { name: 'Read all 4 reviews' }).click()
      await expect(main.getByRole('heading', { level: 1, name: 'What travellers say' })).toBeFocused()
      await expect(main.getByText('4 reviews', { exact: true }).first()).toBeVisible()
      await expect(main.getByRole('article').first()).not.toContainText('Demo review')
      await expect(main.getByRole('article').nth(1)).toContainText('Demo review')

      await goTo(page, '/bookings')
      await enter(opener)
      await page.getByRole('button', { name: 'Delete review' }).click()
      await page.getByRole('dialog', { name: 'Delete your review?' }).getByRole('button', { name: 'Delete review' }).click()
      await expect(opener).toHaveText(/^Write a review/)
      await expect(opener).toBeFocused()
      await goTo(page, `/reviews?tour=${TOUR}`)
      await expect(main.getByText('3 reviews', { exact: true }).first()).toBeVisible()
      await expect(main.getByText(TEXT)).toHaveCount(0)
    },
  )

  test('without reviews a tour is complete: no section, no message', async ({ page, complaints }) => {
    complaints.expect(/status of 500/)
    const main = page.getByRole('main')
    await page.route(`**${listReviews.path}?**`, async (route) => route.fulfill({ status: 500, json: { message: 'Broken' } }))
    const asked = page.waitForResponse(`**${listReviews.path}?**`)
    await page.goto(`/#/destination-details/${TOUR}`)
    await asked
    await expect(main.getByRole('button', { name: 'Book This Tour' })).toBeEnabled()
    await expect(main.getByRole('heading', { name: 'Terms and Conditions' })).toBeVisible()
    await expect(main.getByRole('heading', { name: 'What travellers say' })).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test('a visitor reads, narrows, orders and loads more without signing in; the address keeps the choice', async ({ page }) => {
  const main = page.getByRole('main')
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Reviews' }).click()
  await expect(main.getByRole('heading', { level: 1, name: 'What travellers say' })).toBeVisible()
  await expect(page).toHaveTitle(/^Reviews/)
  await expect(main.getByRole('status').filter({ hasText: /^Showing 10 of \d+ reviews$/ })).toBeVisible()
  await expect(main.getByText('Only people who’ve travelled with us can leave a review')).toBeVisible()
  expect.soft(await violations(page), 'the list').toEqual([])
  await main.getByRole('button', { name: 'Show more reviews' }).click()
  await expect(main.getByRole('article')).toHaveCount(20)

  await main.getByLabel('Tour', { exact: true }).selectOption(TOUR)
  await expect(main.getByRole('article')).toHaveCount(3)
  for (const article of await main.getByRole('article').all()) await expect(article).toContainText(NAME)
  await main.getByLabel('Sort by').selectOption('Lowest rated first')
  await expect(main.getByRole('article').first().getByRole('img')).toHaveAccessibleName('4 out of 5 stars')
  await page.reload()
  await expect(main.getByLabel('Sort by')).toHaveValue('lowest')
  await expect(main.getByRole('article')).toHaveCount(3)
  await page.goBack()
  await expect(main.getByLabel('Sort by')).toHaveValue('newest')

  await goTo(page, '/reviews?tour=nowhere')
  await expect(main.getByRole('heading', { name: 'No reviews yet' })).toBeVisible()
})

test.describe('at 320 pixels', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('reviews that cannot be loaded say so and can be loaded again; nothing scrolls sideways, and a long one opens', async ({
    page,
    site,
    complaints,
  }) => {
    complaints.expect(/status of 503/)
    const main = page.getByRole('main')
    await site.query(
      `insert into reviews (id, tour_id, author_name, rating, body, travelled_on)
       values (gen_random_uuid(), 'bali-family-circle', $1, 3, $2, '2026-11-01')`,
      ['Wolfeschlegelsteinhausenbergerd', `${'Long '.repeat(200)}${'unbroken'.repeat(40)} end.`],
    )
    await page.route(`**${listReviews.path}?**`, async (route) => route.fulfill({ status: 503, json: { message: 'Away' } }))
    await page.goto('/#/reviews')
    await expect(main.getByRole('alert')).toContainText('We couldn’t load the reviews')
    expect.soft(await violations(page), 'the error').toEqual([])
    await page.unroute(`**${listReviews.path}?**`)
    await main.getByRole('button', { name: 'Try again' }).click()
    const long = main.getByRole('article').filter({ hasText: 'Wolfeschlegelsteinhausenbergerd' })
    const more = long.getByRole('button', { name: /^Show more/ })
    await expect(more).toHaveAttribute('aria-expanded', 'false')
    const before = (await long.boundingBox())?.height ?? 0
    await more.click()
    await expect(long.getByRole('button', { name: /^Show less/ })).toHaveAttribute('aria-expanded', 'true')
    expect((await long.boundingBox())?.height).toBeGreaterThan(before + 100)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(true)
  })
})
