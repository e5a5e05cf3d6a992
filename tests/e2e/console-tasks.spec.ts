import type { Page } from '@playwright/test'
import { addDays, localToday } from '../../src/shared/dates.ts'
import { departureId } from '../../src/shared/tours/departures.ts'
import { checkAccess } from './axe.ts'
import { expect, logInByCall, signUpByCall, test } from './site.ts'
import { bookByCall } from './traveller.ts'

const ADMIN = { name: 'Demo Admin', email: 'admin@example.com', password: 'admin1234' }
const TOUR = 'tokyo-and-mount-fuji'
const DISPUTED = '4000000000000259'
const REFUND_FAILS = '4000000000005126'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

type Tools = Pick<Parameters<Parameters<typeof test>[2]>[0], 'site' | 'playwright' | 'openBrowser'>

/** Books two seats as a new customer, pays with a card, and returns the booking's reference. */
async function book({ site, playwright, openBrowser }: Tools, name: string, day: string, card: string): Promise<string> {
  const traveller = await openBrowser(await signUpByCall(playwright, site, site.newcomer(name)))
  await (await site.cards()).pay(await bookByCall(traveller.request, TOUR, day, 2), { card })
  const [booking] = await site.query<{ reference: string }>(
    'select reference from bookings join users on users.id = user_id where name = $1',
    [name],
  )
  return booking?.reference ?? ''
}

async function openConsole({ site, playwright, openBrowser }: Tools): Promise<Page> {
  return (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
}

test(
  'a failed refund of a cancelled departure is sent again from the departure',
  { tag: '@day' },
  async ({ site, playwright, openBrowser }) => {
    test.setTimeout(60_000)
    const tools = { site, playwright, openBrowser }
    const day = addDays(localToday(), 81)
    const reference = await book(tools, 'Rita Refund', day, REFUND_FAILS)
    const page = await openConsole(tools)
    await page.goto(`/#/admin/departures/${encodeURIComponent(departureId(TOUR, day))}`)
    await page.getByRole('button', { name: 'Cancel the departure' }).click()
    await page.getByLabel('Reason (sent to customers)').fill('Snow on the pass.')
    await page.getByRole('button', { name: 'Cancel and refund $2,180' }).click()
    await expect(page.getByText('Refunded: 1')).toBeVisible({ timeout: 20_000 })
    const [refund] = await site.query<{ id: string }>(
      `select provider_refund_id as id from refunds join payments on payments.id = payment_id join bookings on bookings.id = booking_id
     where reference = $1`,
      [reference],
    )
    await (await site.cards()).tell('settle', { refund: refund?.id })
    const failures = page.getByRole('region', { name: '1 item needs attention' })
    await expect(async () => {
      await page.reload()
      await expect(failures).toContainText(reference, { timeout: 2000 })
    }).toPass()
    await checkAccess(page, 'a cancelled departure with a refund that failed')
    await failures.getByRole('button', { name: 'Resend refund' }).click()
    await expect(page.getByText(`A new refund will be sent for up to what’s left of the payment for booking ${reference}`)).toBeVisible()
    await checkAccess(page, 'sending a refund again')
    await page.getByRole('dialog').getByRole('button', { name: 'Resend' }).click()
    await expect(page.getByText('Refund resent.')).toBeVisible()
    await expect(failures).toBeHidden()
    await expect(page.getByText('Refunded: 1')).toBeVisible({ timeout: 20_000 })
  },
)

test(
  'the seats of a disputed booking are kept or released, as announced beforehand and recorded in its story',
  { tag: '@day' },
  async ({ site, playwright, openBrowser }) => {
    const tools = { site, playwright, openBrowser }
    const kept = await book(tools, 'Kit Kept', addDays(localToday(), 82), DISPUTED)
    const released = await book(tools, 'Rae Released', addDays(localToday(), 83), DISPUTED)
    const page = await openConsole(tools)
    await page.goto('/#/admin')
    const tasks = page.getByRole('region', { name: 'Tasks' })
    const about = (reference: string) => tasks.getByRole('listitem', { name: 'Payment disputed' }).filter({ hasText: reference })
    await expect(async () => {
      await page.reload()
      await expect(about(kept)).toBeVisible({ timeout: 2000 })
      await expect(about(released)).toBeVisible({ timeout: 2000 })
    }).toPass()
    await expect(about(kept).getByText(/Due .+, in \d+ days/)).toBeVisible()
    await expect(about(kept).getByRole('link')).toHaveText([kept, 'Kit Kept'])
    await expect(about(kept)).not.toContainText(/(?:du|dp|pi)_\w{10}/)
    await about(kept).getByRole('button', { name: 'Keep the seats' }).click()
    await expect(page.getByText(`Booking ${kept} will keep its seats. Another task will remind you`)).toBeVisible()
    await checkAccess(page, 'keeping the seats')
    await page.getByRole('dialog').getByRole('button', { name: 'Keep the seats' }).click()
    await expect(page.getByText('Booking kept.')).toBeVisible()
    await expect(about(kept)).toBeHidden()
    const evidence = tasks.getByRole('listitem', { name: 'Dispute needs a response at the card provider' }).filter({ hasText: kept })
    await expect(evidence.getByText(/Due .+, in \d+ days/)).toBeVisible()

    await about(released).getByRole('button', { name: 'Release the seats' }).click()
    await expect(
      page.getByText(`Booking ${released} ($2,180.00) will be cancelled and its seats released, and we’ll notify Rae Released by email.`),
    ).toBeVisible()
    await checkAccess(page, 'releasing the seats')
    await page.getByRole('dialog').getByRole('button', { name: 'Release the seats' }).click()
    await expect(page.getByText('Booking cancelled.')).toBeVisible()
    await expect(about(released)).toBeHidden()
    await page.goto(`/#/admin/bookings?search=${released}`)
    await page.getByRole('list', { name: 'Bookings' }).getByRole('link').click()
    await expect(page.getByRole('region', { name: 'History' })).toContainText('The booking was cancelled.')
    await expect(page.getByRole('main')).not.toContainText(/(?:du|dp|pi)_\w{10}/)
  },
)
