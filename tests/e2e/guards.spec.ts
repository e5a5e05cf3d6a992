import { bookAndPayByCall, departure, expectAddress, logIn, signUp } from './traveller.ts'
import { expect, signUpByCall, test } from './site.ts'

const GUARDED = [
  { path: '/destinations', heading: 'Find Your Next Adventure', notice: 'the destinations' },
  { path: '/destination-details/tokyo-and-mount-fuji', heading: 'Tokyo and Mount Fuji', notice: 'the tour you chose' },
  { path: '/vehicle-price', heading: 'Vehicle', notice: 'your vehicle quote' },
  { path: '/bookings', heading: 'My Bookings', notice: 'your bookings' },
  { path: '/success', heading: 'Payment', notice: 'your payment result' },
  { path: '/profile', heading: 'Ada Traveller', notice: 'your profile' },
]

test.describe('signed out', () => {
  test('every guarded page leads to the login page, and every open one is shown', { tag: '@day' }, async ({ page }) => {
    for (const { path } of GUARDED) {
      await page.goto('/')
      await page.goto(`/#${path}`)
      await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
      await expectAddress(page, '#/login')
    }
    await page.goto('/#/signup')
    await expect(page.getByRole('heading', { level: 1, name: 'Create Account' })).toBeVisible()
    await page.goto('/#/')
    await expect(page.getByRole('heading', { level: 2, name: 'Trendy Travel Locations' })).toBeVisible()
  })

  test('an unknown page says so and leads home', async ({ page }) => {
    await page.goto('/#/tooldetails')
    const main = page.getByRole('main')
    for (const text of ['404', 'Page Not Found', 'The page you are looking for does not exist.']) {
      await expect(main.getByText(text, { exact: true })).toBeVisible()
    }
    await expect(page).toHaveTitle('Page Not Found · Meridian')
    await main.getByRole('link', { name: 'Go back to Home' }).click()
    await expectAddress(page, '#/')
  })

  test('an address typed without its hash leads to the page', async ({ page }) => {
    await page.goto('/login')
    await expectAddress(page, '#/login')
    await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
    await page.goto('/nowhere/at/all')
    await expect(page.getByText('Page Not Found')).toBeVisible()
  })

  test('Back from the login page does not lead into the guard again', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('main').getByRole('link', { name: 'Explore More' }).click()
    await expectAddress(page, '#/login')
    await page.goBack()
    await expectAddress(page, '')
    await expect(page.getByRole('heading', { name: 'Trendy Travel Locations' })).toBeVisible()
  })

  test(
    'the wanted page is offered once after login, and can be dismissed',
    { tag: '@day' },
    async ({ page, site, account, playwright }) => {
      await signUpByCall(playwright, site, account)
      await page.goto('/#/bookings')
      await logIn(page, account)
      await expectAddress(page, '#/')
      await expect(page.getByRole('link', { name: 'Continue to your bookings' })).toBeVisible()
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await expect(page.getByRole('link', { name: 'Continue to your bookings' })).toBeHidden()
      await page.reload()
      await expect(page.getByRole('button', { name: /’s account/ })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Continue to your bookings' })).toBeHidden()
    },
  )
})

test.describe('signed in', () => {
  test.use({ isSignedIn: true })

  test('every guarded page is shown, even after a reload', async ({ page }) => {
    for (const { path, heading } of GUARDED) {
      await page.goto(`/#${path}`)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await page.reload()
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expectAddress(page, `#${path}`)
    }
  })

  test('login and sign-up lead home', async ({ page }) => {
    for (const path of ['/login', '/signup']) {
      await page.goto(`/#${path}`)
      await expectAddress(page, '#/')
      await expect(page.getByRole('button', { name: /’s account/ })).toBeVisible()
    }
  })

  test(
    'a payment is shown to the traveller who made it, and to nobody else',
    { tag: '@day' },
    async ({ page, site, openBrowser, playwright, complaints }) => {
      complaints.expect(/status of 404 .*\/checkout-session\//)
      const session = await bookAndPayByCall(site, page, 'tokyo-and-mount-fuji', departure(50).day)
      const address = `/#/success?session_id=${session}`
      await page.goto(address)
      await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()

      const other = await (await openBrowser(await signUpByCall(playwright, site, site.newcomer()))).newPage()
      await other.goto(address)
      await expect(other.getByRole('alert').filter({ hasText: 'Error loading payment data.' })).toBeVisible()

      await page.goto('/#/success')
      await expect(page.getByText('Error loading payment data.')).toBeVisible()
    },
  )
})

test('a search at the login wall says why to log in, and waits through sign-up and login', async ({ page, site }) => {
  const account = site.newcomer()
  await page.goto('/#/destinations?search=kyoto')
  const main = page.getByRole('main')
  await expect(main.getByText('Log in to see tours for “kyoto”.')).toBeVisible()
  await main.getByRole('link', { name: 'Sign up' }).click()
  await expect(main.getByText('Sign up to see tours for “kyoto”.')).toBeVisible()
  await signUp(page, account)
  await main.getByRole('link', { name: 'Continue to login' }).click()
  await logIn(page, account)
  await page.getByRole('link', { name: 'Continue to tours for “kyoto”' }).click()
  await expect(main.getByText('Searching for “kyoto”')).toBeVisible()
})
