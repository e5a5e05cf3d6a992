import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { pathOf } from '../../src/shared/contract.ts'
import { addDays, localToday } from '../../src/shared/dates.ts'
import { followChanges } from '../../src/shared/desk/change-calls.ts'
import * as departureCalls from '../../src/shared/tours/departure-calls.ts'
import { departureId } from '../../src/shared/tours/departures.ts'
import { checkAccess } from './axe.ts'
import { askByCall } from './mover.ts'
import { expect, logInByCall, signUpByCall, test } from './site.ts'
import { bookAndPayByCall, bookByCall } from './traveller.ts'

const ADMIN = { name: 'Demo Admin', email: 'admin@example.com', password: 'admin1234' }
const TOUR = 'tokyo-and-mount-fuji'
/** Of no other test: only a departure of tomorrow can be ticked. */
const MANIFEST_TOUR = 'cusco-and-the-sacred-valley'

test.use({ isTold: true, contextOptions: { reducedMotion: 'reduce' } })

/** Opens a console page and waits for its stream of changes. */
async function openTold(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse((response) => new URL(response.url()).pathname === followChanges.path)
  await page.goto(path)
  expect((await stream).status()).toBe(200)
}

test(
  'a payment appears on the page of its booking, and a note being typed stays',
  { tag: '@day' },
  async ({ site, playwright, openBrowser, account }) => {
    const traveller = await openBrowser(await signUpByCall(playwright, site, account))
    const day = addDays(localToday(), 52)
    const session = await bookByCall(traveller.request, TOUR, day, 2)
    const [booking] = await site.query<{ id: string }>('select booking_id as id from tour_bookings where departs_on = $1', [day])
    const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
    await openTold(page, `/#/admin/bookings/${booking?.id}`)
    const main = page.getByRole('main')
    await expect(main.getByText('Awaiting payment', { exact: true }).first()).toBeVisible()
    const note = page.locator('[data-note]')
    await note.fill('Rang to ask about')
    await (await site.cards()).pay(session)
    await expect(main.getByText('Confirmed', { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'This has just been updated.' })).toBeVisible()
    await expect(note).toHaveValue('Rang to ask about')
    await expect(note).toBeFocused()
    await checkAccess(page, 'a booking that has just been updated')
  },
)

test('a new request appears in the queue, but not beneath an open dialog', async ({ site, playwright, openBrowser }) => {
  const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
  await openTold(page, '/#/admin/quotes')
  await askByCall(playwright, site, 'Iris Mover')
  await expect(page.getByText('Iris Mover')).toBeVisible()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog')
  await expect(help).toBeVisible()
  await askByCall(playwright, site, 'Otto Mover')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Otto Mover')).toBeVisible()
})

test('an open manifest hears of ticks made elsewhere without reading the names again, and closes when the departure is cancelled', async ({
  site,
  playwright,
  openBrowser,
  account,
}) => {
  const day = addDays(localToday(), 1)
  const departure = departureId(MANIFEST_TOUR, day)
  await bookAndPayByCall(site, await (await openBrowser(await signUpByCall(playwright, site, account))).newPage(), MANIFEST_TOUR, day, 2)
  const [booking] = await site.query<{ id: string }>('select booking_id as id from tour_bookings where departs_on = $1 and tour_id = $2', [
    day,
    MANIFEST_TOUR,
  ])
  const desk = await openBrowser(await logInByCall(playwright, site, ADMIN))
  const page = await desk.newPage()
  await openTold(page, `/#/admin/departures/${encodeURIComponent(departure)}`)
  await page.getByRole('button', { name: 'Show the manifest' }).click()
  await expect(page.getByText('0 of 2 checked in')).toBeVisible()
  const readings = async () => (await site.query("select from audit_entries where action = 'manifest.read'")).length
  const before = await readings()
  expect(before).toBeGreaterThan(0)
  const tick = { id: randomUUID(), bookingId: booking?.id, seat: 1, state: 'came', tickedAt: new Date().toISOString() }
  await desk.request.post(pathOf(departureCalls.tickDeparture, { id: departure }), { data: { ticks: [tick] } })
  await expect(page.getByText('1 of 2 checked in')).toBeVisible()
  expect(await readings()).toBe(before)
  const seen: unknown = await (await desk.request.get(pathOf(departureCalls.previewCancellation, { id: departure }))).json()
  const data = { reason: 'A storm', seen }
  await desk.request.post(pathOf(departureCalls.cancelDeparture, { id: departure }), {
    data,
    headers: { origin: site.origin },
    failOnStatusCode: true,
  })
  await expect(page.getByText('1 booking has been cancelled')).toBeVisible()
  for (const name of ['Checked in', 'Show the manifest']) await expect(page.getByRole('button', { name })).toHaveCount(0)
})

test.describe('without the stream of changes', () => {
  test.use({ isTold: false })

  test('a new request still appears by itself within half a minute', async ({ site, playwright, openBrowser }) => {
    const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
    await page.clock.install()
    await page.goto('/#/admin/quotes')
    await expect(page.getByRole('heading', { level: 1, name: 'Quotes' })).toBeVisible()
    await askByCall(playwright, site, 'Una Mover')
    await page.clock.fastForward(31_000)
    await expect(page.getByText('Una Mover')).toBeVisible()
  })
})

test('somebody whose role is removed loses the console at once', async ({ site, playwright, openBrowser, account, complaints }) => {
  complaints.expect(/40[13]/)
  const member = { ...account, password: 'a long way home in 2027' }
  await signUpByCall(playwright, site, member)
  await site.query("update users set role = 'staff' where email = $1", [member.email])
  const page = await (await openBrowser(await logInByCall(playwright, site, member))).newPage()
  await openTold(page, '/#/admin/bookings')
  await site.query("update users set role = 'customer' where email = $1", [member.email])
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
})
