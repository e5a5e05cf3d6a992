import type { Page } from '@playwright/test'
import { expect, test } from './site.ts'

const ABOUT = '**/assets/about-page-*.js'

/** From now on the site is another build, which no longer has a page's script. Returns how often the home page's HTML was loaded. */
async function upgrade(page: Page, isNewer = true): Promise<{ loads: number }> {
  const counter = { loads: 0 }
  page.on('request', (request) => (counter.loads += Number(request.isNavigationRequest())))
  await page.route(ABOUT, (route) => route.fulfill({ status: 404, body: 'Not found' }))
  await page.route('/', async (route) => {
    const response = await route.fetch()
    if (route.request().isNavigationRequest()) await page.unroute(ABOUT)
    const html = await response.text()
    // Only a page that asks which build is there gets the other one: the tests have no second build to load.
    const isAsked = !route.request().isNavigationRequest()
    await route.fulfill({
      response,
      body: isAsked && isNewer ? html.replaceAll(/\/assets\/index-[\w-]+\.js/g, '/assets/index-newer.js') : html,
    })
  })
  return counter
}

const title = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('heading', { level: 1, name })

test('an old tab reloads once, by itself, when an upgrade has taken the script of a page, and shows that page', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 404|dynamically imported module/)
  await page.goto('/#/login')
  await expect(title(page, 'Login')).toBeVisible()
  const seen = await upgrade(page)
  await page.evaluate(() => (location.hash = '#/about'))
  await expect(title(page, /./)).toBeVisible()
  await expect.poll(() => seen.loads).toBe(1)
  await expect(title(page, 'This page lost its way')).toHaveCount(0)
  expect(page.url()).toContain('#/about')
})

test('a page whose script is gone says so instead of reloading again', async ({ page, complaints }) => {
  complaints.expect(/status of 404|dynamically imported module/)
  await page.goto('/#/login')
  const seen = await upgrade(page)
  await page.evaluate(() => sessionStorage.setItem('reloadedAt', String(Date.now())))
  await page.evaluate(() => (location.hash = '#/about'))
  await expect(title(page, 'This page lost its way')).toBeVisible()
  await expect(page.getByText('or we’ve updated the site')).toBeVisible()
  expect(seen.loads).toBe(0)
})

test('a script that cannot be loaded does not reload a page that is up to date', async ({ page, complaints }) => {
  complaints.expect(/status of 404|dynamically imported module/)
  await page.goto('/#/login')
  const seen = await upgrade(page, false)
  await page.evaluate(() => (location.hash = '#/about'))
  await expect(title(page, 'This page lost its way')).toBeVisible()
  expect(seen.loads).toBe(0)
})

test('a home page that was opened before an upgrade reloads when it first needs its scripts', async ({ page, complaints }) => {
  complaints.expect(/status of 404|dynamically imported module/)
  let loads = 0
  page.on('request', (request) => (loads += Number(request.isNavigationRequest())))
  await page.route('**/assets/index-*.js', (route) => route.fulfill({ status: 404, body: 'Not found' }))
  await page.goto('/')
  await page.route('/', async (route) => {
    const response = await route.fetch()
    const isAsked = !route.request().isNavigationRequest()
    if (!isAsked) await page.unroute('**/assets/index-*.js')
    const html = await response.text()
    await route.fulfill({ response, body: isAsked ? html.replaceAll(/\/assets\/index-[\w-]+\.js/g, '/assets/index-newer.js') : html })
  })
  await page.getByRole('button', { name: 'Search' }).first().hover()
  await page.mouse.down()
  await page.mouse.up()
  await expect.poll(() => loads).toBe(2)
  await expect(page.locator('html')).toHaveClass(/is-live/)
  expect(loads).toBe(2)
})
