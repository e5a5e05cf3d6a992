import { addDays, localToday } from '../../src/shared/dates.ts'
import { departureId } from '../../src/shared/departures.ts'
import { consolePages } from '../../src/shared/pages.ts'
import { calls } from '../../src/shared/paths.ts'
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
  await expect(page.getByText('No email is sent: the link to the card page is shown next')).toBeVisible()
  await expect(page.getByText('An email with a link to the card page')).toHaveCount(0)
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
  const journey = page.getByRole('region', { name: 'The journey' })
  await expect(journey).toContainText(`No email address: call ${PHONE.name}.`)
  await expect(journey.getByRole('link', { name: PHONE.name })).toHaveAttribute('href', PHONE.href)
  await expect(page.getByRole('button', { name: 'Send the link again' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Show the payment link' })).toBeVisible()
  await page.getByRole('button', { name: 'Correct the name' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Percy Phone')
  await checkAccess(page, 'correcting a name')
  await page.getByRole('dialog').getByRole('button', { name: 'Correct the name' }).click()
  await expect(page.getByText('The name is corrected.')).toBeVisible()
  await expect(journey.getByRole('link', { name: 'Percy Phone', exact: true })).toBeVisible()
  const { email } = site.newcomer()
  await page.getByRole('button', { name: 'Add an email address' }).click()
  await page.getByRole('dialog').getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Add and send the link' }).click()
  await page.getByRole('button', { name: 'Send the account link' }).click()
  await expect(page.getByRole('dialog')).toContainText('The link sent before stops working.')
  await page.getByRole('dialog').getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const invitations = async () => (await site.mailsTo(email)).filter(({ text }) => text.includes('Choose a password'))
  await expect.poll(async () => (await invitations()).length).toBe(2)
  for (const { text } of await invitations()) expect(text).toContain('Dear Percy Phone, you have booked with us')

  await journey.getByRole('link', { name: 'Percy Phone', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Account' }).getByRole('link', { name: PHONE.name })).toHaveAttribute('href', PHONE.href)
  const [booking] = await site.query<{ id: string }>('select booking_id as id from tour_bookings where departs_on = $1', [day])
  const data = { method: 'cash', reference: 'Receipt 7', totalCents: TOUR.cents }
  await page.request.post(calls.outsidePayment(booking?.id ?? ''), { data, headers: { origin: site.origin }, failOnStatusCode: true })
  await page.goto(`/#/admin/departures/${encodeURIComponent(departureId(TOUR.id, day))}`)
  await page.getByRole('button', { name: 'Show the manifest' }).click()
  await expect(page.getByRole('region', { name: 'Who travels' }).getByRole('link', { name: PHONE.name })).toHaveAttribute(
    'href',
    PHONE.href,
  )
})
