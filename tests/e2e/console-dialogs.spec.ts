import type { Page } from '@playwright/test'
import { pathOf } from '../../src/shared/contract.ts'
import * as staffQuoteCalls from '../../src/shared/quotes/staff-calls.ts'
import { duplicateTour } from '../../src/shared/tours/staff-calls.ts'
import * as mailCalls from '../../src/shared/mails/staff-calls.ts'
import { checkAccess } from './axe.ts'
import { askByCall } from './mover.ts'
import { expect, logInByCall, signUpByCall, test } from './site.ts'

const ADMIN = { name: 'Demo Admin', email: 'admin@example.com', password: 'admin1234' }

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 768, height: 900 } })

/** Checks a dialog with axe, that it fits the window, and that Escape closes it and returns the focus to the page. */
async function lookAt(page: Page, name: string, open: () => Promise<void>): Promise<void> {
  await test.step(name, async () => {
    await open()
    const dialog = page.getByRole('dialog', { name })
    await expect(dialog).toBeVisible()
    await checkAccess(page, name)
    const { width, scrollWidth } = await dialog.evaluate((element) => ({ width: element.clientWidth, scrollWidth: element.scrollWidth }))
    expect(scrollWidth, name).toBeLessThanOrEqual(width)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
}

test('the dialogs that no other test opens are as accessible as the others, and Escape closes each', async ({
  site,
  playwright,
  openBrowser,
  account,
}) => {
  test.setTimeout(90_000)
  await signUpByCall(playwright, site, account)
  const { id } = await askByCall(playwright, site, 'Dora Dialog')
  const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
  const send = async (path: string, data: object = {}): Promise<unknown> => {
    const response = await page.request.post(path, { data, headers: { origin: site.origin }, failOnStatusCode: true })
    return response.json()
  }
  const press = (key: string) => async () => page.keyboard.press(key)
  const click = (name: string | RegExp) => async () => page.getByRole('button', { name }).first().click()
  const goTo = async (path: string, heading: string | RegExp) => {
    await page.goto(`/#/admin${path}`)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }

  await goTo('/tours/tokyo-and-mount-fuji', 'Tokyo and Mount Fuji')
  await lookAt(page, 'Duplicate this tour', press('d'))
  await lookAt(page, 'Hide this review', click(/^Hide the review of/))
  await lookAt(page, 'Keyboard shortcuts', press('?'))
  const copy = (await send(pathOf(duplicateTour, { id: 'tokyo-and-mount-fuji' }))) as { id: string }
  await goTo(`/tours/${copy.id}`, /^Copy of/)
  await lookAt(page, 'Publish this tour', press('p'))
  await site.query('delete from tours where id = $1', [copy.id])
  await goTo('/departures', 'Departures')
  await lookAt(page, 'Choose a tour', press('f'))
  await goTo('/bookings?status=confirmed', 'Bookings')
  await lookAt(page, 'Save this filter', click('Save this filter'))

  await goTo(`/quotes/${id}`, /M-/)
  await lookAt(page, 'Approve this request', press('a'))
  await lookAt(page, 'Quote a different price', press('e'))
  await lookAt(page, 'Decline this request', press('d'))
  await send(pathOf(staffQuoteCalls.approveQuote, { id }), { priceCents: 4_000_000, reason: 'A piano' })
  await page.reload()
  await lookAt(page, 'Send the link again', click('Send the link again'))
  await send(pathOf(staffQuoteCalls.declineQuote, { id }), { reason: 'No van is free' })
  const [person] = await site.query<{ id: string }>('select id from users where email = $1', [account.email])
  await goTo(`/people/${person?.id}`, account.name)
  await lookAt(page, 'Change the role', press('r'))
  await site.query("insert into second_factors (user_id, sealed_secret, confirmed_at) values ($1, 'sealed', now())", [person?.id])
  await page.reload()
  await lookAt(page, 'Reset two-step sign-in', click('Reset two-step sign-in'))

  await site.query(`insert into tasks (id, kind, subject, cause, opened_at)
    values (gen_random_uuid(), 'refund_failed', 'dialogs', 'A refund did not go through.', now())`)
  await goTo('', 'Today')
  await lookAt(page, 'Assign', click(/^Assign$/))
  await lookAt(page, 'Mark as paid another way', click('Mark as paid another way'))
  await site.query("delete from tasks where subject = 'dialogs'")
  await site.query(`update bookings set status = 'expired', expired_at = now() where kind = 'vehicle' and status = 'pending'`)
})

test('the console says what a role does not include, and its pages are not found', async ({
  site,
  playwright,
  openBrowser,
  account,
  complaints,
}) => {
  complaints.expect(/403/)
  // Staff need a longer password.
  const member = { ...account, password: 'a long way home in 2027' }
  await signUpByCall(playwright, site, member)
  await site.query("update users set role = 'staff' where email = $1", [member.email])
  const page = await (await openBrowser(await logInByCall(playwright, site, member))).newPage()
  const pages = page.getByRole('navigation', { name: 'Console' })
  for (const path of ['people', 'people/user_1', 'audit', 'mail/user_1']) {
    await page.goto(`/#/admin/${path}`)
    await expect(page.getByText('This page doesn’t exist, or your role doesn’t have access to it.')).toBeVisible()
  }
  await checkAccess(page, 'a page of another role')
  await expect(pages.getByRole('link', { name: 'Mail' })).toBeVisible()
  await expect(pages.getByRole('link', { name: /People|Audit/ })).toHaveCount(0)
  await page.goto('/#/admin/mail?box=all')
  await expect(page.getByRole('navigation', { name: 'Mail to show' }).getByRole('link')).toHaveText([
    'Enquiries',
    'Answered',
    'Closed',
    'Spam',
    'Saved replies',
  ])
  await page.goto('/#/admin/bookings')
  await expect(page.getByRole('link', { name: 'New booking' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeHidden()
  await page.goto('/#/admin/tours/tokyo-and-mount-fuji')
  await expect(page.getByText('Only managers can edit and publish tours.')).toBeVisible()
  await expect(page.getByLabel('Overview')).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Publish' })).toBeHidden()
  await checkAccess(page, 'a tour that is only read')
  // The role is removed while the page is open: the next call closes the console.
  await site.query("update users set role = 'customer' where email = $1", [member.email])
  await page.goto('/#/admin/quotes')
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
  await expect(pages).toBeHidden()
  expect((await page.request.get(mailCalls.listMails.path)).status()).toBe(403)
})
