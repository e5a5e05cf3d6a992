import { pathOf } from '../../src/shared/contract.ts'
import * as staffVehicleCalls from '../../src/shared/vehicles/staff-calls.ts'
import type { StaffService } from '../../src/shared/vehicles/staff.ts'
import { checkAccess } from './axe.ts'
import { expect, logInByCall, signUpByCall, test } from './site.ts'

const ADMIN = { name: 'Demo Admin', email: 'admin@example.com', password: 'admin1234' }

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const width of [390, 1440]) {
  // Not the service that other tests book at its price, since they may share the site.
  test(
    `at ${width} px a service is changed, read back, and offered no longer`,
    { tag: '@day' },
    async ({ site, playwright, openBrowser }) => {
      const page = await (await openBrowser(await logInByCall(playwright, site, ADMIN))).newPage()
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/#/admin/services')
      const service = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Piano and fine art transport' })
      await expect(service).toContainText('plus ₹3,200 per floor and ₹5,400 per helper')
      await checkAccess(page, `the services at ${width} px`)
      await service.getByRole('button', { name: 'Change Piano' }).click()
      await page.getByLabel('Price in INR').fill(`${(38_000 + width).toLocaleString('en-GB')}.00`)
      await page.getByLabel('Partial refund until (days before)').fill('15')
      await expect(page.getByText('Please correct the errors above.')).toBeVisible()
      await page.getByLabel('Partial refund until (days before)').fill('2')
      await expect(page.getByRole('dialog').getByText('40% refund after that, up to 2 days before the booked date.')).toBeVisible()
      await checkAccess(page, `a change at ${width} px`)
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Piano and fine art transport updated.')).toBeVisible()
      await expect(service).toContainText(`₹${(38_000 + width).toLocaleString('en-GB')}, plus`)

      await service.getByRole('button', { name: 'Stop offering' }).click()
      await expect(page.getByText('Customers won’t be able to request Piano and fine art transport.')).toBeVisible()
      await checkAccess(page, `no longer offered at ${width} px`)
      await page.getByRole('dialog').getByRole('button', { name: 'Stop offering' }).click()
      await expect(service).toContainText('No longer offered')
      await service.getByRole('button', { name: 'Reinstate' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Reinstate' }).click()
      await expect(service).not.toContainText('No longer offered')
    },
  )
}

test('the second of two who change a service is told who has changed what; staff change nothing', async ({
  site,
  account,
  playwright,
  openBrowser,
  complaints,
}) => {
  complaints.expect(/409/)
  const context = await openBrowser(await logInByCall(playwright, site, ADMIN))
  const page = await context.newPage()
  await page.goto('/#/admin/services')
  const services = (await (await context.request.get(staffVehicleCalls.listServices.path)).json()) as StaffService[]
  const [first] = services
  await page.getByRole('button', { name: `Change ${first?.name}` }).click()
  await page.getByLabel('Per helper').fill('12')
  await context.request.put(pathOf(staffVehicleCalls.changeService, { id: first?.id ?? '' }), {
    data: { ...first, perFloor: 34 },
    headers: { origin: site.origin },
    failOnStatusCode: true,
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Daniel Okafor has just changed the price per floor.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('₹34 per floor')
  await page.getByRole('button', { name: `Change ${first?.name}` }).click()
  await expect(page.getByText('Someone else has changed this since then. Your changes are shown on top of theirs.')).toBeVisible()
  await expect(page.getByLabel('Per helper')).toHaveValue('12')
  await expect(page.getByLabel('Per floor')).toHaveValue('34')
  await checkAccess(page, 'a change that was kept')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Per helper')).not.toHaveValue('12')
  await page.keyboard.press('Escape')

  await signUpByCall(playwright, site, account)
  await site.query(`update users set role = 'staff', has_staff_password = true where email = '${account.email}'`)
  const staff = await (await openBrowser(await logInByCall(playwright, site, account))).newPage()
  await staff.goto('/#/admin/services')
  await expect(staff.getByText('₹34 per floor')).toBeVisible()
  await expect(staff.getByRole('button', { name: /^Change|offer/i })).toHaveCount(0)
})
