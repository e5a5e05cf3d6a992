import { pathOf } from '../../src/shared/contract.ts'
import { getTour } from '../../src/shared/tours/calls.ts'
import { expect, test } from './site.ts'
import { bookByCall, DECLINED, departure, expectAddress, payByCard } from './traveller.ts'

const TOUR = 'kyoto-temples-and-tea'

test.use({ isSignedIn: true, viewport: { width: 390, height: 844 } })

test(
  'Back closes the menu, the search and the enlarged picture first, and only then leaves the page',
  { tag: '@day' },
  async ({ page }) => {
    await page.goto('/#/destinations')
    await page.getByRole('link', { name: 'View Details' }).first().click()
    const title = page.getByRole('main').getByRole('heading', { level: 1 })
    await expect(page.getByRole('button', { name: 'Book This Tour' })).toBeVisible()
    const name = await title.textContent()

    for (const [opener, shown] of [
      ['Menu', page.getByRole('dialog', { name: 'Menu' })],
      ['Search', page.getByRole('dialog', { name: 'Search' })],
    ] as const) {
      await page.getByRole('button', { name: opener, exact: true }).click()
      await expect(shown).toBeVisible()
      await page.evaluate(() => history.back())
      await expect(shown).toBeHidden()
      await expect(title).toHaveText(name ?? '')
    }
    await page.getByRole('button', { name: 'All 4 pictures' }).click()
    const viewer = page.locator('.yarl__portal')
    await expect(viewer).toBeVisible()
    await page.evaluate(() => history.back())
    await expect(viewer).toBeHidden()
    await expect(title).toHaveText(name ?? '')
    await page.evaluate(() => history.back())
    await expect(title).toHaveText('Find Your Next Adventure')
  },
)

test('on a page opened by a link from elsewhere, Back also closes what is open first, and then leads back there', async ({ page }) => {
  await page.goto('/robots.txt')
  await page.goto(`/#/destination-details/${TOUR}`)
  const book = page.getByRole('button', { name: 'Book This Tour' })
  await expect(book).toBeVisible()
  const length = await page.evaluate(() => history.length)

  for (const [opener, shown] of [
    [/^Menu$/, page.getByRole('dialog', { name: 'Menu' })],
    [/^Search$/, page.getByRole('dialog', { name: 'Search' })],
    [/^All \d pictures$/, page.locator('.yarl__portal')],
    ['See availability', page.getByRole('dialog', { name: 'Choose your departure' })],
  ] as const) {
    await page.getByRole('button', { name: opener }).click()
    await expect(shown).toBeVisible()
    await page.evaluate(() => history.back())
    await expect(shown).toBeHidden()
    await expect(book).toBeVisible()
  }
  // Only one entry, however much was opened.
  expect(await page.evaluate(() => history.length)).toBe(length + 1)
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(/robots\.txt$/)
})

test('a menu link leads on from such a page, to the heading of the next one, and Back leads to it and then away from it', async ({
  page,
}) => {
  await page.goto('/robots.txt')
  await page.goto('/#/support/guides')
  const title = page.getByRole('main').getByRole('heading', { level: 1 })
  await expect(title).toHaveText('Guides')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Contact Us' }).click()
  await expect(title).toHaveText('Contact Us')
  await expect(title).toBeFocused()
  await page.evaluate(() => history.back())
  await expect(title).toHaveText('Guides')
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(/robots\.txt$/)
})

test(
  'after two declined cards Back and reload never ask to send anything again, and a good card pays',
  { tag: '@day' },
  async ({ page }) => {
    const session = await bookByCall(page.request, 'riviera-by-the-little-trains', departure(45).day)
    await page.goto(`/card-sandbox/c/pay/${session}`)
    const refusal = page.getByText('Your card was declined.')
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      await payByCard(page, DECLINED)
      await expect(refusal).toBeVisible()
      await expect(page.getByLabel('Card number')).toHaveValue(DECLINED)
    }
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Pay Meridian' })).toBeVisible()
    await page.reload()
    await expect(refusal).toBeHidden()
    await payByCard(page)
    await expectAddress(page, /^#\/success\?session_id=/)
  },
)

test('Back closes the account’s menu, a menu of the header and a dialog, and only then leaves the page', async ({ page, account }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/#/destinations')
  await expect(page.getByRole('heading', { level: 1, name: 'Find Your Next Adventure' })).toBeVisible()
  await page.evaluate(() => (location.hash = '#/settings'))
  const title = page.getByRole('main').getByRole('heading', { level: 1 })
  await expect(title).toHaveText('Settings')
  const header = page.getByRole('banner')
  for (const [opener, shown] of [
    [header.getByRole('button', { name: `${account.name}’s account` }), header.getByRole('link', { name: 'My Bookings' })],
    [page.getByRole('button', { name: 'Change email' }), page.getByRole('dialog', { name: 'Change email' })],
    [page.getByRole('button', { name: 'Delete account' }), page.getByRole('dialog', { name: 'Delete your account?' })],
  ] as const) {
    await opener.click()
    await expect(shown).toBeVisible()
    await page.evaluate(() => history.back())
    await expect(shown).toBeHidden()
    await expect(title).toHaveText('Settings')
  }
  await page.evaluate(() => history.back())
  await expect(title).toHaveText('Find Your Next Adventure')
  await page.evaluate(() => (location.hash = '#/vehicle-price'))
  await header.getByRole('button', { name: 'Rental Services' }).click()
  const entry = header.getByRole('link', { name: 'Self Drive' })
  await expect(entry).toBeVisible()
  await page.evaluate(() => history.back())
  await expect(entry).toBeHidden()
  await expect(page).toHaveURL(/#\/vehicle-price$/)
})

test('offline, the note covers no button and can be closed; a tour that failed to load returns by itself, or on demand', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/Failed to load resource|ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  await page.goto(`/#/destination-details/${TOUR}`)
  const book = page.getByRole('button', { name: 'Book This Tour' })
  await expect(book).toBeVisible()
  await context.setOffline(true)
  const note = page.getByText('You’re offline. This page may be out of date.')
  await expect(note).toBeVisible()
  const [noteBox, bookBox] = [await note.boundingBox(), await book.boundingBox()]
  expect((noteBox?.y ?? 0) + (noteBox?.height ?? 0)).toBeLessThan(bookBox?.y ?? 0)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(note).toBeHidden()

  await page.evaluate(() => (location.hash = '#/destination-details/ubud-rice-fields-and-craft'))
  await expect(page.getByText('We could not reach the server.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await context.setOffline(false)
  await expect(book).toBeVisible()
})

test('a page that has never been loaded says that the connection is lost, and opens once it is back', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/Failed to load resource|ERR_INTERNET_DISCONNECTED|dynamically imported module|A page failed/)
  await page.goto('/#/contact')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.setOffline(true)
  await page.evaluate(() => (location.hash = '#/faqs'))
  await expect(page.getByRole('heading', { level: 1, name: 'You’re offline' })).toBeVisible()
  await expect(page.getByText('It’s our fault')).toBeHidden()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'You’re offline' })).toBeHidden()
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
})

test('a tour that the server failed to send is requested again by its button', async ({ page, complaints }) => {
  complaints.expect(/status of 500/)
  await page.route(`**${pathOf(getTour, { id: TOUR })}`, async (route) => route.fulfill({ status: 500, json: { message: 'No' } }))
  await page.goto(`/#/destination-details/${TOUR}`)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Book This Tour' })).toBeVisible()
})
