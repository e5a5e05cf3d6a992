import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import * as accountCalls from '../../src/shared/accounts/calls.ts'
import * as ownCalls from '../../src/shared/accounts/own-calls.ts'
import * as securityCalls from '../../src/shared/accounts/security-calls.ts'
import * as bookingCalls from '../../src/shared/bookings/calls.ts'
import * as sheetCalls from '../../src/shared/bookings/confirmation-calls.ts'
import * as cancellationCalls from '../../src/shared/cancellations/calls.ts'
import { pathOf } from '../../src/shared/contract.ts'
import { addDays, localToday } from '../../src/shared/dates.ts'
import * as contactCalls from '../../src/shared/enquiries/calls.ts'
import { continuePayment, createCheckout, releaseSeats } from '../../src/shared/payments/checkout-calls.ts'
import { writeReview } from '../../src/shared/reviews/own-calls.ts'
import { listTours } from '../../src/shared/tours/search-calls.ts'
import * as vehicleCalls from '../../src/shared/vehicles/calls.ts'
import { answer, TOUR_BOOKING, VEHICLE_BOOKING } from './canned-responses.ts'
import { fillItem, goToStep, movingDate, photo, press } from './mover.ts'
import { expect, signUpByCall, test } from './site.ts'

/** Clicks twice in one task, with no rendering in between. */
async function clickTwice(button: Locator): Promise<void> {
  await button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
}

type Call = { method?: string; status?: number; json?: unknown }

/** Clicks twice while the response is delayed, and expects a single call. */
async function expectOneCall(page: Page, path: string, button: Locator, { method = 'POST', status = 200, json = {} }: Call = {}) {
  await expect(button).toBeEnabled()
  let count = 0
  const isIt = (url: URL) => url.pathname === path
  await page.route(isIt, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    count += 1
    await pause(150)
    return route.fulfill({ status, json })
  })
  const answered = page.waitForResponse((response) => isIt(new URL(response.url())) && response.request().method() === method)
  await clickTwice(button)
  await answered
  expect(count, `${method} ${path}`).toBe(1)
}

const FUTURE = `${addDays(localToday(), 365)}T10:00:00.000Z`

test.describe('signed in', () => {
  test.use({ isSignedIn: true })

  test('My Bookings: cancel, pay, release, review', async ({ page, complaints }) => {
    complaints.expect(/status of (404|500)/)
    const main = page.getByRole('main')
    await page.route('**/refund/preview/*', (route) => route.fulfill({ status: 404, json: {} }))
    await answer(page, bookingCalls.listTourBookings.path, {
      json: [TOUR_BOOKING, { ...TOUR_BOOKING, id: 'b2', status: 'pending', holdExpiresAt: FUTURE, canReview: false }],
    })
    await answer(page, bookingCalls.listVehicleBookings.path, {
      json: [VEHICLE_BOOKING, { ...VEHICLE_BOOKING, id: 'v2', status: 'confirmed' }],
    })
    await page.goto('/#/bookings')
    await expectOneCall(page, pathOf(continuePayment, { id: 'b2' }), main.getByRole('button', { name: 'Continue payment' }), {
      status: 500,
    })
    await expectOneCall(page, pathOf(releaseSeats, { id: 'b2' }), main.getByRole('button', { name: 'Release seats' }))

    await main.getByRole('button', { name: 'View' }).first().click()
    await page.getByRole('button', { name: 'Cancel Tour' }).click()
    await expectOneCall(page, cancellationCalls.cancelOwnBooking.path, page.getByRole('button', { name: 'Confirm Cancellation' }), {
      status: 500,
    })
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Failed to cancel the booking. Please try again.')
    // The first call's result is shown, so the next click counts anew.
    await expectOneCall(page, cancellationCalls.cancelOwnBooking.path, page.getByRole('button', { name: 'Confirm Cancellation' }))

    await main.getByRole('button', { name: 'Write a review' }).click()
    await page.getByRole('radio').first().check({ force: true })
    await page.getByLabel('Your review').fill('Quiet mornings, good guides, and tea that was worth the walk.')
    await expectOneCall(page, pathOf(writeReview, { id: 'b1' }), page.getByRole('button', { name: 'Publish review' }), { method: 'PUT' })
    await main.getByRole('button', { name: 'Change your review' }).click()
    await page.getByRole('button', { name: 'Delete review' }).click()
    await expectOneCall(page, pathOf(writeReview, { id: 'b1' }), page.getByRole('button', { name: 'Delete review' }), { method: 'DELETE' })

    await main.getByRole('tab', { name: 'Vehicle Rentals' }).click()
    await expectOneCall(page, pathOf(continuePayment, { id: 'v1' }), main.getByRole('button', { name: 'Pay now' }), { status: 500 })
    await main.getByRole('button', { name: 'View' }).nth(1).click()
    await page.getByRole('button', { name: 'Cancel Vehicle Rental' }).click()
    await expectOneCall(page, cancellationCalls.cancelOwnBooking.path, page.getByRole('button', { name: 'Confirm Cancellation' }))
  })

  test('lists that failed to load, and their further pages', async ({ page, complaints }) => {
    complaints.expect(/status of 500/)
    const main = page.getByRole('main')
    await answer(page, bookingCalls.listTourBookings.path, { status: 500, body: '' })
    await page.goto('/#/bookings')
    await expectOneCall(page, bookingCalls.listTourBookings.path, main.getByRole('button', { name: 'Try again' }), {
      method: 'GET',
      json: [],
    })
    await page.goto('/#/destinations')
    await expect(main.getByRole('article')).toHaveCount(20)
    await expectOneCall(page, listTours.path, main.getByRole('button', { name: 'Show more' }), { method: 'GET', json: { data: [] } })
    await expectOneCall(page, listTours.path, main.getByRole('button', { name: 'Search', exact: true }), { method: 'GET' })
  })

  test('a tour, and its travellers’ names', async ({ page, complaints }) => {
    complaints.expect(/status of 500/)
    await page.goto('/#/destination-details/tokyo-and-mount-fuji')
    await expectOneCall(page, createCheckout.path, page.getByRole('button', { name: 'Book This Tour' }), { status: 500 })
    const booking = {
      ...TOUR_BOOKING,
      customerName: 'Ada',
      customerEmail: 'ada@example.test',
      paidAt: null,
      unitPrice: '1.00',
      duration: 1,
    }
    const confirmation = { booking, travellers: [] }
    await answer(page, pathOf(sheetCalls.getConfirmation, { id: 'b1' }), { json: confirmation })
    await page.goto('/#/bookings/b1/confirmation')
    await page.getByRole('button', { name: 'Add names' }).click()
    await page.getByLabel('Traveller 1').fill('Ada')
    await expectOneCall(page, pathOf(sheetCalls.saveTravellers, { id: 'b1' }), page.getByRole('button', { name: 'Save names' }), {
      json: confirmation,
    })
  })

  test('the settings', async ({ page, account, complaints }) => {
    complaints.expect(/status of (400|500)/)
    const main = page.getByRole('main')
    const other = { id: 's2', device: 'Firefox on Windows', signedInAt: FUTURE, lastActiveAt: FUTURE, isCurrent: false }
    await answer(page, securityCalls.listSessions.path, { json: [{ ...other, id: 's1', device: 'This one', isCurrent: true }, other] })
    await page.goto('/#/settings')
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await expectOneCall(page, ownCalls.sendConfirmation.path, button('Send again'))
    await expectOneCall(page, securityCalls.downloadOwnData.path, button('Download my data'), { method: 'GET' })
    await expectOneCall(page, pathOf(securityCalls.endSession, { id: 's2' }), button('Sign out Firefox on Windows'), { method: 'DELETE' })
    await expectOneCall(page, securityCalls.listSessions.path, button('Sign out all other devices'), { method: 'DELETE' })
    await main.getByLabel('Name').fill('Ada Again')
    await expectOneCall(page, ownCalls.getAccount.path, button('Save name'), { method: 'PUT', status: 500 })
    await main.getByLabel('Current password').fill(account.password)
    await main.getByLabel('New password').fill('another-one')
    await expectOneCall(page, securityCalls.changePassword.path, button('Change password'), { status: 500 })

    const { id, name, email } = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}') as Record<string, string>)
    const user = { id, name, email, role: 'customer', profileImage: '/art/user_1-200.webp' }
    await main.getByLabel('Add a photo').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await photo() })
    await expectOneCall(page, ownCalls.uploadOwnPhoto.path, button('Save photo'), { json: { user, isEmailConfirmed: true } })
    const without = { user: { ...user, profileImage: null }, isEmailConfirmed: true }
    await expectOneCall(page, ownCalls.uploadOwnPhoto.path, button('Remove photo'), { method: 'DELETE', json: without })
    await button('Delete account').click()
    await page.getByLabel('Your password').fill(account.password)
    await expectOneCall(page, securityCalls.deleteAccount.path, button('Delete permanently'), { status: 500 })
  })

  test('the wizard', async ({ page, complaints }) => {
    complaints.expect(/status of 500/)
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await goToStep(page, 'Items')
    await fillItem(page, 'Sofa')
    await page.getByLabel('Photos').setInputFiles([{ name: 'sofa.jpg', mimeType: 'image/jpeg', buffer: await photo() }])
    const uploaded = await page.waitForResponse((response) => new URL(response.url()).pathname === vehicleCalls.uploadPhoto.path)
    const { photo: kept } = (await uploaded.json()) as { photo: { id: string } }
    await expectOneCall(page, pathOf(vehicleCalls.getPhoto, { id: kept.id }), button('Remove sofa.jpg'), { method: 'DELETE' })
    await press(page, 'Add Item')
    await press(page, 'Continue')
    await press(page, 'Continue')
    await expectOneCall(page, vehicleCalls.requestQuote.path, button('Confirm Booking'), { status: 500 })
    await button('Start over').click()
    await expectOneCall(page, vehicleCalls.getDraft.path, button('Clear the form'), { method: 'PUT', json: { version: 99 } })
    await page.getByLabel('Pickup pincode').fill('SW1A 1AA')
    await page.getByLabel('Drop-off pincode').fill('EC1A 1BB')
    await page.getByLabel('Moving date and time').fill(movingDate())
    await expectOneCall(page, vehicleCalls.checkPincodes.path, button('Check Availability'), { json: { status: 'unavailable' } })
  })

  test('Logout', async ({ page, account }) => {
    await page.goto('/')
    await page.getByRole('button', { name: `${account.name}’s account` }).click()
    await expectOneCall(page, accountCalls.logOut.path, page.getByRole('button', { name: 'Logout' }))
  })
})

test('the forms for visitors', async ({ page, site, account, playwright, complaints }) => {
  complaints.expect(/status of 500/)
  await signUpByCall(playwright, site, account)
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
  const fill = async (values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values)) await page.getByRole('main').getByLabel(label, { exact: true }).fill(value)
  }
  const { name, email, password } = account
  await page.goto('/#/login')
  await fill({ Email: email, Password: password })
  await expectOneCall(page, accountCalls.logIn.path, button('Login'), { status: 500 })
  await page.goto('/#/signup')
  await fill({ Name: name, Email: email, Password: password })
  await expectOneCall(page, accountCalls.signUp.path, button('Sign Up'), { status: 500 })
  await page.goto('/#/forgot-password')
  await fill({ Email: email })
  await expectOneCall(page, accountCalls.forgotPassword.path, button('Send me a link'), { status: 500 })
  await answer(page, accountCalls.checkResetLink.path, { json: {} })
  await page.goto('/#/reset-password?token=t')
  await fill({ 'New password': 'another-one' })
  await expectOneCall(page, accountCalls.resetPassword.path, button('Save password'), { status: 500 })
  await page.goto('/#/contact')
  await fill({ Name: name, Email: email, Message: 'Is the drill free in May?' })
  await page.getByLabel('What is it about?').selectOption('Tool Hire')
  await expectOneCall(page, contactCalls.sendEnquiry.path, button('Send message'), { status: 500 })
})
