import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import * as ownCalls from '../../src/shared/accounts/own-calls.ts'
import { violations } from './axe.ts'
import { expect, logInByCall, test } from './site.ts'
import { bookAndPayByCall, departure, expectAddress, logIn } from './traveller.ts'

const TOUR = 'okinawa-and-the-kerama-islands'

test.use({ isSignedIn: true, contextOptions: { reducedMotion: 'reduce' } })

async function expectNoFaults(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([])
}

/** Returns a picture that is dark on the left and light on the right. */
async function halfLight(): Promise<Buffer> {
  const input = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#f7f1e5' } })
    .png()
    .toBuffer()
  return sharp({ create: { width: 600, height: 400, channels: 3, background: '#0f2233' } })
    .composite([{ input, left: 300, top: 0 }])
    .jpeg()
    .toBuffer()
}

async function openSettings(page: Page): Promise<void> {
  await page.goto('/#/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(page.getByText('This device')).toBeVisible()
}

test(
  'a new name shows in the header, in the menu and in the other tab at once, and after a reload',
  { tag: '@day' },
  async ({ page, context, account }) => {
    const other = await context.newPage()
    await other.goto('/')
    await expect(other.getByRole('button', { name: `${account.name}’s account` })).toBeVisible()
    await page.bringToFront()
    await openSettings(page)
    const name = page.getByLabel('Name')
    await expect(name).toHaveValue(account.name)
    await name.fill('   ')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Name is required')).toBeVisible()
    await expect(name).toBeFocused()
    await name.fill('Zoë O’Neill')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Name saved')).toBeVisible()
    for (const tab of [page, other]) await expect(tab.getByRole('button', { name: 'Zoë O’Neill’s account' })).toBeVisible()
    const stored = await page.evaluate(() => [localStorage.getItem('root'), localStorage.getItem('user')])
    for (const text of stored) expect(JSON.parse(text ?? '')).toMatchObject({ name: 'Zoë O’Neill', email: account.email })
    await page.reload()
    await expect(page.getByLabel('Name')).toHaveValue('Zoë O’Neill')
  },
)

for (const width of [390, 1440]) {
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 844 } })

    test('a photo is cropped by keyboard or pointer, shown in the header, and removed again', async ({ page, request }) => {
      await openSettings(page)
      await expectNoFaults(page)
      await page.getByLabel('Add a photo').setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no photo') })
      await expect(page.getByRole('alert').filter({ hasText: 'Please choose a JPEG, PNG or WebP photo.' })).toBeVisible()
      await page.getByLabel('Add a photo').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await halfLight() })
      const dialog = page.getByRole('dialog', { name: 'Your new photo' })
      await expect(dialog.getByRole('slider', { name: 'Vertical position' })).toBeDisabled()
      await expectNoFaults(page)
      if (width > 1000) {
        const area = dialog.getByRole('img', { name: 'Crop area' })
        await area.hover()
        await page.mouse.down()
        await page.mouse.move(0, 400, { steps: 5 })
        await page.mouse.up()
      } else {
        await dialog.getByRole('slider', { name: 'Zoom' }).press('ArrowRight')
        await dialog.getByRole('slider', { name: 'Horizontal position' }).press('End')
      }
      await dialog.getByRole('button', { name: 'Save photo' }).click()
      await expect(dialog).toBeHidden()
      await expect(page.getByText('Photo saved')).toBeVisible()
      const image = page.getByRole('banner').locator('img[src^="/avatars/"]')
      await expect(image).toBeVisible()
      const address = (await image.getAttribute('src')) ?? ''
      // Three quarters light: the right end was chosen.
      const { channels } = await sharp(await (await request.get(address)).body()).stats()
      expect(channels[0]?.mean).toBeGreaterThan(170)
      // An image that failed to load would have no width.
      const images = page.locator('img[src^="/avatars/"]')
      await expect.poll(() => images.evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth))).toEqual([400, 400])
      await page.getByRole('button', { name: 'Remove photo' }).click()
      await expect(page.getByText('Photo removed')).toBeVisible()
      await expect(image).toHaveCount(0)
      await page.reload()
      await expect(page.getByLabel('Add a photo')).toBeAttached()
      expect((await request.get(address)).status()).toBe(404)
    })

    test(
      'an account is deleted once its password is given, and only a new sign-up leads back in',
      { tag: '@day' },
      async ({ page, account, complaints }) => {
        complaints.expect(/status of 40[01]/)
        await openSettings(page)
        await page.getByRole('button', { name: 'Delete account' }).click()
        const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
        await expectNoFaults(page)
        await dialog.getByRole('button', { name: 'Delete permanently' }).click()
        await expect(dialog.getByText('Password is required')).toBeVisible()
        await dialog.getByLabel('Your password').fill('wrong-one')
        await page.keyboard.press('Enter')
        await expect(dialog.getByText('This isn’t your current password')).toBeVisible()
        await expect(dialog.getByLabel('Your password')).toBeFocused()
        await dialog.getByLabel('Your password').fill(account.password)
        await page.keyboard.press('Enter')
        await expectAddress(page, '#/login')
        await expect(page.getByText('Your account has been deleted.')).toBeVisible()
        expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
        await logIn(page, account)
        await expect(page.getByRole('main').getByRole('alert')).toHaveText('Invalid credentials')
      },
    )
  })
}

test('an upcoming booking prevents deletion, and the dialog says which one and what to do', async ({ page, site, account, complaints }) => {
  complaints.expect(/status of 409/)
  await bookAndPayByCall(site, page, TOUR, departure(70).day)
  await openSettings(page)
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill(account.password)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('Please cancel it in My Bookings first')
  await dialog.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeFocused()
})

test(
  'a new password needs the old one, and signs out the other devices (ASVS 6.2.3)',
  { tag: '@day' },
  async ({ page, site, account, openBrowser, playwright, complaints }) => {
    complaints.expect(/status of 40[01]/)
    const other = await (await openBrowser(await logInByCall(playwright, site, account))).newPage()
    await other.goto('/')
    await expect(other.getByRole('button', { name: /’s account/ })).toBeVisible()
    await openSettings(page)
    await page.getByLabel('Current password').fill('not-the-one')
    await page.getByLabel('New password').fill('voyage-2028')
    await page.keyboard.press('Enter')
    await expect(page.getByText('This isn’t your current password')).toBeVisible()
    await expect(page.getByLabel('Current password')).toBeFocused()
    await expect(page.getByLabel('New password')).toHaveValue('voyage-2028')
    await page.getByLabel('Current password').fill(account.password)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Your password has been changed. All your other devices have been signed out.')).toBeVisible()
    await expect(page.getByLabel('Current password')).toHaveValue('')
    await other.goto('/#/settings')
    await expect(other.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1)
  },
)

test('another device can be signed out from here: one, or all others', async ({
  page,
  site,
  account,
  openBrowser,
  playwright,
  complaints,
}) => {
  complaints.expect(/status of 401/)
  const others: Page[] = []
  for (let index = 0; index < 3; index++) {
    const other = await (await openBrowser(await logInByCall(playwright, site, account))).newPage()
    await other.goto('/')
    await expect(other.getByRole('button', { name: /’s account/ })).toBeVisible()
    others.push(other)
  }
  await openSettings(page)
  const devices = page.getByRole('list', { name: 'Signed-in devices' }).getByRole('listitem')
  // Its own sign-up was made by a call, without a browser's name.
  await expect(devices).toHaveCount(4)
  await devices
    .nth(0)
    .getByRole('button', { name: /^Sign out/ })
    .click()
  await expect(page.getByText('Device signed out.')).toBeVisible()
  await expect(devices).toHaveCount(3)
  await page.getByRole('button', { name: 'Sign out all other devices' }).click()
  await expect(devices).toHaveCount(1)
  await expect(devices).toContainText('This device')
  for (const other of others) {
    await other.goto('/#/settings')
    await expect(other.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
  }
})

test('a customer downloads all of their own data, even when the session has to be renewed first', async ({ page, account, complaints }) => {
  complaints.expect(/status of 401/)
  await openSettings(page)
  await page.context().clearCookies({ name: 'meridian_access' })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/-my-data-[\d-]+\.json$/)
  const data = JSON.parse(await readFile(await file.path(), 'utf8')) as { account: object; bookings: unknown[] }
  expect(data).toMatchObject({ account: { email: account.email }, bookings: [] })
  await expect(page.getByText('The file is in your downloads folder.')).toBeVisible()
})

test('without the calls beyond the specification, the page shows what it knows and no error gets in the way', async ({
  page,
  account,
  complaints,
}) => {
  complaints.expect(/status of 404/)
  await page.route(new RegExp(`${ownCalls.getAccount.path}(/sessions)?$`), (route) =>
    route.fulfill({ status: 404, json: { message: 'Not found' } }),
  )
  await page.goto('/#/settings')
  await expect(page.getByText('We couldn’t load the list.')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue(account.name)
  await expect(page.getByRole('main').getByText(account.email)).toBeVisible()
  await expect(page.getByText('Not confirmed')).toHaveCount(0)
})
