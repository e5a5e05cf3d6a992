import { departure, expectAddress, logIn, payByCard, signUp, DECLINED } from './traveller.ts'
import { expect, test } from './site.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('a visitor signs up, finds a tour, pays for it, cancels it and logs out', { tag: '@day' }, async ({ page, site, account }) => {
  test.setTimeout(90_000)
  const travel = departure(40)
  const main = page.getByRole('main')

  await test.step('the guard leads to the login page, and from there to sign-up', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Explore More' }).click()
    await expectAddress(page, '#/login')
    await main.getByRole('link', { name: 'Sign up' }).click()
    await expect(main.getByText('Already have an account?')).toBeVisible()
    await signUp(page, account)
    await expect(main.getByText('Account created successfully! You can now login.')).toBeVisible()
    await expect(main.getByText('Already have an account?')).toBeHidden()
    for (const field of ['Name', 'Email', 'Password']) await expect(page.getByLabel(field)).toHaveValue('')
  })

  await test.step('after login the home page offers the page the visitor wanted', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
    await logIn(page, account)
    await expectAddress(page, '#/')
    await main.getByRole('link', { name: 'Continue to the destinations' }).click()
    await expectAddress(page, '#/destinations')
    await expect(main.getByRole('heading', { name: 'Find Your Next Adventure' })).toBeVisible()
    await expect(main.getByText('Discover amazing destinations and create unforgettable memories')).toBeVisible()
  })

  const tours = main.getByRole('article')
  await test.step('the search narrows the list, finds nothing, and is cleared', async () => {
    await expect(tours).toHaveCount(20)
    await page.getByRole('combobox', { name: 'Destination' }).selectOption('Japan')
    await page.getByRole('combobox', { name: 'Activity' }).selectOption('City Tour')
    await page.getByLabel('Departure Date').fill(travel.day)
    await page.getByLabel('Duration').fill('4')
    await page.getByRole('combobox', { name: 'Guests' }).selectOption('3 Guests')
    await main.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(tours).toHaveCount(1)
    await expect(tours).toContainText('Tokyo and Mount Fuji')
    await page.getByLabel('Duration').fill('364')
    await main.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(main.getByText('No active packages found')).toBeVisible()
    await expect(main.getByText('Try adjusting your search filters or check back later.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear Guests' }).click()
    await expect(page.getByRole('combobox', { name: 'Guests' })).toHaveValue('')
    await main.getByRole('button', { name: 'Clear', exact: true }).click()
    await expect(tours).toHaveCount(20)
    await expect(page.getByRole('combobox', { name: 'Destination' })).toHaveValue('')
    await expect(page.getByLabel('Duration')).toHaveValue('')
    await main.getByRole('button', { name: 'Show more' }).click()
    await expect(tours).toHaveCount(31)
    await expect(main.getByText('31 tours')).toBeVisible()
  })

  await test.step('the tour opens, its pictures enlarge, its days open one at a time', async () => {
    const tour = main.getByRole('article', { name: 'Tokyo and Mount Fuji' })
    await expect(tour).toContainText('4 days')
    await expect(tour).toContainText('$1,090')
    await tour.getByRole('link', { name: 'View Details' }).click()
    await expectAddress(page, '#/destination-details/tokyo-and-mount-fuji')
    await expect(main.getByRole('heading', { level: 1, name: 'Tokyo and Mount Fuji' })).toBeVisible()
    await main.getByRole('button', { name: 'All 3 pictures' }).click()
    const viewer = page.getByRole('dialog', { name: 'Lightbox' })
    await expect(viewer).toBeVisible()
    await viewer.getByRole('button', { name: 'Close' }).click()
    await expect(viewer).toBeHidden()
    const [first, second] = [main.getByRole('button', { name: /^Day 1/ }), main.getByRole('button', { name: /^Day 2/ })]
    await first.click()
    await expect(first).toHaveAttribute('aria-expanded', 'true')
    await expect(main.getByText('Accommodation').filter({ visible: true })).toHaveCount(1)
    await second.click()
    await expect(second).toHaveAttribute('aria-expanded', 'true')
    await expect(first).toHaveAttribute('aria-expanded', 'false')
    await expect(main.getByText('Breakfast included').filter({ visible: true })).toHaveCount(1)
    await expect(main.getByText('Full refund if you cancel at least 14 days before departure.')).toBeVisible()
  })

  await test.step('guests and date change the total and the seats', async () => {
    const book = main.getByRole('button', { name: 'Book This Tour' })
    await expect(main.getByText('$1,090.00 × 1 guest = $1,090.00')).toBeVisible()
    await main.getByRole('button', { name: 'Decrease Adults' }).click()
    await expect(main.getByRole('button', { name: 'Select at least 1 guest' })).toBeDisabled()
    // At 0 the button is only marked as disabled, so that the keyboard focus stays on it.
    await main.getByRole('button', { name: 'Decrease Adults' }).click({ force: true })
    await main.getByRole('button', { name: 'Increase Adults' }).dblclick()
    await main.getByRole('button', { name: 'Increase Children' }).click()
    await main.getByRole('button', { name: 'Increase Infants' }).click()
    await expect(main.getByText('$1,090.00 × 4 guests = $4,360.00')).toBeVisible()
    await main.getByRole('button', { name: 'Decrease Infants' }).click()
    await expect(main.getByText('$1,090.00 × 3 guests = $3,270.00')).toBeVisible()
    await page.getByLabel('Departure Date').fill(travel.day)
    await expect(main.getByText(`12 seats left on ${travel.text}`)).toBeVisible()
    await book.click()
  })

  await test.step('a declined card changes nothing, a good one pays', async () => {
    await expect(page.getByRole('heading', { name: 'Pay Meridian' })).toBeVisible()
    await expect(page.getByText('no real payments are taken')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pay $3,270.00' })).toBeVisible()
    await payByCard(page, DECLINED)
    await expect(page.getByText('Your card was declined.')).toBeVisible()
    await payByCard(page)
    await expectAddress(page, /^#\/success\?session_id=/)
    await expect(main.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
    for (const [name, value] of [
      ['Transaction ID', /^pi_/],
      ['Amount', '$3,270.00'],
      ['Payment Method', 'Card'],
      ['Payment Date', new RegExp(String(new Date().getFullYear()))],
      ['Status', 'Paid'],
    ] as const) {
      await expect(main.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd')).toHaveText(value)
    }
    await expect(main.getByRole('link', { name: 'View Receipt' })).toBeVisible()
    await main.getByRole('link', { name: 'View My Bookings' }).click()
  })

  const booking = main.getByRole('article', { name: 'Tokyo and Mount Fuji' })
  await test.step('the booking is listed, shown, and cancelled with its refund', async () => {
    await expectAddress(page, '#/bookings')
    await expect(main.getByText('1 Tours')).toBeVisible()
    for (const text of ['Confirmed', 'N/A', '3 travelers', '$3270']) await expect(booking).toContainText(text)
    await booking.getByRole('button', { name: 'View' }).click()
    const details = page.getByRole('dialog', { name: 'Booking Details' })
    for (const text of ['Destination', 'Booking ID', 'Travel Date', travel.text, 'Duration', 'Travelers', 'Total Amount', '$3,270.00']) {
      await expect(details).toContainText(text)
    }
    await details.getByRole('button', { name: 'Cancel Tour' }).click()
    const confirm = page.getByRole('dialog', { name: 'Confirm Cancellation' })
    await expect(confirm).toContainText('Are you sure')
    await expect(confirm).toContainText('Cancellation charges may apply based on our policy.')
    await expect(confirm).toContainText('You’ll get a full refund of $3,270.00, with 40 days to go.')
    await confirm.getByRole('button', { name: 'Back' }).click()
    await details.getByRole('button', { name: 'Cancel Tour' }).click()
    await confirm.getByLabel('Reason').fill('Plans changed')
    await page.clock.install()
    await page.clock.pauseAt(new Date(Date.now() + 10_000))
    await confirm.getByRole('button', { name: 'Confirm Cancellation' }).click()
    const success = page.getByText('Your booking has been successfully cancelled!')
    await expect(success).toBeVisible()
    await expect(page.getByText('Success', { exact: true })).toBeVisible()
    await page.clock.runFor(1900)
    await expect(success).toBeVisible()
    await page.clock.runFor(200)
    await expect(success).toBeHidden()
    await page.clock.resume()
    await expect(booking).toContainText('Cancelled')
    await expect(booking).toContainText('$3,270.00 has been refunded to your card.')
    await booking.getByRole('button', { name: 'View' }).click()
    await expect(details.getByRole('button', { name: 'Cancel Tour' })).toBeDisabled()
    await details.getByRole('button', { name: 'Close', exact: true }).click()
  })

  await test.step('the emails are sent, and logging out ends the session', async () => {
    const subjects = async () => (await site.mailsTo(account.email)).map((mail) => mail.subject).toSorted()
    await expect
      .poll(subjects)
      .toEqual([
        expect.stringMatching(/^Booking cancelled: Tokyo and Mount Fuji/),
        expect.stringMatching(/^Booking confirmed: Tokyo and Mount Fuji/),
        expect.stringMatching(/^Please confirm your email address/),
      ])
    await page.getByRole('button', { name: `${account.name}’s account` }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    await expectAddress(page, '#/login')
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
  })
})
