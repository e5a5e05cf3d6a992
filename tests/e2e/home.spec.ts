import type { Page } from '@playwright/test'
import { brand } from '../../src/shared/brand.ts'
import { violations } from './axe.ts'
import { layoutFaults } from './layout-faults.ts'
import { holdScripts, live } from './live.ts'
import { expect, test } from './site.ts'

// The home page is prerendered, so most of it must work before, or without, any script.

const SECTIONS = ['Trendy Travel Locations', 'A London agency', 'Top Vehicle Rental Options', 'Reliable Tool Rental Solutions']

const slide = (page: Page) => page.locator('.hero-slide.is-current').getByRole('heading')
const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true })

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

  test('everything is there, and the menu opens', { tag: '@day' }, async ({ page }) => {
    await page.goto('/')
    await expect(slide(page)).toHaveText('Tour & Travel Agency')
    for (const title of SECTIONS) await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByText('29+').first()).toBeVisible()
    await expect(page.locator('noscript p')).toContainText('Booking needs JavaScript')
    await menuButton(page).click()
    const panel = page.getByRole('dialog', { name: 'Menu' })
    await expect(panel.getByRole('link', { name: 'Tour Bookings' })).toBeVisible()
    await expect(panel.getByLabel('Message')).toBeVisible()
  })
})

test('is painted before any script of ours, and makes no calls', { tag: '@day' }, async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.resourceType()))
  const held = await holdScripts(page)
  await page.goto('/')
  await expect(slide(page)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Explore More' })).toHaveAttribute('href', '#/destinations')
  held.release()
  await live(page)
  expect(calls).not.toContain('fetch')
  expect(calls).not.toContain('xhr')
})

test('a visitor who only looks downloads no script and at most 380 kB; the slides still change, and go on from there', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const scripts: string[] = []
  page.on('request', (request) => void (request.resourceType() === 'script' && scripts.push(request.url())))
  const devtools = await page.context().newCDPSession(page)
  let sent = 0
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (sent += encodedDataLength))
  await devtools.send('Network.enable')
  await page.goto('/')
  await page.waitForSelector('html.has-slides', { state: 'attached' })
  expect(sent).toBeLessThanOrEqual(380_000)
  expect(scripts).toEqual([])

  const words = page.locator('.hero-text').getByRole('heading')
  for (const [time, title] of [
    [200, 'Tour & Travel Agency'],
    [1500, 'Vehicle Rental Service'],
    [2800, 'Tools & Equipment Rental'],
    [4100, 'Tour & Travel Agency'],
    [5400, 'Vehicle Rental Service'],
  ] as const) {
    await page.evaluate((at) => {
      for (const animation of document.getAnimations()) {
        if (!(animation instanceof CSSAnimation && animation.animationName.startsWith('hero-'))) continue
        animation.pause()
        animation.currentTime = at
      }
    }, time)
    await expect(words).toHaveText(title)
  }
  await live(page)
  await expect(slide(page)).toHaveText('Vehicle Rental Service')
  expect(scripts).not.toEqual([])
})

test('a visitor who keeps looking gets the scripts before they are needed', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  await page.waitForSelector('html.has-slides', { state: 'attached' })
  await page.clock.runFor(8000)
  await page.waitForSelector('html.is-live', { state: 'attached' })
})

test.describe('before the scripts have loaded', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('what was typed and pressed is kept', async ({ page }) => {
    const held = await holdScripts(page)
    await page.goto('/')
    await menuButton(page).click()
    await page.getByLabel('Name').fill('Ada')
    held.release()
    await live(page)
    await expect(page.getByLabel('Name')).toHaveValue('Ada')
    await page.getByRole('button', { name: 'Close menu' }).click()
    await expect(page.getByLabel('Name')).toHaveCount(0)
  })

  test('a button that was pressed acts once they have', async ({ page }) => {
    const held = await holdScripts(page)
    await page.goto('/')
    await page.getByRole('button', { name: 'Pause the slides' }).click()
    held.release()
    await expect(page.getByRole('button', { name: 'Play the slides' })).toBeVisible()
  })

  test('a link that was followed leads on', { tag: '@day' }, async ({ page }) => {
    const held = await holdScripts(page)
    await page.goto('/')
    await page.getByRole('link', { name: 'Login' }).click()
    held.release()
    await expect(page.getByRole('heading', { name: 'Login', level: 1 })).toBeFocused()
  })

  test('a search submitted by the browser itself arrives', async ({ page }) => {
    const held = await holdScripts(page)
    await page.goto('/')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByLabel('Search tours').fill('kyoto')
    await page.getByLabel('Search tours').press('Enter')
    await page.waitForURL(/#\/destinations\?search=kyoto$/)
    held.release()
    // The visitor is not signed in, so the guard takes over.
    await expect(page.getByRole('heading', { name: 'Login', level: 1 })).toBeVisible()
  })
})

test('on a phone the hero offers the search', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.getByRole('region', { name: 'What we do' }).getByRole('button', { name: 'Where would you like to go?' }).click()
  await expect(page.getByRole('dialog', { name: 'Search' }).getByLabel('Search tours')).toBeFocused()
})

test('on a laptop the first places are seen on the first screen', async ({ page }) => {
  // They rise into their places as they come into view.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')
  const card = await page.getByRole('region', { name: 'Trendy Travel Locations' }).locator('picture').first().boundingBox()
  expect(card?.y).toBeLessThan(825)
})

test('an address that changes while the script takes over the page leads on', async ({ page }) => {
  await page.addInitScript(() => {
    const listen = window.addEventListener.bind(window)
    // The last moment at which the router is not yet listening.
    window.addEventListener = (type: string, ...rest: [EventListenerOrEventListenerObject]) => {
      if (type === 'popstate' && location.hash === '') location.hash = '#/signup'
      listen(type, ...rest)
    }
  })
  await page.goto('/')
  await live(page)
  await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible()
})

test('with a page in the address the home page never shows', async ({ page }) => {
  await page.addInitScript(() => {
    const seen = window as unknown as { homeWasSeen?: boolean }
    const look = () => {
      const title = document.getElementById('trending-title')
      if (title?.checkVisibility({ visibilityProperty: true })) seen.homeWasSeen = true
      requestAnimationFrame(look)
    }
    look()
  })
  await page.goto('/#/signup')
  await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { homeWasSeen?: boolean }).homeWasSeen)).toBeUndefined()
})

test.describe('signed in', () => {
  test.use({ isSignedIn: true })

  test('Login never shows, and the account menu is there', { tag: '@day' }, async ({ page, account }) => {
    await page.addInitScript(() => {
      const seen = window as unknown as { loginWasSeen?: boolean }
      const look = () => {
        for (const link of document.querySelectorAll('header a[href="#/login"]')) {
          if (link.checkVisibility({ visibilityProperty: true })) seen.loginWasSeen = true
        }
        requestAnimationFrame(look)
      }
      look()
    })
    await page.goto('/')
    await page.getByRole('button', { name: `${account.name}’s account` }).click()
    for (const name of ['Settings', 'My Bookings']) await expect(page.getByRole('link', { name })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    await page.mouse.click(640, 700)
    await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden()
    expect(await page.evaluate(() => (window as unknown as { loginWasSeen?: boolean }).loginWasSeen)).toBeUndefined()
  })
})

test('the slides change by themselves, pause under the pointer, and obey the arrows', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  await live(page)
  await page.clock.runFor(1500)
  await expect(slide(page)).toHaveText('Vehicle Rental Service')
  await page.clock.runFor(1500)
  await expect(slide(page)).toHaveText('Tools & Equipment Rental')
  await page.getByRole('button', { name: 'Pause the slides' }).click()
  const shown = await slide(page).textContent()
  await page.clock.runFor(10_000)
  await expect(slide(page)).toHaveText(shown ?? '')
  await page.getByRole('button', { name: 'Next slide' }).click()
  await expect(slide(page)).not.toHaveText(shown ?? '')
  await page.getByRole('button', { name: 'Previous slide' }).click()
  await expect(slide(page)).toHaveText(shown ?? '')
  expect((await page.getByRole('region', { name: 'What we do' }).boundingBox())?.height).toBe(500)
})

test('the header sticks after 350 px', async ({ page }) => {
  await page.goto('/')
  await live(page)
  const login = page.getByRole('banner').getByRole('link', { name: 'Login' })
  await page.evaluate(() => window.scrollTo(0, 340))
  await expect(login).not.toBeInViewport()
  await page.evaluate(() => window.scrollTo(0, 420))
  await expect(login).toBeInViewport()
})

test('header and footer say who runs the site', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveTitle(`${brand.tagline} · ${brand.name}`)
  await expect(page.getByRole('banner').getByText(brand.address).first()).toBeVisible()
  const footer = page.getByRole('contentinfo')
  for (const text of [brand.email, brand.phone, `© ${new Date().getFullYear()} ${brand.name}`])
    await expect(footer.getByText(text)).toBeVisible()
  for (const name of [
    'All Destination',
    '24/7 Support',
    'Tour Places',
    'Reviews',
    'About Us',
    'Legal Notice',
    'Terms & Condition',
    'Contact Us',
  ]) {
    await expect(footer.getByRole('link', { name })).toBeVisible()
  }
})

test.describe('for everyone', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  for (const width of [390, 1280]) {
    test(`axe finds nothing at ${width} px, whatever is open`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/')
      await live(page)
      const findings = async () => violations(page, 'all')
      expect(await findings()).toEqual([])
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await expect(page.getByLabel('Search tours')).toBeFocused()
      expect(await findings()).toEqual([])
      await page.keyboard.press('Escape')
      if (width > 1000) return
      await menuButton(page).click()
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
      expect(await findings()).toEqual([])
    })
  }

  test('nothing overflows the page sideways and no heading is broken from 320 to 1920 px, even with text twice as large', async ({
    page,
  }) => {
    await page.goto('/')
    await live(page)
    for (const width of [320, 390, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      await page.waitForFunction((wanted) => innerWidth === wanted, width)
      expect(await layoutFaults(page), `at ${width} px`).toEqual([])
    }
  })
})
