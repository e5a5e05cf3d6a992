import { writeFileSync } from 'node:fs'
import type { Page, Route } from '@playwright/test'
import { addDays, localToday, longDay } from '../../src/shared/dates.ts'
import * as vehicleCalls from '../../src/shared/vehicles/calls.ts'
import { lastTravelDay } from '../../src/shared/tours/travel-days.ts'
import { expectBeginOf, expectStep, fillContact, fillItem, fillLocation, goToStep, leave, photo, press, SERVICE } from './mover.ts'
import { expect, test } from './site.ts'
import { expectAddress } from './traveller.ts'

test.use({ isSignedIn: true, viewport: { width: 1280, height: 900 } })

async function answer(page: Page, path: string, reply: Parameters<Route['fulfill']>[0]): Promise<void> {
  await page.route(
    (url) => url.pathname === path,
    (route) => route.fulfill(reply),
  )
}

const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'))

test('the location step says what is wrong the moment a field is left', async ({ page }) => {
  await page.goto('/#/vehicle-price')
  const check = page.getByRole('button', { name: 'Check Availability', exact: true })
  await expect(check).toBeDisabled()
  await leave(page, 'Pickup pincode', '')
  await expect(page.getByText('Pickup pincode is required', { exact: true })).toBeVisible()
  await leave(page, 'Drop-off pincode', '')
  await expect(page.getByText('Drop-off pincode is required', { exact: true })).toBeVisible()
  await leave(page, 'Moving date and time', '')
  await expect(page.getByText("Please select when you're moving", { exact: true })).toBeVisible()
  await leave(page, 'Pickup pincode', '12345')
  await leave(page, 'Drop-off pincode', 'LONDON')
  await expect(page.getByText('Invalid UK pincode format', { exact: true })).toHaveCount(2)
  await leave(page, 'Moving date and time', '2020-01-01T10:00')
  await expect(page.getByText('Moving date and time must be in the future', { exact: true })).toBeVisible()
  const last = lastTravelDay(localToday())
  await expect(page.getByLabel('Moving date and time')).toHaveAttribute('max', `${last}T23:59`)
  await leave(page, 'Moving date and time', `${addDays(last, 1)}T10:00`)
  await expect(page.getByText(`Please choose a date up to ${longDay(last)}`, { exact: true })).toBeVisible()
  await check.click()
  await expectStep(page, 'Location')
  expect(await focusedName(page)).toBe('pickupPinCode')
  await expect(page.getByLabel('Pickup pincode')).toHaveAttribute('maxlength', '10')
  const earliest = Date.parse((await page.getByLabel('Moving date and time').getAttribute('min')) ?? '')
  expect(Math.abs(earliest - Date.now() - 3_600_000)).toBeLessThan(120_000)
  await fillLocation(page)
  await expect(page.getByText('Invalid UK pincode format')).toHaveCount(0)
})

test('pincodes that are not served, and a check that fails, are reported', async ({ page, complaints }) => {
  complaints.expect(/status of 500/)
  await page.goto('/#/vehicle-price')
  await fillLocation(page, { drop: 'AB10 1XG' })
  await press(page, 'Check Availability')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('❌ Sorry, service is not available in one or both entered pincodes.')
  await expect(alert).toContainText('We don’t cover AB10 1XG yet.')
  await expectStep(page, 'Location')
  await page.getByLabel('Drop-off pincode').fill('EC1A 1BB')
  await expect(alert).toHaveCount(0)
  await answer(page, vehicleCalls.checkPincodes.path, { status: 500, json: {} })
  await press(page, 'Check Availability')
  await expect(alert).toContainText('❌ Something went wrong. Please try again later.')
})

test('services loading, missing and failing are reported; a chosen one shows its requirements', async ({ page, complaints }) => {
  complaints.expect(/status of 500/)
  const all = (url: URL) => url.pathname === vehicleCalls.listServiceTypes.path
  let reply: 'wait' | 'fail' | 'none' | 'real' = 'wait'
  await page.route(all, async (route) => {
    await expect.poll(() => reply).not.toBe('wait')
    if (reply === 'fail') return route.fulfill({ status: 500, json: {} })
    return reply === 'none' ? route.fulfill({ json: [] }) : route.continue()
  })
  await goToStep(page, 'Service')
  await expect(page.getByText('Loading services...', { exact: true })).toBeVisible()
  const goOn = page.getByRole('button', { name: 'Continue', exact: true })
  await expect(goOn).toBeDisabled()
  reply = 'fail'
  await expect(page.getByRole('alert')).toContainText('❌ Failed to load services. Please try again later.')
  reply = 'none'
  await press(page, 'Try again')
  await expect(page.getByText('No services available', { exact: true })).toBeVisible()
  reply = 'real'
  await page.reload()
  const service = page.getByLabel('Service', { exact: true })
  await expect(service.getByRole('option', { name: 'Studio or one-bedroom move – ₹24,900' })).toBeAttached()
  await expect(goOn).toBeDisabled()
  await service.selectOption(SERVICE)
  await expect(page.getByText('A long-wheelbase van with tail lift')).toBeVisible()
  await expect(page.getByText('Boxes should be closed and labelled before we arrive.')).toBeVisible()
  await expect(goOn).toBeEnabled()
})

test('the contact step asks for everything and says what is too short', { tag: '@day' }, async ({ page }) => {
  await goToStep(page, 'Contact')
  await press(page, 'Continue')
  for (const message of [
    'Name is required',
    'Phone number is required',
    'Email is required',
    'Address is required',
    'Drop-off address is required',
  ]) {
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  }
  expect(await focusedName(page)).toBe('name')
  await expect(page.getByText('+44', { exact: true })).toBeVisible()
  const wrong = [
    ['Full name', 'A', 'Name must be at least 2 characters'],
    ['Phone', '123456789', 'Phone must be 10 digits'],
    ['Phone', '079111234567', 'Phone must be 10 digits'],
    ['Email', 'ada@', 'Please enter a valid email'],
    ['Complete address', 'Short', 'Address must be at least 10 characters'],
    ['Drop-off complete address', 'Short', 'Drop-off address must be at least 10 characters'],
  ] as const
  for (const [label, text, message] of wrong) {
    await leave(page, label, text)
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  }
  await press(page, 'Continue')
  await expectStep(page, 'Contact')
  await fillContact(page)
  await press(page, 'Continue')
  await expectStep(page, 'Items')
})

test('an item needs a name and sizes, can be added and removed, and is not required', async ({ page }) => {
  await goToStep(page, 'Items')
  await press(page, 'Add Item')
  for (const message of ['Item name is required', 'Length is required', 'Width is required', 'Height is required']) {
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  }
  await fillItem(page, 'A', ['0', '-1', '0'])
  for (const message of [
    'Item name must be at least 2 characters',
    'Length must be a positive number',
    'Width must be a positive number',
    'Height must be a positive number',
  ]) {
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  }
  await fillItem(page, 'Sofa')
  // Submitting twice before the next rendering adds one item.
  await page.getByRole('form', { name: 'Add an item' }).evaluate((form: HTMLFormElement) => {
    form.requestSubmit()
    form.requestSubmit()
  })
  await expect(page.getByText('180 × 90 × 80.5 cm')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your items (1)' })).toBeVisible()
  await expect(page.getByLabel('Item name')).toHaveValue('')
  await press(page, 'Remove')
  await expect(page.getByText('180 × 90 × 80.5 cm')).toHaveCount(0)
  await press(page, 'Continue')
  await expectStep(page, 'Details')
})

test('Enter in the last field adds the item, and no emptied field shows an error', async ({ page }) => {
  await goToStep(page, 'Items')
  await fillItem(page, 'Sofa')
  await page.getByLabel('Height (cm)').press('Enter')
  await expect(page.getByRole('heading', { name: 'Your items (1)' })).toBeVisible()
  await expect(page.getByLabel('Item name')).toBeFocused()
  await expect(page.getByText(/is required$/)).toHaveCount(0)
})

test('a common item fills in the sizes, which can be changed before it is added', async ({ page }) => {
  await goToStep(page, 'Items')
  await expect(page.getByRole('button', { name: 'Bookcase' })).toHaveCount(0)
  await press(page, 'More items')
  await press(page, 'Bookcase')
  for (const [label, value] of [
    ['Item name', 'Bookcase'],
    ['Length (cm)', '80'],
    ['Width (cm)', '30'],
    ['Height (cm)', '200'],
  ] as const) {
    await expect(page.getByLabel(label)).toHaveValue(value)
  }
  await press(page, 'Wardrobe')
  await expect(page.getByLabel('Item name')).toHaveValue('Wardrobe')
  await page.getByLabel('Height (cm)').fill('210')
  await press(page, 'Add Item')
  await expect(page.getByText('120 × 60 × 210 cm')).toBeVisible()
})

test('photos that cannot be displayed are refused in plain words, and a failed upload does not block the request', async ({
  page,
  complaints,
}) => {
  test.setTimeout(60_000)
  complaints.expect(/ERR_FAILED/)
  await page.clock.install()
  await goToStep(page, 'Items')
  const photos = page.getByLabel('Photos')
  const buffer = await photo()
  await expect(photos).toHaveAttribute('accept', 'image/jpeg,image/png,image/webp')
  await photos.setInputFiles([
    { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer },
    { name: 'plan.pdf', mimeType: 'application/pdf', buffer },
  ])
  const refusals = page.getByRole('alert').filter({ hasText: 'IMG_1.HEIC: This is a HEIC photo' })
  await expect(refusals).toContainText('plan.pdf: Please choose a JPEG')
  // By its path: a buffer of this size takes long to arrive on a busy machine.
  const huge = test.info().outputPath('huge.png')
  writeFileSync(huge, Buffer.alloc(10_000_001))
  await photos.setInputFiles(huge)
  await expect(page.getByRole('alert').filter({ hasText: 'huge.png: Photos can be up to 10 MB.' })).toBeVisible()
  await page.route(
    (url) => url.pathname === vehicleCalls.uploadPhoto.path,
    (route) => route.abort(),
  )
  await photos.setInputFiles([{ name: 'chair.jpg', mimeType: 'image/jpeg', buffer }])
  await page.getByRole('button', { name: 'Remove chair.jpg' }).press('Enter')
  await expect(photos).toBeFocused()
  await photos.setInputFiles([{ name: 'sofa.jpg', mimeType: 'image/jpeg', buffer }])
  await fillItem(page, 'Sofa')
  await press(page, 'Add Item')
  // It is retried after one second, and once more after four.
  await expect(async () => {
    await page.clock.runFor(4000)
    await expect(page.getByText('Name only')).toBeVisible({ timeout: 100 })
  }).toPass()
  await press(page, 'Continue')
  await expectBeginOf(page, 'Details')
  await press(page, 'Continue')
  await expectBeginOf(page, 'Confirm')
  let sent: { itemDetails: { items: unknown[] } } | undefined
  await page.route(
    (url) => url.pathname === vehicleCalls.requestQuote.path,
    (route) => {
      sent = route.request().postDataJSON() as typeof sent
      return route.fulfill({ status: 201, json: {} })
    },
  )
  await press(page, 'Confirm Booking')
  await expect(page.getByRole('dialog', { name: 'Quote Request Successful' })).toBeVisible()
  expect(sent?.itemDetails.items).toEqual([{ name: 'Sofa', dimensions: '180x90x80.5 cm', photos: ['sofa.jpg'] }])
})

test('floors and helpers change the price, only where the service charges for them', async ({ page }) => {
  await goToStep(page, 'Details')
  const breakdown = page.getByRole('region', { name: 'Price breakdown' })
  await leave(page, 'Pickup floor', '-1')
  await expect(page.getByText('Floor must be 0 or higher', { exact: true })).toBeVisible()
  await leave(page, 'Number of helpers', '-2')
  await expect(page.getByText('Helpers must be 0 or higher', { exact: true })).toBeVisible()
  await press(page, 'Continue')
  await expectStep(page, 'Details')
  await leave(page, 'Pickup floor', '2')
  await leave(page, 'Drop-off floor', '1')
  await leave(page, 'Number of helpers', '2')
  for (const text of ['₹24,900', '3 × ₹900', '₹2,700', '2 × ₹3,600', '₹7,200', '₹34,800']) await expect(breakdown).toContainText(text)
  await page.getByRole('button', { name: /^Service/ }).click()
  await page.getByLabel('Service', { exact: true }).selectOption('people-carrier-with-driver')
  for (let step = 0; step < 3; step += 1) await press(page, 'Continue')
  await expect(page.getByText('No floor charges for this service', { exact: true })).toBeVisible()
  await expect(page.getByText('No helper charges for this service', { exact: true })).toBeVisible()
  await expect(breakdown).toContainText('₹16,500')
})

test('a request that fails says so, and a changed price needs confirmation first', { tag: '@day' }, async ({ page, complaints }) => {
  complaints.expect(/status of (409|500)/)
  await page.clock.install()
  await goToStep(page, 'Confirm')
  const sent: { price: number }[] = []
  const { promise: seenAtWork, resolve: letGo } = Promise.withResolvers<void>()
  const replies = [
    { status: 500, json: { message: 'secret inner words' } },
    { status: 409, json: { statusCode: 409, code: 'price_changed', message: 'x', quote: { basePrice: 26_000, total: 26_000 } } },
    { status: 201, json: {} },
  ]
  await page.route(
    (url) => url.pathname === vehicleCalls.requestQuote.path,
    async (route) => {
      sent.push(route.request().postDataJSON() as { price: number })
      await seenAtWork
      return route.fulfill(replies[sent.length - 1])
    },
  )
  await press(page, 'Confirm Booking')
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled()
  letGo()
  await expect(page.getByRole('alert')).toContainText('❌ Failed to create checkout session. Please try again.')
  await expect(page.getByText('secret inner words')).toHaveCount(0)
  await press(page, 'Confirm Booking')
  const dialog = page.getByRole('dialog', { name: 'The price has changed' })
  await expect(dialog).toContainText('₹26,000')
  await page.clock.pauseAt(new Date(Date.now() + 10_000))
  await dialog.getByRole('button', { name: 'Confirm for ₹26,000' }).click()
  await expect(page.getByRole('dialog', { name: 'Quote Request Successful' })).toContainText(
    'An e-mail will arrive when the quote is approved.',
  )
  await page.clock.runFor(1900)
  await expectAddress(page, /^#\/vehicle-price/)
  await page.clock.runFor(200)
  await expectAddress(page, '#/bookings')
  expect(sent.map(({ price }) => price)).toEqual([24_900, 24_900, 26_000])
})
