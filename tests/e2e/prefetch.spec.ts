import type { Page } from '@playwright/test'
import { live } from './live.ts'
import { expect, test } from './site.ts'

/** Records the scripts requested from now on. */
function scripts(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') asked.push(new URL(request.url()).pathname)
  })
  return asked
}

async function openHome(page: Page): Promise<void> {
  await page.goto('/')
  await live(page)
}

test('pointing at a link, or reaching it by keyboard, loads its page and no other', async ({ page }) => {
  const asked = scripts(page)
  await openHome(page)
  expect(asked.filter((path) => path.includes('about-page'))).toEqual([])
  const footer = page.getByRole('contentinfo')
  const loaded = page.waitForRequest(/about-page/)
  await footer.getByRole('link', { name: 'About Us' }).hover()
  await loaded
  const map = page.waitForRequest(/site-map-page/)
  await footer.getByRole('link', { name: 'Site Map' }).focus()
  await map
  expect(asked.filter((path) => /(legal|support|tools|destinations)-page/.test(path))).toEqual([])
})

test('nothing is preloaded for visitors who save data', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  const asked = scripts(page)
  await page.clock.install()
  await openHome(page)
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'About Us' })
  await link.hover()
  // Longer than the pointer must rest on a link, so any preload would have been requested by now.
  await page.clock.runFor(200)
  await page.evaluate(async () => void (await fetch('/healthz')))
  expect(asked.filter((path) => path.includes('about-page'))).toEqual([])
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible()
})
