import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import * as cancellationCalls from '../../src/shared/cancellations/calls.ts'
import * as staffCancellationCalls from '../../src/shared/cancellations/staff-calls.ts'
import { pathOf } from '../../src/shared/contract.ts'
import { addDays, localToday, longDay } from '../../src/shared/dates.ts'
import * as staffQuoteCalls from '../../src/shared/quotes/staff-calls.ts'
import type { BookingMoney } from '../../src/shared/refunds/staff.ts'
import { deactivateTour, duplicateTour, editTour, publishTour } from '../../src/shared/tours/staff-calls.ts'
import type { StaffTourDetails } from '../../src/shared/tours/staff.ts'
import { checkAccess } from './axe.ts'
import { askByCall } from './mover.ts'
import type { RunningSite } from './running-site.ts'
import { expect, logInByCall, signUpByCall, test } from './site.ts'
import { bookAndPayByCall, bookChoiceByCall, expectAddress } from './traveller.ts'

const ADMIN = { name: 'Demo Admin', email: 'admin@example.com', password: 'admin1234' }
const TOUR = 'tokyo-and-mount-fuji'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

type Tools = Pick<Parameters<Parameters<typeof test>[2]>[0], 'site' | 'playwright' | 'openBrowser'>

/** Books and pays for a tour as a new customer, and cancels it if asked to. */
async function book({ site, playwright, openBrowser }: Tools, name: string, day: string, isCancelled = false) {
  const page = await (await openBrowser(await signUpByCall(playwright, site, site.newcomer(name)))).newPage()
  await bookAndPayByCall(site, page, TOUR, day, 2)
  const [booking] = await bookingsOf(site, name)
  if (!booking) throw new Error('There is no booking.')
  const data = { bookingId: booking.id, reason: 'A broken leg' }
  const headers = { origin: site.origin }
  if (isCancelled) await page.request.post(cancellationCalls.cancelOwnBooking.path, { data, headers, failOnStatusCode: true })
  return booking
}

async function bookingsOf(site: RunningSite, name: string) {
  return site.query<{ id: string; reference: string }>(
    'select bookings.id, reference from bookings join users on users.id = user_id where name = $1',
    [name],
  )
}

const rows = (page: Page) => page.getByRole('list', { name: 'Bookings' }).getByRole('listitem')

for (const width of [390, 1440]) {
  test(`at ${width} px a booking is found, read and noted by keyboard`, { tag: '@day' }, async ({ site, playwright, openBrowser }) => {
    const tools = { site, playwright, openBrowser }
    const name = `Grace Hopper ${width}`
    const { reference } = await book(tools, name, addDays(localToday(), 40), true)
    await book(tools, `Ada Other ${width}`, addDays(localToday(), 41))
    const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/#/admin/bookings')
    await expect(page.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible()
    await expect(rows(page).first()).toContainText('Ada Other')
    await checkAccess(page, `the list at ${width} px`)

    await page.keyboard.press('/')
    await page.keyboard.type(name.toLowerCase())
    await expectAddress(page, `#/admin/bookings?search=grace+hopper+${width}`)
    await expect(rows(page)).toHaveCount(1)
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')

    await expect(page.getByRole('heading', { level: 1, name: new RegExp(reference) })).toBeVisible()
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', /#\/admin\/people\//)
    const money = page.getByRole('region', { name: 'Money' })
    await expect(money.getByText('−$2,180.00')).toBeVisible()
    await expect(money.getByRole('button', { name: 'copy the ID of the payment of $2,180.00' })).toContainText(/pi_/)
    await expect(page.getByRole('region', { name: 'Balance' }).getByText('$0.00')).toBeVisible()
    const story = page.getByRole('region', { name: 'History' })
    await expect(story.getByText('A broken leg')).toBeVisible()
    await story.getByText('Message', { exact: true }).last().click()
    await expect(story.getByText(/Your booking is confirmed[^]*Paid: \$2,180.00/)).toBeVisible()
    await checkAccess(page, `a booking at ${width} px`)

    await story.getByRole('button', { name: /Send again: Booking cancelled/ }).click()
    await expect(page.getByText(/will be sent again to .+ as a separate email/)).toBeVisible()
    await checkAccess(page, `sending an email again at ${width} px`)
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Send again' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Email sent again.')).toBeVisible()
    await expect(story.getByText(/^Booking cancelled: /)).toHaveCount(2)

    await page.keyboard.press('n')
    await page.keyboard.type('Wants to come in April')
    await page.getByRole('button', { name: 'Add note' }).press('Enter')
    await expect(page.getByText('Note added.')).toBeVisible()
    await story.getByRole('button', { name: 'Notes' }).click()
    await expect(story.getByRole('listitem')).toHaveText(/^Note by Daniel Okafor\s*Wants to come in April/)
    await page.keyboard.press('u')
    await expectAddress(page, `#/admin/bookings?search=grace+hopper+${width}`)
  })
}

test(
  'filters live in the address, can be saved by name, and decide the file’s contents',
  { tag: '@day' },
  async ({ site, playwright, openBrowser }) => {
    const tools = { site, playwright, openBrowser }
    const day = addDays(localToday(), 50)
    const { reference } = await book(tools, 'Mary Filter', day)
    await book(tools, 'Mary Filter Later', addDays(localToday(), 51))
    const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
    await page.goto('/#/admin/bookings?search=mary+filter')
    await expect(rows(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Status' }).click()
    await page.getByRole('button', { name: 'Confirmed' }).click()
    await page.getByRole('button', { name: 'Travel' }).click()
    // Typed in the order the field shows: month, day, year.
    const [year, ...monthAndDay] = day.split('-')
    for (const end of ['From', 'To']) {
      await page.getByLabel(end, { exact: true }).focus()
      await page.keyboard.type(`${monthAndDay.join('')}${year}`)
    }
    await expect(rows(page)).toHaveCount(1)
    // Until the filtered list arrives, the previous one is shown faded.
    await expect(page.getByRole('list', { name: 'Bookings' })).toHaveCSS('opacity', '1')
    await checkAccess(page, 'a filter')
    await page.keyboard.press('Escape')
    const address = `#/admin/bookings?search=mary+filter&status=confirmed&travel=${day}..${day}`
    await expectAddress(page, address)
    await expect(rows(page)).toHaveText(new RegExp(reference))
    await expect(page.getByRole('button', { name: `Travel ${longDay(day)}` })).toBeVisible()

    await page.getByRole('button', { name: 'Save this filter' }).click()
    await page.keyboard.type('Mary’s day')
    await page.keyboard.press('Enter')
    const saved = page.getByRole('navigation', { name: 'Saved filters' })
    await expect(saved.getByRole('link', { name: 'Mary’s day' })).toHaveAttribute('aria-current', 'page')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines).toEqual([expect.stringContaining('Reference'), expect.stringContaining(reference)])

    await page.goBack()
    await page.getByRole('button', { name: 'Clear status' }).click()
    await expect(rows(page)).toHaveCount(2)
    await page.reload()
    await saved.getByRole('link', { name: 'Mary’s day' }).click()
    await expectAddress(page, address)
    await saved.getByRole('button', { name: 'Remove the saved filter Mary’s day' }).click()
    await expect(saved.getByRole('link', { name: 'Mary’s day' })).toBeHidden()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('searchbox').fill('nobody of this name')
    await expect(page.getByRole('heading', { name: 'No bookings match' })).toBeVisible()
  },
)

test('the bookings of a tour taken off the site are found by its name', async ({ site, playwright, openBrowser }) => {
  const context = await openBrowser(await logInByCall(playwright, site, ADMIN))
  const send = async (method: 'post' | 'put', path: string, data: object): Promise<StaffTourDetails> => {
    const response = await context.request[method](path, { data, headers: { origin: site.origin }, failOnStatusCode: true })
    return (await response.json()) as StaffTourDetails
  }
  const draft = await send('post', pathOf(duplicateTour, { id: 'loire-by-bicycle' }), {})
  const fields = { ...draft.fields, name: 'Orkney by ferry', runs: { kind: 'daily' } }
  const { id, version } = await send('put', pathOf(editTour, { id: draft.id }), { version: draft.version, fields })
  const published = await send('post', pathOf(publishTour, { id }), { version })
  const traveller = await (await openBrowser(await signUpByCall(playwright, site, site.newcomer('Olga Orkney')))).newPage()
  await bookAndPayByCall(site, traveller, id, addDays(localToday(), 45))
  await send('post', pathOf(deactivateTour, { id }), { version: published.version })

  const page = await context.newPage()
  await page.goto('/#/admin/bookings')
  await page.getByRole('button', { name: 'Tour', exact: true }).click()
  await page.getByLabel('Part of a tour’s name').fill('orkney')
  await page.getByRole('button', { name: 'Orkney by ferry (not on sale)' }).click()
  await expectAddress(page, `#/admin/bookings?tour=${id}`)
  await expect(rows(page)).toHaveText([/Olga Orkney/])
  await expect(page.getByRole('button', { name: 'Tour Orkney by ferry' })).toBeVisible()
})

test(
  'part of the price is refunded as goodwill, and the second of two who decide at once is told',
  { tag: '@day' },
  async ({ site, playwright, openBrowser, complaints }) => {
    complaints.expect(/409/)
    const { id } = await book({ site, playwright, openBrowser }, 'Gina Goodwill', addDays(localToday(), 60))
    const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
    await page.goto(`/#/admin/bookings/${id}`)
    const balance = page.getByRole('region', { name: 'Balance' })
    await balance.getByRole('button', { name: 'Check with the card provider' }).click()
    await expect(page.getByText('Checked with the card provider: 1 checkout, 1 payment.')).toBeVisible()

    await page.keyboard.press('r')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Left$2,180.00')).toBeVisible()
    await expect(dialog.getByText('Please enter an amount')).toBeHidden()
    await page.keyboard.type('2180.01')
    await dialog.getByLabel('Reason (sent to the customer)').fill('The bus was late')
    await expect(dialog.getByText('No more than $2,180.00 can be refunded')).toBeVisible()
    await dialog.getByLabel('Amount in USD').fill('100')
    await expect(dialog.getByText('$100.00 will be refunded to Gina Goodwill')).toBeVisible()
    await checkAccess(page, 'a goodwill refund')
    await dialog.getByRole('button', { name: 'Refund $100.00' }).click()
    await expect(page.getByText('Refund sent.')).toBeVisible()
    await expect(balance.getByText('$2,080.00')).toBeVisible()

    await page.keyboard.press('c')
    await expect(dialog.getByText('Under the refund policy: $2,080.00')).toBeVisible()
    await checkAccess(page, 'a cancellation')
    await dialog.getByLabel('Reason (sent to the customer)').fill('The road is closed')
    const other = await openBrowser(await logInByCall(playwright, site, ADMIN))
    const { status, paidCents, returnedCents, policyCents } = (await (
      await other.request.get(pathOf(staffCancellationCalls.getBookingMoney, { id }))
    ).json()) as BookingMoney
    const data = { reason: 'Snow', amountCents: 500, seen: { status, paidCents, returnedCents, policyCents } }
    await other.request.post(pathOf(staffCancellationCalls.refundBooking, { id }), {
      data,
      headers: { origin: site.origin },
      failOnStatusCode: true,
    })
    await dialog.getByRole('button', { name: 'Cancel and refund $2,080.00' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Daniel Okafor has made a partial refund' })).toBeVisible()
    await page.keyboard.press('c')
    await dialog.getByText('A different amount').click()
    await dialog.getByLabel('Reason (sent to the customer)').fill('')
    await dialog.getByRole('button', { name: 'Cancel without a refund' }).click()
    await expect(dialog.getByLabel('Amount in USD')).toBeFocused()
    await dialog.getByLabel('Amount in USD').fill('1,000.00')
    await dialog.getByLabel('Reason (sent to the customer)').fill('The road is closed')
    await expect(dialog.getByText('and its seats (2 guests) will be released. $1,000.00 will be refunded')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel and refund $1,000.00' }).click()
    await expect(page.getByText('Booking cancelled.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'History' })).toContainText('Booking cancelled by Daniel Okafor')
    await expect(balance.getByText('$1,075.00')).toBeVisible()
  },
)

test('the booking of a move shows its quote', async ({ site, playwright, openBrowser }) => {
  const { id, reference } = await askByCall(playwright, site, 'Alan Mover')
  const context = await openBrowser(await logInByCall(playwright, site, ADMIN))
  const data = { priceCents: 4_000_000, reason: 'A piano' }
  await context.request.post(pathOf(staffQuoteCalls.approveQuote, { id }), {
    data,
    headers: { origin: site.origin },
    failOnStatusCode: true,
  })
  const page = await context.newPage()
  await page.goto(`/#/admin/bookings/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(reference) })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Quote' })).toContainText('Quoted ₹40,000')
  await expect(page.getByText('Upright piano')).toBeVisible()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Quote approved at ₹40,000.00 by admin@example.com')
  await checkAccess(page, 'the booking of a move')
  // askAs moves in ten days, and every page counts the same.
  await expect(page.getByRole('region', { name: 'Move' })).toContainText('· in 10 days')
  for (const path of [`/#/admin/bookings?search=${reference}`, '/#/admin/quotes?status=approved', `/#/admin/quotes/${id}`]) {
    await page.goto(path)
    const main = page.getByRole('main').filter({ hasText: reference })
    await expect(main).toContainText('in 10 days')
    await expect(main).not.toContainText(/pin ?code/i)
  }
})

test('of a booking with lines the amount and the reason of goodwill are filled in by a line, and a cancellation shows what was bought', async ({
  site,
  playwright,
  openBrowser,
}) => {
  const traveller = await openBrowser(await signUpByCall(playwright, site, site.newcomer('Bea Bicycle')))
  const choice = { optionId: 'standard', units: { adult: 2 }, extras: { bike: 2 } }
  const session = await bookChoiceByCall(traveller.request, 'loire-on-two-wheels', addDays(localToday(), 70), 2, choice)
  const paying = await traveller.newPage()
  await paying.goto(`/card-sandbox/c/pay/${session}`)
  await expect(paying.getByText('Standard: 2 × Adult $2,360.00; 2 × Bike $190.00; Early booking, 5% off −$118.00.')).toBeVisible()
  await (await site.cards()).pay(session)
  const [booking] = await bookingsOf(site, 'Bea Bicycle')
  const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
  await page.goto(`/#/admin/bookings/${booking?.id}`)
  await expect(page.getByRole('heading', { level: 1, name: /The Loire on Two Wheels/ })).toBeVisible()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog')
  const lines = dialog.getByRole('region', { name: 'Booking details' })
  await expect(lines).toContainText(/2 × Adultless \$118.00 discount.*2 × Bike.*Early booking, 5% off−\$118.00.*Total\$2,432.00/)
  await lines.getByRole('button', { name: 'Fill in $2,242.00 for 2 × Adult' }).press('Enter')
  await expect(dialog.getByLabel('Amount in USD')).toHaveValue('2242.00')
  await lines.getByRole('button', { name: 'Fill in $190.00 for 2 × Bike' }).press('Enter')
  await expect(dialog.getByLabel('Amount in USD')).toHaveValue('190.00')
  await expect(dialog.getByLabel('Reason (sent to the customer)')).toHaveValue('2 × Bike')
  await checkAccess(page, 'goodwill by the line')
  await dialog.getByRole('button', { name: 'Refund $190.00' }).click()
  await expect(page.getByText('Refund sent.')).toBeVisible()

  await page.keyboard.press('c')
  await expect(dialog.getByText('Under the refund policy: $2,242.00')).toBeVisible()
  await expect(lines.getByRole('listitem')).toHaveCount(3)
  await expect(lines.getByRole('button')).toHaveCount(0)
  await checkAccess(page, 'a cancellation with its lines')
})
