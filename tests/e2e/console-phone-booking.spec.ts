import { pathOf } from '../../src/shared/contract.ts'
import { addDays, localToday } from '../../src/shared/dates.ts'
import { consolePages } from '../../src/shared/pages.ts'
import * as staffReservationCalls from '../../src/shared/reservations/staff-calls.ts'
import { departureId } from '../../src/shared/tours/departures.ts'
import { checkAccess } from './axe.ts'
import { layoutFaults } from './layout-faults.ts'
import { expect, logInByCall, test } from './site.ts'

const ADMIN = { name: 'Demo Admin', email: 'admin@example.com', password: 'admin1234' }
const TOUR = { id: 'tokyo-and-mount-fuji', cents: 109_000 }
const PHONE = { name: '+44 7700 900811', href: 'tel:+447700900811' }

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a tour is booked with only a name and a phone number, its link shown and printed, and the account corrected', async ({
  site,
  playwright,
  openBrowser,
}) => {
  const day = addDays(localToday(), 88)
  const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/#${consolePages.newBooking}?tour=${TOUR.id}&date=${day}`)
  await page.getByLabel('Name, email or phone').fill('07700 900811')
  await page.getByRole('button', { name: 'New customer' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Percy Fone')
  await expect(page.getByLabel('Phone')).toHaveValue('07700 900811')
  await expect(page.getByText('No email will be sent. Next, you’ll see the payment link')).toBeVisible()
  await expect(page.getByText('Emails a link to the card page')).toHaveCount(0)
  await page.getByRole('button', { name: 'Book for $1,090.00' }).click()

  await expect(page.getByRole('heading', { level: 1, name: /^Payment link, M-/ })).toBeVisible()
  const sheet = page.getByRole('region', { name: 'Payment link' })
  await expect(sheet.getByRole('img', { name: 'The payment link as a QR code' })).toBeVisible()
  await expect(sheet.getByText(/\/pay\/b\/\S+$/)).toBeVisible()
  await checkAccess(page, 'a payment link')
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await layoutFaults(page)).toEqual([])
  await page.emulateMedia({ media: 'print' })
  for (const text of ['Percy Fone', '$1,090.00', /\/pay\/b\/\S+$/]) await expect(sheet.getByText(text)).toBeVisible()
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 390, height: 844 })

  await page.getByRole('link', { name: 'The booking' }).click()
  const journey = page.getByRole('region', { name: 'Trip' })
  await expect(journey).toContainText(`No email address. Call ${PHONE.name}.`)
  await expect(journey.getByRole('link', { name: PHONE.name })).toHaveAttribute('href', PHONE.href)
  await expect(page.getByRole('button', { name: 'Resend the link' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Show the payment link' })).toBeVisible()
  await page.getByRole('button', { name: 'Correct the name' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Percy Phone')
  await checkAccess(page, 'correcting a name')
  await page.getByRole('dialog').getByRole('button', { name: 'Correct the name' }).click()
  await expect(page.getByText('Name corrected.')).toBeVisible()
  await expect(journey.getByRole('link', { name: 'Percy Phone', exact: true })).toBeVisible()
  const { email } = site.newcomer()
  await page.getByRole('button', { name: 'Add an email address' }).click()
  await page.getByRole('dialog').getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Add and send the link' }).click()
  await page.getByRole('button', { name: 'Send the account link' }).click()
  await expect(page.getByRole('dialog')).toContainText('The previous link will stop working.')
  await page.getByRole('dialog').getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const invitations = async () => (await site.mailsTo(email)).filter(({ text }) => text.includes('Choose a password'))
  await expect.poll(async () => (await invitations()).length).toBe(2)
  for (const { text } of await invitations()) expect(text).toContain('Dear Percy Phone, you’ve booked with us')

  await journey.getByRole('link', { name: 'Percy Phone', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Account' }).getByRole('link', { name: PHONE.name })).toHaveAttribute('href', PHONE.href)
  const [booking] = await site.query<{ id: string }>('select booking_id as id from tour_bookings where departs_on = $1', [day])
  const data = { method: 'cash', reference: 'Receipt 7', totalCents: TOUR.cents }
  await page.request.post(pathOf(staffReservationCalls.recordOfflinePayment, { id: booking?.id ?? '' }), {
    data,
    headers: { origin: site.origin },
    failOnStatusCode: true,
  })
  await page.goto(`/#/admin/departures/${encodeURIComponent(departureId(TOUR.id, day))}`)
  await page.getByRole('button', { name: 'Show the manifest' }).click()
  await expect(page.getByRole('region', { name: 'Manifest' }).getByRole('link', { name: PHONE.name })).toHaveAttribute('href', PHONE.href)
})

test(
  'a tour is booked by telephone for a new customer, kept, and paid by transfer',
  { tag: '@day' },
  async ({ site, playwright, openBrowser }) => {
    const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
    const travelDate = addDays(localToday(), 70)
    await page.goto('/#/admin/bookings')
    await page.getByRole('link', { name: 'New booking' }).click()
    await page.getByRole('button', { name: 'Book', exact: true }).click()
    await expect(page.getByText('Please choose a customer')).toBeVisible()
    await page.getByLabel('Name, email or phone').fill('Phoebe Phone')
    await expect(page.getByText('No account matches.')).toBeVisible()
    await page.getByRole('button', { name: 'New customer' }).click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Phoebe Phone')
    await page.getByLabel('Email (optional)', { exact: true }).fill('phoebe@example.test')
    await page.getByLabel('Part of a tour’s name').fill('tokyo')
    await page.getByRole('button', { name: 'Tokyo and Mount Fuji' }).click()
    const due = page.getByLabel('Payment due date')
    await page.getByLabel('Date', { exact: true }).fill(addDays(localToday(), 2))
    await expect(due).toHaveValue(addDays(localToday(), 1))
    await page.getByLabel('Date', { exact: true }).fill(addDays(travelDate, -1))
    await expect(due).toHaveValue(addDays(localToday(), 3))
    await expect(due).toHaveAttribute('max', addDays(travelDate, -1))
    const until =
      /\d\d:\d\d on .+?, London time/.exec((await page.getByText(/^Until .+ the latest possible is 23:59 on/).textContent()) ?? '')?.[0] ??
      ''
    await expect(page.getByText(`will be held until ${until} and released if unpaid`)).toBeVisible()
    await page.getByRole('button', { name: 'See availability' }).press('Enter')
    const calendar = page.getByRole('dialog', { name: 'Choose the departure' })
    await expect(calendar.getByRole('button', { name: /12 seats left/ }).first()).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Date', { exact: true })).toHaveValue(travelDate)
    await page.getByLabel('Guests').fill('13')
    await expect(page.getByText('12 of 12 seats are left, not enough for these guests.')).toBeVisible()
    await page.getByLabel('Guests').fill('2')
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Quotes' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Quotes' })).toBeVisible()
    await page.goBack()
    await expect(page.getByText(/^You have unsaved changes from .+\.$/).first()).toBeVisible()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Phoebe Phone')
    await expect(page.getByText('12 of 12 seats are left.')).toBeVisible()
    await page.getByLabel('Travellers’ names').fill('Phoebe Phone')
    await page.getByLabel('Bank transfer').check()
    await expect(page.getByText('We’ll email phoebe@example.test to ask for a bank transfer of $2,180.00.')).toBeVisible()
    await checkAccess(page, 'a booking on the telephone')
    await page.getByRole('button', { name: 'Book for $2,180.00' }).click()

    await expect(page.getByText(/^M-\w+ is booked\.$/)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Reservation' })).toContainText('Bank transfer')
    await expect(page.getByRole('region', { name: 'Reservation' })).toContainText(`Until${until}`)
    await page.getByRole('button', { name: 'Record a payment' }).click()
    await page.getByLabel('Reference').fill('BANK-4711')
    await expect(page.getByText('The full price of $2,180.00 will be recorded as paid')).toBeVisible()
    await page.getByLabel('A different amount').check()
    await page.getByLabel('Amount in USD').fill('')
    await page.getByRole('button', { name: 'Record payment' }).click()
    await expect(page.getByText('Please enter an amount')).toBeVisible()
    await expect(page.getByText('A task asks a manager to accept or refund it.')).toBeVisible()
    await checkAccess(page, 'recording another sum')
    await page.getByLabel('The full price, $2,180.00').check()
    await checkAccess(page, 'recording a payment')
    await page.getByRole('button', { name: 'Record and confirm' }).click()
    await expect(page.getByText('Booking confirmed.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Money' })).toContainText('BANK-4711')
    await expect(page.getByRole('region', { name: 'History' })).toContainText('$2,180.00 paid by transfer, recorded by Daniel Okafor')
    await page.getByRole('button', { name: 'Correct the address' }).click()
    await page.getByLabel('New email').fill('phoebe.phone@example.test')
    await expect(page.getByText('Until then they’ll go to phoebe@example.test, which we’ll notify.')).toBeVisible()
    await checkAccess(page, 'correcting an address')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByText('Change to phoebe.phone@example.test requested, awaiting confirmation.')).toBeVisible()
    await page.keyboard.press('c')
    await expect(page.getByText('$2,180.00 will be repaid manually')).toBeVisible()
  },
)
