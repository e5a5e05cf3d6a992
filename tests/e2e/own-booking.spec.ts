import type { Page } from '@playwright/test'
import { addDays, localToday } from '../../src/shared/dates.ts'
import { checkAccess } from './axe.ts'
import { layoutFaults } from './layout-faults.ts'
import { askAs } from './mover.ts'
import type { RunningSite } from './running-site.ts'
import { expect, logInByCall, signUpByCall, test } from './site.ts'
import { bookByCall } from './traveller.ts'

const ADMIN = { name: 'Demo Admin', email: 'admin@example.com', password: 'admin1234' }
const DISPUTED = '4000000000000259'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

type Tools = Pick<Parameters<Parameters<typeof test>[2]>[0], 'site' | 'playwright' | 'openBrowser'>

async function openManager({ site, playwright, openBrowser }: Tools) {
  const account = site.newcomer('Mona Manager')
  await signUpByCall(playwright, site, account)
  await site.query("update users set role = 'manager', has_staff_password = true, email_confirmed_at = now() where email = $1", [
    account.email,
  ])
  const context = await openBrowser(await logInByCall(playwright, site, account))
  return { account, context }
}

async function bookingOf(site: RunningSite, email: string) {
  const [booking] = await site.query<{ id: string; reference: string }>(
    'select bookings.id, reference from bookings join users on users.id = user_id where email = $1',
    [email],
  )
  if (!booking) throw new Error('Nothing is booked')
  return booking
}

async function expectNoFaults(page: Page, name: string): Promise<void> {
  await checkAccess(page, name)
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    // Large text set by the browser gives these widths the narrow page; media queries ignore a size set by a script.
    const isReal = (fault: string) => width < 768 || !fault.startsWith('with large text')
    // The charts follow the window a moment later.
    await expect.poll(async () => (await layoutFaults(page)).filter(isReal), `${name}, ${width} pixels wide`).toEqual([])
  }
}

test(
  'a manager reads why a colleague decides about their own booking, and finds no button that would be refused',
  { tag: '@day' },
  async ({ site, playwright, openBrowser }) => {
    const { account, context } = await openManager({ site, playwright, openBrowser })
    const session = await bookByCall(context.request, 'tokyo-and-mount-fuji', addDays(localToday(), 91), 2)
    await (await site.cards()).pay(session, { card: DISPUTED })
    const { id, reference } = await bookingOf(site, account.email)
    const page = await context.newPage()
    await page.goto(`/#/admin/bookings/${id}`)
    await expect(page.getByText('This is your own booking, so a colleague must handle its payments.')).toContainText('npm run bookings')
    await expect(page.getByRole('button', { name: 'Check with the card provider' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^(Cancel|Refund)/ })).toBeHidden()
    await expectNoFaults(page, 'an own booking')

    await page.goto('/#/admin')
    const task = page.getByRole('region', { name: 'Tasks' }).getByRole('listitem', { name: 'Payment disputed' })
    const own = task.filter({ hasText: reference })
    await expect(async () => {
      await page.reload()
      await expect(own).toBeVisible({ timeout: 2000 })
    }).toPass()
    await expect(own.getByText('This is about your own booking, so a colleague must decide.')).toBeVisible()
    await expect(own.getByRole('button', { name: 'Assign to me' })).toBeVisible()
    await expect(own.getByRole('button', { name: /seats/ })).toBeHidden()
    await expectNoFaults(page, 'Today with a task about an own booking')

    const colleague = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
    await colleague.goto(`/#/admin/bookings/${id}`)
    await expect(colleague.getByRole('button', { name: 'Check with the card provider' })).toBeVisible()
    await expect(colleague.getByText('This is your own booking')).toBeHidden()
    await colleague.goto('/#/admin')
    await expect(
      colleague.getByRole('listitem').filter({ hasText: reference }).getByRole('button', { name: 'Keep the seats' }),
    ).toBeVisible()
  },
)

test('a manager can withdraw their own request, but not answer it', async ({ site, playwright, openBrowser }) => {
  const { context } = await openManager({ site, playwright, openBrowser })
  const { id } = await askAs(context.request, 'Mona Manager')
  const page = await context.newPage()
  await page.goto(`/#/admin/quotes/${id}`)
  await expect(page.getByText('This is your own request, so a colleague must set its price.')).toContainText('npm run quotes')
  await expect(page.getByRole('button', { name: /^Decline/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Approve|Adjust|Change the price|Send)/ })).toBeHidden()
  await expectNoFaults(page, 'an own request')
})
