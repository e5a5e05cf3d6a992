import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import * as cancellationCalls from '../../src/shared/cancellations/calls.ts'
import { addDays, localToday } from '../../src/shared/dates.ts'
import * as ledgerCalls from '../../src/shared/ledger/staff-calls.ts'
import { checkAccess } from './axe.ts'
import { expect, logInByCall, signUpByCall, test } from './site.ts'
import { bookAndPayByCall, expectAddress } from './traveller.ts'

const ADMIN = { name: 'Demo Admin', email: 'admin@example.com', password: 'admin1234' }

test.use({ contextOptions: { reducedMotion: 'reduce' } })

async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth), what).toBe(false)
}

for (const width of [390, 768, 1440]) {
  test(
    `at ${width} px a manager goes from a balance to its entries, to a booking and back to its journal, by keyboard`,
    { tag: '@day' },
    async ({ site, playwright, openBrowser }) => {
      const name = `Mary Somerville ${width}`
      const traveller = await (await openBrowser(await signUpByCall(playwright, site, site.newcomer(name)))).newPage()
      await bookAndPayByCall(site, traveller, 'tokyo-and-mount-fuji', addDays(localToday(), 10))
      const [booking] = await site.query<{ id: string; reference: string }>(
        'select bookings.id, reference from bookings join users on users.id = user_id where name = $1',
        [name],
      )
      const { id = '', reference = '' } = booking ?? {}
      const cancellation = { data: { bookingId: id }, headers: { origin: site.origin }, failOnStatusCode: true }
      await traveller.request.post(cancellationCalls.cancelOwnBooking.path, cancellation)

      const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/#/admin')
      await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
      const titles = await page.getByRole('navigation', { name: 'Console' }).getByRole('link').allTextContents()
      expect(titles.slice(titles.indexOf('Bookings'), titles.indexOf('Quotes') + 1)).toEqual(['Bookings', 'Money', 'Quotes'])
      await page.keyboard.press('g')
      await page.keyboard.press('l')
      await expect(page.getByRole('heading', { level: 1, name: 'Money' })).toBeFocused()
      const kept = page.getByRole('region', { name: 'Income and expenses' }).getByRole('link', { name: /Cancellation fees retained/ })
      await expect(kept).toContainText(/\$[\d,]+\.00/)
      await expect(page.getByRole('region', { name: 'Unallocated payments' })).toBeVisible()
      await checkAccess(page, `the balances at ${width} px`)
      await expectNoSidewaysScroll(page, 'the balances')

      await page.keyboard.press('j')
      await expect(page.getByRole('link', { name: /Card provider balance/ })).toBeFocused()
      await kept.focus()
      await page.keyboard.press('Enter')
      await expectAddress(page, '#/admin/money?show=journal&account=cancellation_fees')
      const entries = page.getByRole('main').locator('li[data-row]')
      await expect(entries.first()).toContainText('Cancellation fee retained')
      await page.getByLabel('Account').selectOption('Any account')
      await page.keyboard.press('Escape')
      await page.getByRole('heading', { level: 1 }).focus()
      await page.keyboard.press('/')
      await page.keyboard.type(reference.toLowerCase())
      await expect(entries).toHaveCount(4)
      await expect(entries.last()).toContainText(/Payment received.*Card provider balance.*debit \$1,090\.00.*credit \$1,090\.00/)
      await checkAccess(page, `the journal at ${width} px`)
      await expectNoSidewaysScroll(page, 'the journal')
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download this view (CSV)' }).click(),
      ])
      expect((await readFile(await download.path(), 'utf8')).trim().split('\r\n')).toHaveLength(9)

      await page.getByLabel('Entry type').selectOption('Dispute lost')
      await expect(page.getByText('No entries match these filters.')).toBeVisible()
      await page.getByLabel('Entry type').selectOption('Payment received')
      await entries.getByRole('link', { name: reference }).click()
      await expect(page.getByRole('heading', { level: 1, name: new RegExp(reference) })).toBeVisible()
      await page.getByRole('link', { name: 'Ledger entries for this booking' }).click()
      await expectAddress(page, `#/admin/money?show=journal&booking=${reference}`)
      await expect(entries).toHaveCount(4)
    },
  )
}

test('what cannot be loaded says so and is asked for again; staff are not shown the money', async ({
  site,
  account,
  complaints,
  playwright,
  openBrowser,
}) => {
  complaints.expect(/500/)
  const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
  const refuse = { status: 500, json: { statusCode: 500, code: 'internal', message: 'Something went wrong on our side.' } }
  for (const call of [ledgerCalls.getMoney.path, ledgerCalls.listJournal.path])
    await page.route(`**${call}*`, async (route) => route.fulfill(refuse))
  await page.goto('/#/admin/money')
  await expect(page.getByText('We couldn’t load the balances')).toBeVisible()
  await page.getByRole('link', { name: 'Journal', exact: true }).click()
  await expect(page.getByText('We couldn’t load the journal')).toBeVisible()
  await checkAccess(page, 'a journal that could not be loaded')
  await page.unroute(`**${ledgerCalls.listJournal.path}*`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('We couldn’t load the journal')).toBeHidden()

  await signUpByCall(playwright, site, account)
  await site.query(`update users set role = 'staff', has_staff_password = true where email = '${account.email}'`)
  const staff = await (await openBrowser(await logInByCall(playwright, site, account))).newPage()
  await staff.goto('/#/admin/money')
  await expect(staff.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
  await expect(staff.getByText('your role doesn’t have access to it')).toBeVisible()
})

test(
  'a manager closes a day whose till is short, gives the accounts their numbers, and makes and downloads a batch',
  { tag: '@day' },
  async ({ site, playwright, openBrowser }) => {
    await site.query(`with entry as (
        insert into entries (kind, source_id, source_step, posted_on, happened_at, lines)
          values ('received', gen_random_uuid(), 'once', current_date - 2, now() - interval '2 days', 2) returning id
      )
      insert into postings (entry_id, line, account, amount_cents, currency)
        select id, line, case line when 1 then 'cash' else 'customer_advances' end, case line when 1 then 11050 else -11050 end, 'usd'
          from entry cross join generate_series(1, 2) line`)
    const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/#/admin/money?show=days')
    const till = page.getByRole('region', { name: 'Daily cash' }).getByRole('listitem').filter({ hasText: '$110.50' }).first()
    await till.getByRole('button', { name: /^Close the till for/ }).press('Enter')
    const dialog = page.getByRole('dialog', { name: /^Close the till for/ })
    await page.keyboard.type('100.50')
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Reason for the difference')).toBeFocused()
    await checkAccess(page, 'a till that is short')
    await page.keyboard.type('Too much change given')
    await dialog.getByRole('button', { name: 'Close the till' }).click()
    await expect(till).toContainText('$10.00 short')
    await expect(till, 'the button that was pressed is gone').toBeFocused()
    await checkAccess(page, 'a closed till')

    await page.getByRole('link', { name: 'Export' }).click()
    const make = page.getByRole('button', { name: 'Create batch 1' })
    await expect(page.getByText('You can’t create a batch yet')).toBeVisible()
    await expect(make).toBeDisabled()
    const numbers = page.getByRole('region', { name: 'Account numbers' }).getByRole('textbox')
    for (const [at, field] of (await numbers.all()).entries()) if (await field.isVisible()) await field.fill(String(1000 + 10 * at))
    await checkAccess(page, 'the numbers of the accounts')
    await page.getByRole('button', { name: 'Save the numbers' }).click()
    await make.click()
    await expect(page.getByText('Batch 1 created.')).toBeVisible()
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV of batch 1' }).click()])
    expect(await readFile(await download.path(), 'utf8')).toMatch(/110\.50/)
    await expectNoSidewaysScroll(page, 'the export')
  },
)
