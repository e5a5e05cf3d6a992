import type { Request } from '@playwright/test'
import * as vehicleCalls from '../../src/shared/vehicles/calls.ts'
import type { DraftContent } from '../../src/shared/vehicles/drafts.ts'
import { expectStep, fillContact, fillItem, goToStep, leave, movingDate, press } from './mover.ts'
import { expect, test } from './site.ts'
import { expectAddress, logIn } from './traveller.ts'

test.use({ isSignedIn: true, viewport: { width: 1280, height: 900 } })

test(
  'what is filled in survives a reload, going back, a lost session and a server that keeps no drafts',
  { tag: '@day' },
  async ({ page, context, account, complaints }) => {
    complaints.expect(/status of (401|503)/)
    await goToStep(page, 'Contact')
    await page.getByLabel('Full name').fill('Ada Lost')
    await page.reload()
    await expectStep(page, 'Contact')
    await expect(page.getByLabel('Full name')).toHaveValue('Ada Lost')
    await page.goBack()
    await expectStep(page, 'Service')
    await page.goBack()
    await expectStep(page, 'Location')
    await page.goForward()
    await expectStep(page, 'Service')
    await press(page, 'Back')
    await expect(page.getByLabel('Pickup pincode')).toHaveValue('SW1A 1AA')
    await page.goForward()
    await page.goForward()
    await expectStep(page, 'Contact')
    await page.getByLabel('Phone').fill('7911123456')

    await context.clearCookies()
    await page.getByLabel('Email').fill('ada.lost@example.test')
    await expectAddress(page, '#/login')
    await page.route(
      (url) => url.pathname === vehicleCalls.getDraft.path,
      (route) => route.fulfill({ status: 503, json: {} }),
    )
    await logIn(page, account)
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Continue/ })
      .click()
    await expectStep(page, 'Contact')
    await expect(page.getByLabel('Full name')).toHaveValue('Ada Lost')
    await expect(page.getByLabel('Email')).toHaveValue('ada.lost@example.test')
    await fillContact(page)
    await press(page, 'Continue')
    await expectStep(page, 'Items')
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
  },
)

test('a phone number that includes +44 shows its ten digits beside the field’s prefix', async ({ page, context }) => {
  await goToStep(page, 'Contact')
  const phone = page.getByLabel('Phone')
  await leave(page, 'Phone', '07911 123456')
  await expect(phone).toHaveValue('7911123456')
  await leave(page, 'Phone', '+44 7911')
  await expect(phone).toHaveValue('+44 7911')
  await expect(page.getByText('Phone must be 10 digits', { exact: true })).toBeVisible()

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText('+44 (0)7911 123456'))
  await phone.fill('')
  await phone.focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(phone).toHaveValue('7911123456')
  await expect(phone).toBeFocused()
  await expect(page.getByText('Phone must be 10 digits', { exact: true })).toBeHidden()
  await page.getByLabel('Email').focus()
  await page.reload()
  await expect(phone).toHaveValue('7911123456')
})

test('a logout forgets what was typed in every tab, kept by the server or not (ASVS 14.3.1)', async ({ page, context, complaints }) => {
  complaints.expect(/status of 503/)
  await context.route(
    (url) => url.pathname === vehicleCalls.getDraft.path,
    (route) => route.fulfill({ status: 503, json: {} }),
  )
  const other = await context.newPage()
  for (const tab of [other, page]) {
    await goToStep(tab, 'Contact')
    await tab.getByLabel('Full name').fill('Ada Leaving')
  }
  await page.getByRole('button', { name: /’s account/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  for (const tab of [page, other]) {
    await expectAddress(tab, '#/login')
    expect(await tab.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))).not.toContain('Ada Leaving')
  }
})

test('a draft kept by the server continues in another browser; a date since passed is asked for again', async ({
  page,
  context,
  site,
  openBrowser,
}) => {
  test.setTimeout(90_000)
  await goToStep(page, 'Items')
  const saved = page.waitForResponse(
    (response) => response.url().endsWith(vehicleCalls.getDraft.path) && itemsSaved(response.request()) === 1,
  )
  await fillItem(page, 'Sofa')
  await press(page, 'Add Item')
  expect((await saved).ok()).toBe(true)
  const other = await (await openBrowser(await context.storageState())).newPage()
  await site.query(`update vehicle_drafts set content = jsonb_set(content, '{movingDate}', $1) where content @? '$.items[*]'`, [
    JSON.stringify(movingDate(-1)),
  ])
  await other.goto('/#/vehicle-price')
  await expectStep(other, 'Items')
  await expect(other.getByText('180 × 90 × 80.5 cm')).toBeVisible()
  await press(other, 'Continue')
  await press(other, 'Continue')
  await press(other, 'Confirm Booking')
  await expectStep(other, 'Location')
  await expect(other.getByText('Moving date and time must be in the future', { exact: true })).toBeVisible()
  await expect(other.getByLabel('Moving date and time')).toBeFocused()
})

test('a draft that arrives late fills only empty fields; neither of two windows undoes the other’s changes', async ({
  page,
  context,
  openBrowser,
  complaints,
}) => {
  complaints.expect(/status of 409/)
  await page.goto('/#/vehicle-price')
  const saved = page.waitForResponse(
    (reply) => reply.url().endsWith(vehicleCalls.getDraft.path) && /EC1A/.test(reply.request().postData() ?? ''),
  )
  await page.getByLabel('Pickup pincode').fill('SW1A 1AA')
  await page.getByLabel('Drop-off pincode').fill('EC1A 1BB')
  expect((await saved).ok()).toBe(true)

  const other = await (await openBrowser(await context.storageState())).newPage()
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await other.route(
    (url) => url.pathname === vehicleCalls.getDraft.path,
    async (route) => {
      await held
      await route.continue()
    },
  )
  await other.goto('/#/vehicle-price')
  const pickup = other.getByLabel('Pickup pincode')
  const changed = other.waitForResponse(
    (reply) => reply.url().endsWith(vehicleCalls.getDraft.path) && /E1 6AN/.test(reply.request().postData() ?? ''),
  )
  await pickup.fill('E1 6AN')
  letGo()
  await expect(other.getByLabel('Drop-off pincode')).toHaveValue('EC1A 1BB')
  await expect(pickup).toHaveValue('E1 6AN')
  await expect(pickup).toBeFocused()
  expect((await changed).ok()).toBe(true)

  const date = page.getByLabel('Moving date and time')
  await date.fill(movingDate())
  await expect(page.getByLabel('Pickup pincode')).toHaveValue('E1 6AN')
  await expect(date).toHaveValue(movingDate())
  await expect(date).toBeFocused()
  await other.reload()
  await expect(other.getByLabel('Moving date and time')).toHaveValue(movingDate())
  await expect(pickup).toHaveValue('E1 6AN')
})

function itemsSaved(request: Request): number | undefined {
  const body = request.postDataJSON() as { draft: DraftContent } | null
  return body?.draft.items.length
}

test('starting over asks first, empties everything and stays empty', async ({ page }) => {
  await goToStep(page, 'Items')
  await fillItem(page, 'Sofa')
  await press(page, 'Add Item')
  await press(page, 'Start over')
  await press(page, 'Keep it')
  await expect(page.getByText('180 × 90 × 80.5 cm')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start over' })).toBeFocused()
  await press(page, 'Start over')
  const emptied = page.waitForResponse(
    (response) => response.url().endsWith(vehicleCalls.getDraft.path) && response.request().method() === 'PUT',
  )
  await press(page, 'Clear the form')
  await expectStep(page, 'Location')
  await expect(page.getByRole('heading', { name: 'Location' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Start over' })).toHaveCount(0)
  expect((await emptied).ok()).toBe(true)
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await expect(page.getByLabel('Pickup pincode')).toHaveValue('')
  await expectStep(page, 'Location')
})

test('a service is chosen from a list of names and prices, and its price is shown in full on the narrowest phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await goToStep(page, 'Service')
  const service = page.getByRole('combobox', { name: 'Service' })
  await service.selectOption('People carrier with driver – ₹16,500')
  const field = await service.boundingBox()
  const price = await page.locator('strong', { hasText: '₹16,500' }).first().boundingBox()
  if (!field || !price) throw new Error('The field or its price is not shown.')
  expect(price.x + price.width).toBeLessThanOrEqual(field.x + field.width)
  expect(price.y + price.height).toBeLessThanOrEqual(field.y + field.height)
  await expect(page.getByRole('main').locator('picture img[src*="van4"]')).toBeVisible()
})
