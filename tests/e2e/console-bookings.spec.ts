import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addDays, localToday, longDay } from '../../src/shared/dates.ts'
import { calls } from '../../src/shared/paths.ts'
import { checkAccess } from './axe.ts'
import { askByCall } from './mover.ts'
import type { RunningSite } from './running-site.ts'
import { expect, logInByCall, signUpByCall, test } from './site.ts'
import { bookAndPayByCall, expectAddress } from './traveller.ts'

const ADMIN = { name: 'Demo Admin', email: 'admin@example.com', password: 'admin1234' }
const TOUR = 'tokyo-and-mount-fuji'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

type Tools = Pick<Parameters<Parameters<typeof test>[2]>[0], 'site' | 'playwright' | 'openBrowser'>

/** Books and pays a tour as a new customer, cancels it if asked to, and returns it. */
async function book({ site, playwright, openBrowser }: Tools, name: string, day: string, isCancelled = false) {
  const page = await (await openBrowser(await signUpByCall(playwright, site, site.newcomer(name)))).newPage()
  await bookAndPayByCall(site, page, TOUR, day, 2)
  const [booking] = await bookingsOf(site, name)
  if (!booking) throw new Error('There is no booking.')
  const data = { bookingId: booking.id, reason: 'A broken leg' }
  const headers = { origin: site.origin }
  if (isCancelled) await page.request.post(calls.createRefund, { data, headers, failOnStatusCode: true })
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
  test(`at ${width} px a booking is found, read and noted by keyboard`, async ({ site, playwright, openBrowser }) => {
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
    const money = page.getByRole('region', { name: 'Money' })
    await expect(money.getByText('−$2,180.00')).toBeVisible()
    await expect(money.getByRole('button', { name: 'Copy the id of the payment of $2,180.00' })).toContainText(/pi_/)
    await expect(page.getByRole('region', { name: 'Balance' }).getByText('$0.00')).toBeVisible()
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await expect(timeline.getByText('A broken leg')).toBeVisible()
    await timeline.getByText('What it says').last().click()
    await expect(timeline.getByText(/Your booking is confirmed[^]*Paid: \$2,180.00/)).toBeVisible()
    await checkAccess(page, `a booking at ${width} px`)

    await page.keyboard.press('n')
    await page.keyboard.type('Wants to come in April')
    await page.getByRole('button', { name: 'Add note' }).press('Enter')
    await expect(page.getByText('The note is written.')).toBeVisible()
    await timeline.getByRole('button', { name: 'Notes' }).click()
    await expect(timeline.getByRole('listitem')).toHaveText(/^Note by Daniel Okafor\s*Wants to come in April/)
    await page.keyboard.press('u')
    await expectAddress(page, `#/admin/bookings?search=grace+hopper+${width}`)
  })
}

test('filters live in the address, are kept under a name, and decide what the file holds', async ({ site, playwright, openBrowser }) => {
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
  await page.getByLabel('From').fill(day)
  await page.getByLabel('To', { exact: true }).fill(day)
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
  await expect(page.getByRole('heading', { name: 'No booking fits' })).toBeVisible()
})

test('the booking of a move shows its quote', async ({ site, playwright, openBrowser }) => {
  const { id, reference } = await askByCall(playwright, site, 'Alan Mover')
  const context = await openBrowser(await logInByCall(playwright, site, ADMIN))
  const data = { price: 40_000, reason: 'A piano' }
  await context.request.post(calls.approveQuote(id), { data, headers: { origin: site.origin }, failOnStatusCode: true })
  const page = await context.newPage()
  await page.goto(`/#/admin/bookings/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(reference) })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Quote' })).toContainText('Quoted ₹40,000')
  await expect(page.getByText('Upright piano')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Quote approved at ₹40,000.00 by admin@example.com')
  await checkAccess(page, 'the booking of a move')
})
