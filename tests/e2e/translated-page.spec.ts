import type { BrowserContext, Page } from '@playwright/test'
import { expectBeginOf, fillContact, fillItem, fillLocation, press } from './mover.ts'
import { expect, logInByCall, signUpByCall, test } from './site.ts'
import { departure } from './traveller.ts'

const ADMIN = { name: 'Demo Admin', email: 'admin@example.com', password: 'admin1234' }
const TOUR = 'tokyo-and-mount-fuji'

/** Does to every page what the browser's translator does, but translates each word into itself. */
async function translate(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const isTranslated = new WeakSet<Node>()
    const replace = (text: Node) => {
      if (!text.nodeValue?.trim() || isTranslated.has(text) || !text.parentElement) return
      if (text.parentElement.closest('script, style, noscript, textarea, title, svg, [translate="no"]')) return
      const range = document.createRange()
      const fonts = range.createContextualFragment('<font><font></font></font>')
      const inner = fonts.querySelector('font font')
      inner?.append(text.nodeValue)
      for (const node of inner?.childNodes ?? []) isTranslated.add(node)
      text.parentNode?.replaceChild(fonts, text)
    }
    const replaceBelow = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts = root.nodeType === Node.TEXT_NODE ? [root] : []
      while (walker.nextNode()) texts.push(walker.currentNode)
      for (const text of texts) replace(text)
    }
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) for (const node of [target, ...addedNodes]) if (node.isConnected) replaceBelow(node)
    }).observe(document, { childList: true, characterData: true, subtree: true })
  })
}

/** Returns what a page shows, without the spaces, which differ between texts and elements. */
async function shown(page: Page): Promise<string> {
  // The translator is done with what the last change has left.
  await page.evaluate(async () => new Promise((resolve) => requestAnimationFrame(resolve)))
  const text = await page.evaluate(() => Array.from(document.querySelectorAll<HTMLElement>('main, dialog[open]'), (each) => each.innerText))
  return text.join('\n').replaceAll(/\s/g, '')
}

/** Walks through the site as an account of this name; returns what was shown after each step. */
async function visit(page: Page, account: { email: string; password: string }): Promise<string[]> {
  const steps: string[] = []
  const main = page.getByRole('main')
  const look = async () => steps.push((await shown(page)).replace(account.email, '').replaceAll(/\d\d:\d\d/g, ''))
  await page.goto('/#/login')
  for (const password of ['wrong-one', account.password]) {
    await page.getByPlaceholder('Enter your email').fill(account.email)
    await page.getByPlaceholder('Enter your password').fill(password)
    await main.getByRole('button', { name: 'Login', exact: true }).click()
    if (password === account.password) continue
    await expect(main.getByRole('alert')).toHaveText('Invalid credentials')
    await look()
  }
  await expect(page.getByRole('button', { name: /’s account$/ })).toBeVisible()

  await page.goto(`/#/destination-details/${TOUR}`)
  await expect(page.getByRole('button', { name: 'Book This Tour' })).toBeEnabled()
  for (const day of [departure(50).day, departure(400).day, departure(51).day]) {
    await page.getByLabel('Departure date').fill(day)
    await expect(main.getByText(/seats left|Book early|places|sold/i).first()).toBeVisible()
    await look()
  }
  await page.getByRole('button', { name: 'Increase Adults' }).click()
  await expect(main.getByText('$2,180.00').first()).toBeVisible()
  await look()
  await page.getByRole('button', { name: 'Decrease Adults' }).click()
  await page.getByRole('button', { name: 'Decrease Adults' }).click()
  await expect(page.getByRole('button', { name: 'Select at least 1 guest' })).toBeDisabled()
  await look()
  await page.getByRole('button', { name: 'Increase Adults' }).click()
  await page.getByRole('button', { name: 'Book This Tour' }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
  await page.goto('/#/bookings')
  await expect(page.getByRole('button', { name: 'Continue payment' })).toBeVisible()
  await page.getByRole('button', { name: 'Release seats' }).click()
  await expect(page.getByRole('button', { name: 'Release seats' })).toBeHidden()
  await look()

  await page.goto('/#/settings')
  for (const name of ['Zoë Walker', 'Ada Walker']) {
    await page.getByLabel('Name').fill(name)
    await main.getByRole('button', { name: 'Save name' }).click()
    await expect(page.getByText('Name saved')).toBeVisible()
    await expect(page.getByRole('button', { name: `${name}’s account` })).toBeVisible()
    await look()
  }

  await page.goto('/#/vehicle-price')
  await fillLocation(page, { drop: 'nowhere' })
  await press(page, 'Check Availability')
  await expect(page.getByText('Invalid UK pincode format')).toBeVisible()
  await look()
  await fillLocation(page)
  await press(page, 'Check Availability')
  await expectBeginOf(page, 'Service')
  for (const service of ['single-item-delivery', 'flat-move']) {
    await page.getByLabel('Service', { exact: true }).selectOption(service)
    await look()
  }
  await press(page, 'Continue')
  await fillContact(page)
  await press(page, 'Continue')
  await expectBeginOf(page, 'Items')
  await fillItem(page, 'Piano')
  await press(page, 'Add Item')
  await look()
  await press(page, 'Continue')
  await expectBeginOf(page, 'Details')
  await page.getByLabel('Pickup floor').fill('3')
  await page.getByLabel('Number of helpers').fill('2')
  await look()
  await press(page, 'Continue')
  await expectBeginOf(page, 'Confirm')
  await look()
  return steps
}

test('a page that the browser translates works and shows the same as one that it does not', async ({
  site,
  playwright,
  openBrowser,
  complaints,
}) => {
  test.setTimeout(180_000)
  complaints.expect(/status of 401/)
  const walks: string[][] = []
  for (const isTranslated of [false, true]) {
    const account = site.newcomer('Ada Walker')
    await signUpByCall(playwright, site, account)
    const context = await openBrowser()
    if (isTranslated) await translate(context)
    const page = await context.newPage()
    walks.push(await visit(page, account))
    expect((await page.locator('font').count()) > 0).toBe(isTranslated)
  }
  const [plain = [], translated = []] = walks
  for (const [step, text] of plain.entries()) expect(translated[step], `step ${step}`).toBe(text)
})

test('dialogs of the console work on a page that the browser translates', async ({ site, playwright, openBrowser }) => {
  const context = await openBrowser(await logInByCall(playwright, site, ADMIN))
  await translate(context)
  const page = await context.newPage()
  for (const [path, heading, key, name] of [
    [`/tours/${TOUR}`, 'Tokyo and Mount Fuji', 'd', 'Duplicate this tour'],
    ['/departures', 'Departures', 'f', 'Choose a tour'],
    ['/bookings', 'Bookings', '?', 'Keyboard shortcuts'],
  ] as const) {
    await page.goto(`/#/admin${path}`)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    for (let round = 0; round < 2; round += 1) {
      await page.keyboard.press(key)
      await expect(page.getByRole('dialog', { name })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog', { name })).toBeHidden()
    }
  }
  for (const path of ['', '/tours', '/departures', '/bookings', '/quotes', '/money', '/people', '/mail', '/audit', '/settings']) {
    await page.goto(`/#/admin${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('We couldn’t show this page')).toHaveCount(0)
  }
})

test('a page that fails because something else has changed it is shown again, once', async ({
  page,
  account,
  site,
  playwright,
  complaints,
}) => {
  complaints.expect(/NotFoundError|removeChild|status of 401/)
  await signUpByCall(playwright, site, account)
  await page.goto('/#/login')
  const main = page.getByRole('main')
  const fill = async () => {
    await page.getByPlaceholder('Enter your email').fill(account.email)
    await page.getByPlaceholder('Enter your password').fill('wrong-one')
    await main.getByRole('button', { name: 'Login', exact: true }).click()
  }
  await fill()
  await expect(main.getByRole('alert')).toHaveText('Invalid credentials')
  // The next try removes the alert, which is then no longer where React expects it.
  await main.getByRole('alert').evaluate((alert) => alert.remove())
  await fill()
  await expect(main.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
  await expect(main.getByText('This page lost its way')).toHaveCount(0)
})
