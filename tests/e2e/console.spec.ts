import type { Page } from '@playwright/test'
import { pathOf } from '../../src/shared/contract.ts'
import * as staffQuoteCalls from '../../src/shared/quotes/staff-calls.ts'
import * as colleagueCalls from '../../src/shared/accounts/colleague-calls.ts'
import { checkAccess } from './axe.ts'
import { askByCall } from './mover.ts'
import { expect, logInByCall, signUpByCall, test } from './site.ts'
import { expectAddress, logIn } from './traveller.ts'

const ADMIN = { name: 'Demo Admin', email: 'admin@example.com', password: 'admin1234' }

// A site of its own, so that the queue of requests starts empty.
test.use({ contextOptions: { reducedMotion: 'reduce' }, settings: { TEST_SITE: 'console' } })

async function expectHeading(page: Page, name: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

test.describe('the way in', () => {
  test('signed out, the console shows the login, with a link back to it', { tag: '@day' }, async ({ page, site, account, playwright }) => {
    await signUpByCall(playwright, site, account)
    await page.goto('/#/admin/quotes')
    await expectHeading(page, 'Login')
    await expectAddress(page, '#/login')
    await logIn(page, account)
    await expect(page.getByRole('link', { name: 'Continue to the console' })).toBeVisible()
  })

  test('staff are led to it after the login', async ({ page }) => {
    await page.goto('/#/login')
    await logIn(page, ADMIN)
    await page.getByRole('link', { name: 'Continue to the console' }).click()
    await expectHeading(page, 'Today')
  })

  test(
    'for a customer it does not exist, and none of its scripts are loaded',
    { tag: '@day' },
    async ({ site, account, playwright, openBrowser, complaints }) => {
      complaints.expect(/403/)
      const context = await openBrowser(await signUpByCall(playwright, site, account))
      const page = await context.newPage()
      const scripts: string[] = []
      page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
      await page.goto('/#/admin/quotes')
      await expectHeading(page, 'Page Not Found')
      await expect(page.getByRole('navigation', { name: 'Console' })).toBeHidden()
      expect(scripts.filter((path) => /console-(?!entrance)|quotes?-page|staff\//.test(path))).toEqual([colleagueCalls.getStaffMember.path])
    },
  )
})

for (const width of [390, 1440]) {
  test(
    `at ${width} px a request is found, approved and declined by keyboard`,
    { tag: '@day' },
    async ({ site, playwright, openBrowser }) => {
      const first = await askByCall(playwright, site, 'Grace Mover')
      const second = await askByCall(playwright, site, 'Ada Mover')
      const context = await openBrowser(await logInByCall(playwright, site, ADMIN))
      const page = await context.newPage()
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/#/admin')
      await page.getByRole('link', { name: /^2 quote requests wait/ }).click()
      await expectAddress(page, '#/admin/quotes')
      await expectHeading(page, 'Quotes')
      await expect(page).toHaveTitle('Quotes · Console · Meridian')
      await checkAccess(page, `the list at ${width} px`)

      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Next request')).toBeVisible()
      await checkAccess(page, `the shortcuts at ${width} px`)
      await page.keyboard.press('Escape')

      const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Mover' })
      await expect(rows.first()).toContainText(first.reference)
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
      await expectHeading(page, new RegExp(first.reference))
      await expect(page.getByText('The lift is broken. (Grace Mover)')).toBeVisible()
      await checkAccess(page, `a request at ${width} px`)

      await page.keyboard.press('a')
      await expect(page.getByText(/We’ll email Grace Mover .+ a link to pay ₹34,800/)).toBeVisible()
      await checkAccess(page, `the approval at ${width} px`)
      await page.keyboard.press('Enter')
      await expect(page.getByText('Approved. We’ve emailed Grace Mover the payment link.')).toBeVisible()

      // The next request in the queue is shown already.
      await expectHeading(page, new RegExp(second.reference))
      await page.keyboard.press('d')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.type('All crews are out on that day')
      await page.getByRole('button', { name: 'Decline and notify the customer' }).press('Enter')
      await expect(page.getByText('Declined. We’ve emailed Ada Mover your reason.')).toBeVisible()
      await expect(page.getByText('No one is waiting')).toBeVisible()
      await page.getByRole('link', { name: 'Declined' }).click()
      await page.getByRole('main').getByRole('listitem').filter({ hasText: second.reference }).getByRole('link').click()
      await expect(page.getByText('“All crews are out on that day”')).toBeVisible()
      await checkAccess(page, `a declined request at ${width} px`)
    },
  )
}

test('the second to decide is shown what the first has done', async ({ site, playwright, openBrowser, complaints }) => {
  complaints.expect(/409/)
  const { id, reference } = await askByCall(playwright, site)
  const context = await openBrowser(await logInByCall(playwright, site, ADMIN))
  const page = await context.newPage()
  await page.goto(`/#/admin/quotes/${id}`)
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByLabel('Reason (sent to the customer)').fill('No van')
  const data = { priceCents: 4_000_000, reason: 'A piano' }
  await context.request.post(pathOf(staffQuoteCalls.approveQuote, { id }), {
    data,
    headers: { origin: site.origin },
    failOnStatusCode: true,
  })
  await page.getByRole('button', { name: 'Decline and notify the customer' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Daniel Okafor has approved it at ₹40,000.00' })).toBeVisible()
  await expectHeading(page, new RegExp(reference))
  await expect(page.getByText('Approved at ₹40,000 by Daniel Okafor')).toBeVisible()
  await page.keyboard.press('r')
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('Resent to Ada Mover.')).toBeVisible()
})

test('several are approved at once, and what fails is named', async ({ site, playwright, openBrowser, complaints }) => {
  complaints.expect(/409/)
  const quotes = [
    await askByCall(playwright, site, 'One'),
    await askByCall(playwright, site, 'Two'),
    await askByCall(playwright, site, 'Three'),
  ]
  const context = await openBrowser(await logInByCall(playwright, site, ADMIN))
  const page = await context.newPage()
  await page.goto('/#/admin/quotes')
  for (const { reference } of quotes) await page.getByRole('checkbox', { name: `Select ${reference}` }).check()
  await page.getByRole('group', { name: 'Selected requests' }).getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('3 customers will get an email with a link to pay: ₹104,400 in total.')).toBeVisible()
  await checkAccess(page, 'several at once')
  await context.request.post(pathOf(staffQuoteCalls.declineQuote, { id: quotes[1]?.id ?? '' }), {
    data: { reason: 'No van' },
    headers: { origin: site.origin },
    failOnStatusCode: true,
  })
  await page.getByRole('button', { name: 'Approve 3 requests' }).click()
  await expect(page.getByText('3 of 3 sent, 1 failed')).toBeVisible()
  await expect(page.getByRole('alert').getByRole('listitem')).toContainText(`${quotes[1]?.reference}: This request has been declined.`)
})

test(
  'a task is taken and closed by keyboard, and says beforehand what will happen',
  { tag: '@day' },
  async ({ site, playwright, openBrowser }) => {
    await site.query(
      `insert into tasks (id, kind, subject, cause, opened_at) values
      (gen_random_uuid(), 'books_differ', 'the day', 'Our books of 20 Nov 2026 differ by $12.00.', now() - interval '30 hours'),
      (gen_random_uuid(), 'note', 'a note', 'Look at this.', now() - interval '2 hours')`,
    )
    const context = await openBrowser(await logInByCall(playwright, site, ADMIN))
    const page = await context.newPage()
    await page.goto('/#/admin')
    await expectHeading(page, 'Today')
    const tasks = page.getByRole('region', { name: 'Tasks' })
    await expect(tasks.getByRole('heading', { level: 3 })).toHaveText([
      /Reconciliation difference with the card provider/,
      /Needs attention/,
    ])
    await expect(tasks.getByText('30 h old')).toBeVisible()
    await checkAccess(page, 'today')
    await page.keyboard.press('j')
    await page.keyboard.press('t')
    await expect(tasks.getByText('Assigned to you')).toBeVisible()
    await page.keyboard.press('c')
    await expect(page.getByText('The task will be removed from the list. No money is moved and no email is sent.')).toBeVisible()
    await checkAccess(page, 'closing a task')
    await page.keyboard.type('Found the missing fee')
    await page.getByRole('button', { name: 'Close the task' }).press('Enter')
    await expect(page.getByText('Task closed.')).toBeVisible()
    await expect(tasks.getByText('Our books of 20 Nov 2026')).toBeHidden()
    const [row] = await site.query<{ outcome: string; closed_by: string }>(
      "select outcome, closed_by from tasks where kind = 'books_differ'",
    )
    expect(row).toEqual({ outcome: 'Found the missing fee', closed_by: 'admin_1' })
  },
)
