import { taskSteps } from '../../src/shared/tasks/step-calls.ts'
import { pathOf } from '../../src/shared/contract.ts'
import type { Page } from '@playwright/test'
import * as vehicleCalls from '../../src/shared/vehicles/calls.ts'
import * as bookingCalls from '../../src/shared/bookings/calls.ts'
import * as taskCalls from '../../src/shared/tasks/staff-calls.ts'
import { violations } from './axe.ts'
import { answerQuote, askAs, expectStep, fillContact, fillItem, fillLocation, goToStep, photo, press, SERVICE } from './mover.ts'
import { expect, test } from './site.ts'
import { countCalls, expectAddress, payByCard } from './traveller.ts'

test.use({
  isSignedIn: true,
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  contextOptions: { reducedMotion: 'reduce' },
})

/** Expects no axe findings and nothing wider than the screen. */
async function expectSound(page: Page, what: string): Promise<void> {
  expect.soft(await violations(page), what).toEqual([])
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), what).toBe(true)
}

test(
  'a customer on a phone asks for a quote by touch, sees it approved, pays it and cancels it',
  { tag: '@day' },
  async ({ page, site, openBrowser }) => {
    test.setTimeout(120_000)
    const main = page.getByRole('main')
    await page.goto('/#/vehicle-price')
    await expectStep(page, 'Location')
    await expectSound(page, 'Location')
    await fillLocation(page)
    await press(page, 'Check Availability')
    await expectStep(page, 'Service')
    await page.getByLabel('Service', { exact: true }).selectOption(SERVICE)
    await expectSound(page, 'Service')
    await press(page, 'Continue')
    await fillContact(page)
    await expectSound(page, 'Contact')
    await press(page, 'Continue')
    await expectStep(page, 'Items')
    await page.getByLabel('Photos').setInputFiles([{ name: 'sofa.jpg', mimeType: 'image/jpeg', buffer: await photo() }])
    await fillItem(page, 'Two-seat sofa')
    await press(page, 'Add Item')
    await expect(main.getByText('180 × 90 × 80.5 cm')).toBeVisible()
    await expect(main.getByRole('figure').getByRole('img', { name: 'sofa' })).toBeVisible()
    await expect(main.getByRole('progressbar')).toHaveCount(0)
    await expectSound(page, 'Items')
    await press(page, 'Continue')
    await page.getByLabel('Pickup floor').fill('3')
    await page.getByLabel('Number of helpers').fill('2')
    await expectSound(page, 'Details')
    await press(page, 'Continue')
    await expectStep(page, 'Confirm')
    for (const text of ['Studio or one-bedroom move', 'SW1A 1AA', 'EC1A 1BB', 'Ada Mover', '+44 7911123456', 'Two-seat sofa', '₹34,800']) {
      await expect(main).toContainText(text)
    }
    await expect(page.locator('li', { hasText: 'completed' })).toHaveCount(5)
    await expectSound(page, 'Confirm')

    const sending = page.waitForRequest((request) => new URL(request.url()).pathname === vehicleCalls.requestQuote.path)
    await press(page, 'Confirm Booking')
    const body = (await sending).postDataJSON() as Record<string, unknown>
    expect(Object.keys(body).toSorted()).toEqual(
      [
        'serviceTypeId',
        'pickupLocation',
        'dropoffLocation',
        'pickupPinCode',
        'dropoffPinCode',
        'price',
        'pickupDate',
        'dropoffDate',
        'itemDetails',
        'notes',
      ].toSorted(),
    )
    expect(body['dropoffDate']).toBe(body['pickupDate'])
    await expect(page.getByRole('dialog', { name: 'Quote Request Successful' })).toBeVisible()
    await expectSound(page, 'Success')
    await expectAddress(page, '#/bookings')

    const card = main.getByRole('article', { name: 'Studio or one-bedroom move' })
    await expect(main.getByText('1 Vehicles')).toBeVisible()
    await expect(card).toContainText('Awaiting quote')
    await expect(card.getByRole('button', { name: 'Pay now' })).toHaveCount(0)
    await answerQuote((await openBrowser()).request, site.origin, { priceCents: 3_600_000, reason: 'The lift is out of order.' })
    await page.reload()
    await page.getByRole('tab', { name: 'Vehicle Rentals' }).tap()
    for (const text of ['Approved', '₹36000', 'The lift is out of order.', 'Please pay by']) await expect(card).toContainText(text)
    await expectSound(page, 'Approved')
    await card.getByRole('button', { name: 'Pay now' }).tap()
    await expect(page.getByRole('button', { name: 'Pay ₹36,000.00' })).toBeVisible()
    await payByCard(page)
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
    await page.getByRole('link', { name: 'View My Bookings' }).tap()
    await page.getByRole('tab', { name: 'Vehicle Rentals' }).tap()
    await expect(card).toContainText('Confirmed')

    await card.getByRole('link', { name: 'Booking confirmation' }).tap()
    for (const text of ['Two-seat sofa', '3 floors, 2 helpers', '₹36,000.00']) await expect(main).toContainText(text)
    await expectSound(page, 'Sheet')
    await page.goto('/#/bookings')
    await page.getByRole('tab', { name: 'Vehicle Rentals' }).tap()
    const lists = countCalls(page, bookingCalls.listVehicleBookings.path)
    await card.getByRole('button', { name: 'View' }).tap()
    await expect(page.getByRole('dialog')).toContainText('Two-seat sofa')
    await expectSound(page, 'Booking Details')
    await page.getByRole('button', { name: 'Cancel Vehicle Rental' }).tap()
    await expect(page.getByText('You’ll get a full refund of ₹36,000.00, with 10 days to go.')).toBeVisible()
    await page.getByRole('button', { name: 'Confirm Cancellation' }).tap()
    await expect(page.getByText('Your booking has been successfully cancelled!')).toBeVisible()
    await expect(card).toContainText('Cancelled')
    expect(lists.count).toBe(0)
  },
)

test('nobody is asked to pay again while a payment is being checked, and everyone is told that it was refunded', async ({
  page,
  site,
  account,
  openBrowser,
  complaints,
}) => {
  complaints.expect(/status of 410/)
  const { reference } = await askAs(page.request, account.name)
  const staff = (await openBrowser()).request
  await answerQuote(staff, site.origin, {})
  await page.goto('/#/bookings?tab=vehicles')
  const card = page.getByRole('main').getByRole('article')
  await card.getByRole('button', { name: 'Pay now' }).tap()
  await (await site.cards()).tell('alter', { amount: 3_479_900 })
  await payByCard(page)
  await expect(page.getByRole('main')).toContainText('We’ve received your payment and are checking it. You don’t need to pay again')
  const result = page.url()

  await page.getByRole('link', { name: 'View My Bookings' }).tap()
  await expect(card).toContainText('We’ve received your payment and are checking it. You don’t need to pay again')
  await expect(card).not.toContainText('Please pay by')
  for (const name of ['Pay now', 'Withdraw request']) await expect(card.getByRole('button', { name })).toHaveCount(0)
  await expectSound(page, 'Being checked')
  const mail = () => site.mailsTo(account.email).then((mails) => mails.find(({ subject }) => subject.startsWith('Your quote')))
  await expect.poll(async () => (await mail())?.text).toContain('/pay/q/')
  const link = /http\S+\/pay\/q\/\S+/.exec((await mail())?.text ?? '')?.[0] ?? ''
  await page.goto(link)
  await expect(page.getByText('You don’t need to pay again')).toBeVisible()
  await expectSound(page, 'The link')

  const tasks = (await (await staff.get(taskCalls.listTasks.path)).json()) as { id: string; booking: { reference: string } | null }[]
  const task = tasks.find(({ booking }) => booking?.reference === reference)
  await staff.post(pathOf(taskSteps.refund, { id: task?.id ?? '' }), { headers: { origin: site.origin }, failOnStatusCode: true })
  await page.goto(result)
  await expect(page.getByRole('main')).toContainText(
    'We’re refunding this payment to your card in full. You can pay your quote again from My Bookings',
  )
  await expect(page.getByText('under review', { exact: false })).toHaveCount(0)
  await expectSound(page, 'Refunded')
  await page.getByRole('link', { name: 'View My Bookings' }).tap()
  await expect(card.getByRole('button', { name: 'Pay now' })).toBeVisible()
})

test('a request is withdrawn after a confirmation, and Back cancels it', { tag: '@day' }, async ({ page, account }) => {
  await askAs(page.request, account.name)
  await page.goto('/#/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await page.goto('/#/bookings')
  await page.getByRole('tab', { name: 'Vehicle Rentals' }).tap()
  const card = page.getByRole('main').getByRole('article')
  const question = page.getByRole('dialog', { name: 'Withdraw this request?' })
  const withdraw = card.getByRole('button', { name: 'Withdraw request' })
  await withdraw.tap()
  await expectSound(page, 'Question')
  await page.evaluate(() => history.back())
  await expect(question).toBeHidden()
  await expect(card).toContainText('Awaiting quote')
  await withdraw.tap()
  await question.getByRole('button', { name: 'Withdraw request' }).tap()
  await expect(card).toContainText('You withdrew this request. You haven’t been charged.')
  await expect(page.getByRole('region', { name: 'Past and cancelled' }).getByRole('article')).toHaveCount(1)
  await expect(withdraw).toHaveCount(0)
  await expect(card.getByRole('heading')).toBeFocused()
  await expectSound(page, 'Withdrawn')
})

test('a declined request says why and offers a new one', async ({ page, site, openBrowser }) => {
  await goToStep(page, 'Confirm')
  await press(page, 'Confirm Booking')
  await expectAddress(page, '#/bookings')
  await answerQuote((await openBrowser()).request, site.origin, 'declined')
  await page.reload()
  await page.getByRole('tab', { name: 'Vehicle Rentals' }).tap()
  const card = page.getByRole('main').getByRole('article')
  await expect(card).toContainText('Declined')
  await expect(card).toContainText('We have no van free on that day.')
  await card.getByRole('link', { name: 'Request a new quote' }).tap()
  await expectStep(page, 'Location')
  await expect(page.getByLabel('Pickup pincode')).toHaveValue('')
})

test('with text twice as large the buttons of a step stay whole and scroll along with it', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await goToStep(page, 'Contact')
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  for (const name of ['Back', 'Continue']) {
    const button = page.getByRole('button', { name, exact: true })
    await button.scrollIntoViewIfNeeded()
    await expect.poll(() => button.evaluate((element) => element.getBoundingClientRect().right)).toBeLessThanOrEqual(320)
  }
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).not.toBeInViewport()
})
