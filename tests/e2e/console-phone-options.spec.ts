import type { Page } from '@playwright/test'
import { pathOf } from '../../src/shared/contract.ts'
import { addDays, localToday } from '../../src/shared/dates.ts'
import { consolePages } from '../../src/shared/pages.ts'
import * as staffReservationCalls from '../../src/shared/reservations/staff-calls.ts'
import { getSeats } from '../../src/shared/tours/calls.ts'
import { askOffer } from '../../src/shared/tours/offer-calls.ts'
import { checkAccess } from './axe.ts'
import { press, tabTo, type } from './keyboard.ts'
import { layoutFaults } from './layout-faults.ts'
import { expect, logInByCall, test } from './site.ts'

const ADMIN = { name: 'Demo Admin', email: 'admin@example.com', password: 'admin1234' }
const KAUAI = 'kauai-with-children'
const BATUR = 'batur-sunrise'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const alertOf = (page: Page, text: string) => page.getByText(text, { exact: true })

test(
  'a family books options by telephone with a code, by keyboard alone, and is charged what was shown',
  { tag: '@day' },
  async ({ site, playwright, openBrowser, complaints }) => {
    complaints.expect(/status of 4(00|09)/)
    // The demo's may have been limited or used by other tests on this site.
    await site.query(`delete from code_uses where code_id in (select id from codes where text = 'WELCOME10')`)
    await site.query(`delete from codes where text = 'WELCOME10'`)
    await site.query(`insert into codes (id, text, percent, created_at) values (gen_random_uuid(), 'WELCOME10', 10, now())`)
    const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
    // Outside the high season.
    const day = `${Number(localToday().slice(0, 4)) + 1}-09-20`
    await page.goto(`/#${consolePages.newBooking}`)
    const [search, tours] = [page.getByLabel('Name, email or phone'), page.getByLabel('Part of a tour’s name')]
    await type(page, search, 'Fay Family')
    await press(page, page.getByRole('button', { name: 'New customer' }))
    await type(page, page.getByLabel('Email (optional)', { exact: true }), 'fay@example.test')
    await expect(page.getByLabel('Guests')).toBeVisible()
    await type(page, tours, 'kauai with')
    await press(page, page.getByRole('button', { name: 'Kauai with Children' }))
    await expect(page.getByText('Choose an option to see what it costs.')).toBeVisible()
    await expect(page.getByLabel('Guests')).toHaveCount(0)
    await page.getByLabel('Date', { exact: true }).fill(day)
    await page.keyboard.press('Enter')
    await expect(alertOf(page, 'Please choose one of the options')).toBeVisible()
    await expect(page.getByRole('radio', { name: /^Standard/ })).toBeFocused()
    await page.keyboard.press('Space')
    await expect(alertOf(page, 'Please choose one of the options')).toHaveCount(0)
    await expect(page.getByText(/^14 seats left on /)).toBeVisible()
    const count = (unit: string) => page.getByRole('spinbutton', { name: unit })
    await expect(count('Adult')).toHaveValue('1')
    await expect(count('Child')).toHaveAccessibleDescription('4–11 years · $1,490.00')
    await tabTo(page, count('Adult'))
    await page.keyboard.type('0')
    await expect(page.getByText('Select at least 1 guest')).toHaveCount(2)
    await type(page, count('Child'), '2')
    await expect(page.getByText(/^Child can only travel together with Adult/)).toHaveCount(2)
    await count('Adult').focus()
    await page.keyboard.type('2')
    await type(page, count('Infant'), '1')
    await page.keyboard.press('Enter')
    const price = page.getByRole('region', { name: 'Price' })
    await expect(price.getByRole('listitem')).toHaveText(['Adult × 2$4,380.00', 'Child × 2$2,980.00', 'Infant × 1$90.00'])
    await expect(price.getByRole('status').filter({ hasText: 'Total' })).toHaveText('Total$7,450.00')
    await expect(page.getByText(/^The seats \(5 guests\) on /)).toBeVisible()

    const code = page.getByLabel('Promotion code')
    await type(page, code, 'WELCOME11')
    await page.keyboard.press('Enter')
    await expect(page.getByText('We don’t recognise this code.')).toBeVisible()
    await expect(price.getByRole('status').filter({ hasText: 'Total' })).toHaveText('Total without the code$7,450.00')
    await press(page, page.getByRole('button', { name: 'Book', exact: true }))
    await expect(code).toBeFocused()
    await code.fill('welcome10')
    await page.keyboard.press('Enter')
    await expect(page.getByText('WELCOME10 applied.')).toBeVisible()
    await expect(price.getByRole('listitem').last()).toHaveText('Code WELCOME10−$745.00')
    await expect(price.getByRole('status').filter({ hasText: 'Total' })).toHaveText('Total$6,705.00')
    await checkAccess(page, 'a booking of options on the telephone')
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await layoutFaults(page)).toEqual([])
    await page.reload()
    await expect(count('Child')).toHaveValue('2')
    const lines = await price.getByRole('listitem').allTextContents()
    expect(lines).toHaveLength(4)
    await press(page, page.getByRole('button', { name: 'Book for $6,705.00' }))

    await expect(page.getByText(/^M-\w+ is booked\.$/)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Reservation' })).toContainText('Card, by payment link')
    await expect(
      page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ hasText: /^(Adult|Child|Infant|Code)/ }),
    ).toHaveText(lines)
    const [booked] = await site.query<{ cents: number; guests: number; seats: number; uses: string }>(
      `select total_cents as cents, guests, seats, (select count(*) from code_uses where booking_id = id) as uses
       from bookings join tour_bookings on booking_id = id where tour_id = $1 and departs_on = $2`,
      [KAUAI, day],
    )
    expect(booked).toEqual({ cents: 670_500, guests: 5, seats: 4, uses: '1' })
  },
)

test('a start time, a pickup and seats that went meanwhile: each refusal stands at its field', async ({
  site,
  playwright,
  openBrowser,
  complaints,
}) => {
  complaints.expect(/status of 4(00|09)/)
  const day = addDays(localToday(), 95)
  const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/#${consolePages.newBooking}?tour=${BATUR}&date=${day}`)
  await page.getByLabel('Name, email or phone').fill('07700 900812')
  await page.getByRole('button', { name: 'New customer' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Percy Fone')
  await page.getByRole('radio', { name: /^German guide/ }).check()
  const times = page.getByRole('group', { name: 'Start time' })
  await expect(times.getByText(/seats left$/)).toHaveCount(2)
  await page.getByRole('button', { name: /^Book for / }).click()
  await expect(alertOf(page, 'Please choose a start time')).toBeVisible()
  await expect(times.getByRole('radio').first()).toBeFocused()
  await times.getByRole('radio').first().check()
  await page.getByLabel('Pickup').selectOption({ index: 1 })
  await expect(page.getByText(/^Pickup at \d\d:\d\d/)).toBeVisible()
  await page.getByRole('spinbutton', { name: 'Adult' }).fill('2')
  await page.getByRole('button', { name: 'See availability' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: /for your group, \d+ seats left, chosen/ })).toBeVisible()
  await page.keyboard.press('Escape')
  const time = await times.getByRole('radio', { checked: true }).inputValue()
  await takeAllBut(page, 1, { tourId: BATUR, date: day, optionId: 'german', startTime: time })
  await page.getByRole('button', { name: /^Book for / }).click()
  await expect(page.getByText(`Only 1 seat is left at ${time} on that date.`)).toBeVisible()
  await expect(page.getByRole('spinbutton', { name: 'Adult' })).toBeFocused()
  await expect(page.getByText(/^Only 1 seat left at .+, but you need 2\.$/)).toBeVisible()
  await checkAccess(page, 'a booking on the telephone that was refused')
  await page.getByRole('spinbutton', { name: 'Adult' }).fill('1')
  await expect(page.getByText(`Only 1 seat is left at ${time} on that date.`)).toHaveCount(0)
  await page.getByRole('button', { name: /^Book for / }).click()
  const heading = page.getByRole('heading', { level: 1, name: /^Payment link, M-/ })
  await expect(heading).toBeVisible()
  const reference = /M-\w+/.exec((await heading.textContent()) ?? '')?.[0]
  const [booked] = await site.query<{ time: string; place: string }>(
    `select start_time as time, pickup_place as place from tour_bookings join bookings on bookings.id = booking_id where reference = $1`,
    [reference],
  )
  expect(booked).toEqual({ time, place: expect.stringMatching(/./) })
})

/** Somebody else books all seats of a start time but so many. */
async function takeAllBut(
  page: Page,
  left: number,
  choice: { tourId: string; date: string; optionId: string; startTime: string },
): Promise<void> {
  const { tourId, date, optionId, startTime } = choice
  const headers = { origin: new URL(page.url()).origin }
  const seats = await (await page.request.get(pathOf(getSeats, { id: tourId }), { params: { date, optionId } })).json()
  const adult = seats.times.find((each: { time: string }) => each.time === startTime).seatsLeft - left
  const chosen = { optionId, startTime, units: { adult }, extras: {} }
  const offer = await (
    await page.request.post(askOffer.path, { data: { tourId, date, ...chosen }, headers, failOnStatusCode: true })
  ).json()
  const customer = { name: 'Gus Group', email: null }
  const totalCents = Math.round(Number(offer.data.total) * 100)
  const rest = { key: crypto.randomUUID(), customer, phone: '07700 900813', payBy: 'cash', dueOn: localToday(), totalCents }
  const data = { tourId, travelDate: date, totalGuests: adult, ...chosen, ...rest }
  await page.request.post(staffReservationCalls.makeReservation.path, { data, headers, failOnStatusCode: true })
}
