import { pathOf } from '../../src/shared/contract.ts'
import { addDays, localToday } from '../../src/shared/dates.ts'
import * as staffReservationCalls from '../../src/shared/reservations/staff-calls.ts'
import type { ReservationMade } from '../../src/shared/reservations/staff.ts'
import { checkAccess } from './axe.ts'
import { expect, logInByCall, test } from './site.ts'

const ADMIN = { name: 'Demo Admin', email: 'admin@example.com', password: 'admin1234' }

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test(
  'a transfer that was recorded by mistake is found by its reference and voided, and the seats wait for their payment again',
  {
    tag: '@day',
  },
  async ({ site, playwright, openBrowser }) => {
    const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
    const send = async (path: string, data: object) =>
      page.request.post(path, { data, headers: { origin: site.origin }, failOnStatusCode: true })
    const answer = await send(staffReservationCalls.makeReservation.path, {
      key: crypto.randomUUID(),
      customer: { name: 'Wilhelmina Wire', email: 'wilhelmina@example.test' },
      tourId: 'tokyo-and-mount-fuji',
      travelDate: addDays(localToday(), 40),
      totalGuests: 2,
      totalCents: 218_000,
      payBy: 'transfer',
      dueOn: addDays(localToday(), 3),
    })
    const { bookingId } = (await answer.json()) as ReservationMade
    await send(pathOf(staffReservationCalls.recordOfflinePayment, { id: bookingId }), {
      method: 'transfer',
      reference: 'WIRE-0815',
      totalCents: 218_000,
    })

    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/#/admin/bookings?search=WIRE-0815')
    await page.getByRole('main').getByRole('link', { name: 'Tokyo and Mount Fuji' }).click()
    const balance = page.getByRole('region', { name: 'Balance' })
    await expect(balance).toContainText('Net received$2,180.00')
    await page.getByRole('button', { name: 'Void payment' }).click()
    const dialog = page.getByRole('dialog', { name: 'Void this payment' })
    await dialog.getByRole('button', { name: 'Void the payment' }).click()
    await expect(dialog.getByText('Please give a reason')).toBeVisible()
    await checkAccess(page, 'voiding without a reason')
    await dialog.getByLabel('Reason (for the records)').fill('Credited to the wrong booking')
    await dialog.getByRole('button', { name: 'Void the payment' }).click()

    await expect(page.getByText('Payment voided.')).toBeVisible()
    await expect(balance).toContainText('Net received$0.00')
    await expect(page.getByRole('region', { name: 'Money' })).toContainText(/Voided .* by Daniel Okafor: “Credited to the wrong booking”/)
    await expect(page.getByRole('region', { name: 'Reservation' }).getByRole('button', { name: 'Record a payment' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Void payment' })).toBeHidden()
    await checkAccess(page, 'a booking with a voided payment')
  },
)
