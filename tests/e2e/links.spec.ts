import type { Page } from '@playwright/test'
import { pages } from '../../src/shared/pages.ts'
import { LinkWalk } from './link-walk.ts'
import { expect, test } from './site.ts'

/** Pages reached from an email or, for a guide, from a link that staff pass on. */
const FROM_MAILS = new Set<string>([pages.resetPassword, pages.confirmEmail, pages.keepEmail, pages.guide])

test.use({ contextOptions: { reducedMotion: 'reduce' } })

async function walk(page: Page, forGuests: readonly string[] = []): Promise<LinkWalk> {
  const found = new LinkWalk(page)
  await found.start()
  expect(found.faults).toEqual([])
  const missed = Object.values(pages).filter((path) => typeof path === 'string' && !FROM_MAILS.has(path) && !found.paths.has(path))
  // Only the hosted checkout leads to the payment result.
  expect(missed, 'pages that no link leads to').toEqual([...forGuests, pages.success])
  return found
}

test('signed out, every link leads somewhere', { tag: '@day' }, async ({ page }) => {
  test.setTimeout(120_000)
  const { paths } = await walk(page)
  expect(paths.size).toBeGreaterThan(40)
})

test.describe('signed in', () => {
  test.use({ isSignedIn: true })

  test('every link leads somewhere, including those to tours', async ({ page }) => {
    test.setTimeout(120_000)
    const { paths } = await walk(page, [pages.signup])
    expect([...paths].filter((path) => path.startsWith('/destination-details/')).length).toBeGreaterThan(19)
  })
})

test('paths that are not pages are not found', async ({ page }) => {
  await page.goto('/')
  for (const path of ['/tooldetails', '/delivery/van1', '/manuals/cordless-drill.pdf', '/tools/cordless-drill', '/tools/details/nope']) {
    await page.goto(`/#${path}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
    await expect(page).toHaveTitle(/^Page Not Found/)
  }
})

test.describe('signed in with a mouse', () => {
  test.use({ isSignedIn: true })

  test('a tour under the pointer is preloaded, and every file it names exists', async ({ page }) => {
    await page.goto(`/#${pages.destinations}`)
    const ahead = page.waitForResponse(/destination-details-page/)
    await page.getByRole('link', { name: 'View Details' }).first().hover()
    expect((await ahead).status()).toBe(200)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => performance.getEntriesByType('resource').filter((each) => each.name.endsWith('.css')).length)).toBe(0)
  })
})
