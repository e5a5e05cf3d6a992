import { CHROMIUM_FLAGS, findChromium } from '../../scripts/first-run/chromium.mjs'
import { addDays, localToday, longDay } from '../../src/shared/dates.ts'
import { createCheckout } from '../../src/shared/payments/checkout-calls.ts'
import { listTours } from '../../src/shared/tours/search-calls.ts'
import { lastTravelDay } from '../../src/shared/tours/travel-days.ts'
import { expect, signUpByCall, test } from './site.ts'
import { bookAndPayByCall, bookByCall, countCalls, departure, expectAddress, payByCard, seatsLeft, signUp } from './traveller.ts'

const TOUR = 'ubud-rice-fields-and-craft'
const NAME = 'Ubud: Rice Fields, Craft and Kitchen'
const BOOK = { name: 'Book This Tour' }

test.describe('signed in', () => {
  test.use({ isSignedIn: true })

  test('an impatient double click books once; Back leaves a pending booking whose payment continues', async ({ page, complaints }) => {
    complaints.expect(/status of 409 .*card-sandbox/)
    const { day } = departure(30)
    await page.goto(`/#/destination-details/${TOUR}`)
    await page.getByLabel('Departure Date').fill(day)
    const checkouts = countCalls(page, createCheckout.path)
    await page.getByRole('button', BOOK).dblclick()
    await expect(page.getByRole('heading', { name: 'Pay Meridian' })).toBeVisible()
    expect(checkouts.count).toBe(1)
    const cardPage = page.url()

    await page.goBack()
    await expect(page.getByRole('button', BOOK)).toBeEnabled()
    await expect(page.getByLabel('Departure Date')).toHaveValue(day)
    await page.getByRole('button', BOOK).click()
    await expect(page).toHaveURL(cardPage)

    await page.goto('/#/bookings')
    const booking = page.getByRole('main').getByRole('article')
    await expect(booking).toHaveCount(1)
    await expect(booking).toContainText('Pending')
    await expect(booking).toContainText(/Seats held until/)
    await booking.getByRole('button', { name: 'View' }).click()
    await expect(page.getByRole('button', { name: 'Cancel Tour' })).toBeDisabled()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await booking.getByRole('button', { name: 'Continue payment' }).click()
    await expect(page).toHaveURL(cardPage)
    await payByCard(page)
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()

    // Returning to the hosted checkout of a paid session and pressing Pay again charges nothing more.
    await page.goto(cardPage)
    await expect(page.getByText('You have not been charged a second time.')).toBeVisible()
    await page.getByRole('link', { name: 'Back to Meridian' }).click()
    await page.goto('/#/bookings')
    await expect(booking).toHaveCount(1)
    await expect(booking).toContainText('Confirmed')
  })

  test(
    'the way back from the hosted checkout releases the seats and returns to the tour',
    { tag: '@day' },
    async ({ page, site, playwright, openBrowser }) => {
      const { day } = departure(31)
      // Asked by another customer, because one's own held seats count as available.
      const { request } = await openBrowser(await signUpByCall(playwright, site, site.newcomer()))
      await page.goto(`/#/destination-details/${TOUR}`)
      await page.getByLabel('Departure Date').fill(day)
      await page.getByRole('button', { name: 'Increase Adults' }).click()
      await page.getByRole('button', BOOK).click()
      await expect(page.getByRole('heading', { name: 'Pay Meridian' })).toBeVisible()
      expect(await seatsLeft(request, TOUR, day)).toBe(10)
      await page.getByRole('link', { name: 'Back' }).click()
      await expectAddress(page, `#/destination-details/${TOUR}`)
      expect(await seatsLeft(request, TOUR, day)).toBe(12)
      await expect(page.getByRole('main').getByText(/^12 seats left/)).toBeVisible()
      await expect(page.getByText('× 2 guests')).toBeVisible()
      await page.goto('/#/bookings')
      await expect(page.getByText('No tours booked yet')).toBeVisible()
    },
  )

  test(
    'held seats can be released, even when another tab has paid for or released them',
    { tag: '@day' },
    async ({ page, context, site }) => {
      const { day } = departure(32)
      const session = await bookByCall(context.request, TOUR, day, 3)
      const other = await context.newPage()
      await page.goto('/#/bookings')
      await other.goto('/#/bookings')
      // It must show the booking before the other tab releases the seats.
      await expect(other.getByRole('button', { name: 'Release seats' })).toBeVisible()
      await page.bringToFront()
      await page.getByRole('button', { name: 'Release seats' }).click()
      await expect(page.getByText('No tours booked yet')).toBeVisible()
      await expect(page.getByText('Your seats have been released.')).toBeFocused()
      expect(await seatsLeft(context.request, TOUR, day)).toBe(12)
      await other.bringToFront()
      await other.getByRole('button', { name: 'Release seats' }).click()
      await expect(other.getByText('No tours booked yet')).toBeVisible()
      await (await site.cards()).pay(session, { wait: false }).catch(() => undefined)
      expect(await seatsLeft(context.request, TOUR, day)).toBe(12)
    },
  )

  test('an abandoned hosted checkout stays usable in the other tab, and a second payment is refused there', async ({
    page,
    context,
    complaints,
  }) => {
    complaints.expect(/status of 409 .*card-sandbox/)
    const { day } = departure(33)
    await bookByCall(context.request, TOUR, day)
    await page.goto('/#/bookings')
    await page.getByRole('button', { name: 'Continue payment' }).click()
    await expect(page.getByRole('heading', { name: 'Pay Meridian' })).toBeVisible()
    const second = await context.newPage()
    await second.goto(page.url())
    await page.bringToFront()
    await payByCard(page)
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
    await second.bringToFront()
    await payByCard(second)
    await expect(second.getByText('Already paid')).toBeVisible()
  })

  test('past dates, dates too far ahead and invalid dates are refused in words', async ({ page }) => {
    await page.goto(`/#/destination-details/${TOUR}`)
    await page.getByLabel('Departure Date').fill('2020-02-29')
    await expect(page.getByText('Please choose today or a later date')).toBeVisible()
    await page.getByRole('button', BOOK).click()
    await expect(page.getByLabel('Departure Date')).toBeFocused()
    const last = lastTravelDay(localToday())
    await expect(page.getByLabel('Departure Date')).toHaveAttribute('max', last)
    for (const day of [addDays(last, 1), '9999-12-31']) {
      await page.getByLabel('Departure Date').fill(day)
      await expect(page.getByText(`Please choose a date up to ${longDay(last)}`)).toBeVisible()
    }
    await page.getByLabel('Departure Date').fill('')
    await page.getByRole('button', BOOK).click()
    await expect(page.getByText('Please choose a departure date')).toBeVisible()
    await expectAddress(page, `#/destination-details/${TOUR}`)
  })

  test('travellers’ names survive a server failure, and are saved without the empty ones', async ({ page, site, complaints }) => {
    complaints.expect(/status of 503/)
    const { day } = departure(36)
    await bookAndPayByCall(site, page, TOUR, day, 3)
    await page.goto('/#/bookings')
    await page.getByRole('link', { name: 'Booking confirmation' }).click()
    const travellers = page.getByRole('region', { name: 'Travellers' })
    await travellers.getByRole('button', { name: 'Add names' }).click()
    await expect(travellers.getByLabel('Traveller 1')).toBeFocused()
    await travellers.getByLabel('Traveller 1').fill(' Ada Lovelace ')
    await travellers.getByLabel('Traveller 3').fill('Ada Lovelace')
    const isSaving = (url: URL) => url.pathname.endsWith('/travellers')
    await page.route(isSaving, (route) => route.fulfill({ status: 503, json: {} }))
    await travellers.getByRole('button', { name: 'Save names' }).click()
    await expect(travellers.getByRole('alert')).toHaveText('We couldn’t save the names. Please try again.')
    await expect(travellers.getByLabel('Traveller 3')).toHaveValue('Ada Lovelace')
    await page.unroute(isSaving)
    await travellers.getByRole('button', { name: 'Save names' }).click()
    await expect(travellers.getByRole('listitem')).toHaveText(['Ada Lovelace', 'Ada Lovelace'])
    await travellers.getByRole('button', { name: 'Change names' }).click()
    await expect(travellers.getByLabel('Traveller 2')).toHaveValue('Ada Lovelace')
    await travellers.getByLabel('Phone while travelling').fill('07700 900812')
    await travellers.getByRole('button', { name: 'Save names' }).click()
    await expect(travellers.getByText('Phone while travelling: 07700 900812')).toBeVisible()
  })

  test('more guests than seats are refused in words, both before and at the checkout', async ({ page, complaints }) => {
    complaints.expect(/status of 409/)
    await page.goto('/#/destination-details/yosemite-in-four-days')
    await page.getByLabel('Departure Date').fill(departure(34).day)
    for (let guest = 0; guest < 4; guest += 1) await page.getByRole('button', { name: 'Increase Infants' }).click()
    await expect(page.getByText(/^Only 4 seats left on .* not enough for 5 guests\.$/)).toBeVisible()
    await page.getByRole('button', BOOK).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Only 4 seats are left on that date.' })).toBeVisible()
  })

  test('searches with strange words break nothing', async ({ page }) => {
    await page.goto('/#/destinations')
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(20)
    for (const words of [`%' OR 'x'='x' --`, '<img src=x onerror=alert(1)>', '0', '9'.repeat(60)]) {
      await page.getByLabel('Duration').fill(words)
      const listed = page.waitForResponse((response) => new URL(response.url()).pathname === listTours.path)
      await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
      await listed
      await expect(page.getByText('Finding available tours...')).toBeHidden()
      await expect(page.getByText('No active packages found')).toBeVisible()
    }
    await page.goBack()
    await expect(page.getByLabel('Duration')).toHaveValue('0')
  })
})

test('a name of emoji, quotes and markup is shown as it is (ASVS 1.2.1, 3.2.2)', async ({ page, site, playwright, openBrowser }) => {
  const name = `🧳 "O'Hara" <script>alert(1)</script> &amp; ${'é'.repeat(30)}`
  const account = site.newcomer(name)
  await page.goto('/#/signup')
  await signUp(page, account)
  await expect(page.getByText('Account created successfully! You can now login.')).toBeVisible()

  const other = site.newcomer(name)
  const tab = await (await openBrowser(await signUpByCall(playwright, site, other))).newPage()
  await tab.goto('/')
  await tab.getByRole('button', { name: `${name}’s account` }).click()
  await expect(tab.getByRole('banner').getByRole('paragraph').filter({ hasText: name })).toBeVisible()
  await tab.goto('/#/profile')
  await expect(tab.getByRole('heading', { level: 1, name })).toBeVisible()
  // An email names only people who have confirmed their address.
  const texts = async () => (await site.mailsTo(other.email)).map(({ text }) => text)
  await expect.poll(texts).toEqual([expect.stringMatching(/Confirm my address: \S+/)])
  await tab.goto(/Confirm my address: (\S+)/.exec((await texts()).join())?.[1] ?? '')
  await expect(tab.getByRole('main').getByText('confirmed').first()).toBeVisible()
  const { day } = departure(35)
  const session = await bookByCall(tab.context().request, TOUR, day)
  await (await site.cards()).pay(session)
  await tab.goto('/#/bookings')
  await tab.getByRole('link', { name: 'Booking confirmation' }).click()
  await expect(tab.getByRole('heading', { level: 1, name: NAME })).toBeVisible()
  await expect(tab.getByRole('main').getByText(name)).toBeVisible()
  await expect.poll(texts).toEqual(expect.arrayContaining([expect.stringMatching(/Your booking is confirmed/)]))
  const confirmation = (await texts()).find((text) => text.includes('Your booking is confirmed'))
  expect(confirmation).toContain(name)
})

test('a tour page restored from the back-forward cache can book again, and says which seats it holds', async ({
  site,
  playwright,
  account,
}) => {
  // Playwright disables that cache, yet only there would the button of an abandoned page stay busy.
  const browser = await playwright.chromium.launch({
    executablePath: findChromium() ?? '',
    args: CHROMIUM_FLAGS,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  const context = await browser.newContext({ baseURL: site.origin, storageState: await signUpByCall(playwright, site, account) })
  const page = await context.newPage()
  await page.goto(`/#/destination-details/${TOUR}`)
  await page.getByRole('button', BOOK).click()
  await expect(page.getByRole('heading', { name: 'Pay Meridian' })).toBeVisible()
  // Deferred until this call has returned, because it ends with the page.
  await page.evaluate(() => void setTimeout(() => history.back()))
  await expect(page.getByRole('button', BOOK)).toBeEnabled()
  await expect(page.getByText(/^You’re holding 1 seat for .* until /)).toBeVisible()
  await page.getByRole('button', BOOK).click()
  await expect(page.getByRole('heading', { name: 'Pay Meridian' })).toBeVisible()
  await browser.close()
})
