import { ACCESS_COOKIE, REFRESH_COOKIE } from '../../src/server/lib/session-cookies.ts'
import * as accountCalls from '../../src/shared/accounts/calls.ts'
import * as bookingCalls from '../../src/shared/bookings/calls.ts'
import { listTours } from '../../src/shared/tours/search-calls.ts'
import { expect, signUpByCall, test } from './site.ts'
import { countCalls, expectAddress, logIn } from './traveller.ts'

const REFUSED = /status of 401/

test.describe('signed in', () => {
  test.use({ isSignedIn: true })

  test(
    'a refused call is repeated once after a refresh, and calls in parallel share the one refresh',
    { tag: '@day' },
    async ({ page, complaints }) => {
      complaints.expect(REFUSED)
      await page.goto('/')
      await expect(page.getByRole('button', { name: /’s account/ })).toBeVisible()
      await page.context().clearCookies({ name: ACCESS_COOKIE })
      const refreshes = countCalls(page, accountCalls.refreshToken.path)
      const tours = countCalls(page, bookingCalls.listTourBookings.path)
      const vehicles = countCalls(page, bookingCalls.listVehicleBookings.path)
      await page.goto('/#/bookings')
      await expect(page.getByText('No tours booked yet')).toBeVisible()
      expect([refreshes.count, tours.count, vehicles.count]).toEqual([1, 2, 2])
      await page.reload()
      await expect(page.getByText('No tours booked yet')).toBeVisible()
      expect(refreshes.count).toBe(1)
    },
  )

  test('a call that is refused again after the refresh is not repeated a third time', async ({ page, complaints }) => {
    complaints.expect(REFUSED)
    await page.route(`**${listTours.path}?*`, (route) => route.fulfill({ status: 401, json: { message: 'No' } }))
    const refreshes = countCalls(page, accountCalls.refreshToken.path)
    const lists = countCalls(page, listTours.path)
    await page.goto('/#/destinations')
    await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
    expect([refreshes.count, lists.count]).toEqual([1, 2])
  })

  test('when the refresh fails too, the traveller is signed out and on the login page', async ({ page, complaints }) => {
    complaints.expect(REFUSED)
    await page.goto('/')
    await page.context().clearCookies({ name: new RegExp(`${ACCESS_COOKIE}|${REFRESH_COOKIE}`) })
    await page.goto('/#/bookings')
    await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
    await expectAddress(page, '#/login')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    const stored = await page.evaluate(() => [localStorage.getItem('root'), localStorage.getItem('user')])
    expect(JSON.parse(stored[0] ?? '')).toMatchObject({ isAuthenticated: false, id: null })
    expect(stored[1]).toBeNull()
  })

  test('the other tab follows a logout', { tag: '@day' }, async ({ page, context }) => {
    const other = await context.newPage()
    await page.goto('/')
    await other.goto('/#/bookings')
    await expect(other.getByRole('heading', { level: 1, name: 'My Bookings' })).toBeVisible()
    await page.bringToFront()
    await page.getByRole('button', { name: /’s account/ }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    await expect(other.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
  })

  test('a logout that does not reach the server still signs out here (ASVS 14.3.1)', async ({ page, complaints }) => {
    complaints.expect(/ERR_FAILED/)
    await page.route(`**${accountCalls.logOut.path}`, (route) => route.abort())
    await page.goto('/')
    await page.getByRole('button', { name: /’s account/ }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
  })

  test('no stored session data can break the page', async ({ page }) => {
    await page.goto('/')
    for (const nonsense of ['{', 'null', '[]', '{"isAuthenticated":"yes"}']) {
      await page.evaluate((text) => localStorage.setItem('root', text), nonsense)
      await page.reload()
      await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    }
  })
})

test('a login is stored under root and user, is otherwise unreadable to scripts, and survives a reload (ASVS 3.3.4)', async ({
  page,
  site,
  account,
  playwright,
}) => {
  await signUpByCall(playwright, site, account)
  await page.goto('/#/login')
  await logIn(page, account)
  await expectAddress(page, '#/')
  await page.reload()
  await expect(page.getByRole('button', { name: `${account.name}’s account` })).toBeVisible()
  const stored = await page.evaluate(() => [localStorage.getItem('root'), localStorage.getItem('user'), document.cookie])
  const record = { id: expect.any(String), name: account.name, email: account.email, profileImage: null }
  expect(JSON.parse(stored[0] ?? '')).toEqual({ isAuthenticated: true, ...record })
  expect(JSON.parse(stored[1] ?? '')).toEqual(record)
  expect(stored[2]).toBe('')
})
