import type { Page } from '@playwright/test'
import { addVirtualAuthenticator } from '../support/virtual-authenticator.ts'
import { checkAccess, violations } from './axe.ts'
import { layoutFaults } from './layout-faults.ts'
import type { Account, RunningSite } from './running-site.ts'
import { expect, signUpByCall, test } from './site.ts'
import { logIn } from './traveller.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const offer = (page: Page) => page.getByRole('region', { name: 'Sign in faster next time with a passkey' })
const passkeys = (page: Page) => page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')

async function expectNoFaults(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([])
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await layoutFaults(page), `${width} pixels wide`).toEqual([])
  }
}

/** Makes the account a member of staff whose sign-in is set up. */
async function hire(site: RunningSite, { email }: Account): Promise<void> {
  await site.query("update users set role = 'staff', has_staff_password = true, email_confirmed_at = now() where email = $1", [email])
}

async function openConsole(page: Page, account: Account): Promise<void> {
  await page.goto('/#/login')
  await logIn(page, account)
  await page.getByRole('link', { name: 'Continue to the console' }).click()
  await expect(heading(page, 'Today')).toBeVisible()
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: /’s account/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: /’s account/ })).toBeHidden()
  await page.goto('/#/login')
}

test(
  'a passkey is offered after the login, added, and signs in the next time',
  { tag: '@day' },
  async ({ page, site, account, playwright, complaints }) => {
    await signUpByCall(playwright, site, account)
    await hire(site, account)
    const device = await addVirtualAuthenticator(page)
    await openConsole(page, account)
    await expect(offer(page)).toBeVisible()
    await checkAccess(page, 'today, with the offer')
    await offer(page).getByRole('button', { name: 'Add a passkey' }).click()
    await expect(page.getByText('Passkey added.')).toBeVisible()
    await expect(offer(page)).toBeHidden()
    await expect
      .poll(async () => (await site.mailsTo(account.email)).map(({ subject }) => subject))
      .toContain('A passkey was added to your Meridian account')

    await signOut(page)
    await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
    await expectNoFaults(page)
    await device.recognise(false)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByText('No passkey was used. You can try again, or use your password.')).toBeVisible()
    await expectNoFaults(page)
    await device.recognise(true)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('link', { name: 'Continue to the console' }).click()
    await expect(heading(page, 'Today')).toBeVisible()
    await expect(offer(page)).toBeHidden()
    expect(complaints.unexpected).toEqual([])
  },
)

test('Settings lists passkeys, names them and removes them; a removed one is refused', async ({
  page,
  site,
  account,
  playwright,
  complaints,
}) => {
  complaints.expect(/status of 401/)
  await signUpByCall(playwright, site, account)
  await hire(site, account)
  await addVirtualAuthenticator(page)
  await openConsole(page, account)
  await page.goto('/#/settings/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(passkeys(page)).toHaveCount(1)
  await expect(passkeys(page)).toContainText('Chrome on Linux')
  await expect(passkeys(page)).toContainText('not used yet')
  await expectNoFaults(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('This device already has a passkey for your account.')).toBeVisible()

  await page.getByRole('button', { name: 'Rename Chrome on Linux' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Work laptop')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Passkey renamed.')).toBeVisible()
  await expect(passkeys(page)).toContainText('Work laptop')

  await page.getByRole('button', { name: 'Remove Work laptop' }).click()
  await expectNoFaults(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Passkey removed. Your other devices have been signed out.')).toBeVisible()
  await expect(passkeys(page)).toHaveCount(0)
  await expect(page.getByText('These never leave your device.')).toBeVisible()

  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('We couldn’t sign you in with this passkey. Please use your password.')).toBeVisible()
})

test('a confirmation of identity is asked for in a dialog, and a passkey gives it', async ({
  page,
  site,
  account,
  playwright,
  complaints,
}) => {
  complaints.expect(/status of 40[03]/)
  await signUpByCall(playwright, site, account)
  await hire(site, account)
  const device = await addVirtualAuthenticator(page)
  await openConsole(page, account)
  await offer(page).getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Passkey added.')).toBeVisible()
  await site.query("update sessions set created_at = created_at - interval '11 minutes'")
  await page.goto('/#/settings/security')
  await page.getByRole('button', { name: 'Remove Chrome on Linux' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expectNoFaults(page)
  await device.recognise(false)
  await proof.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(proof.getByText('No passkey was used. Try again, or choose another method.')).toBeVisible()
  await device.recognise(true)
  await proof.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('Passkey removed. Your other devices have been signed out.')).toBeVisible()
})

test('“Not now” is respected, also on the next visit', async ({ page, site, account, playwright }) => {
  await signUpByCall(playwright, site, account)
  await hire(site, account)
  await addVirtualAuthenticator(page)
  await openConsole(page, account)
  // A reload would cut off a call still under way.
  const heard = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await offer(page).getByRole('button', { name: 'Not now' }).click()
  await expect(offer(page)).toBeHidden()
  await heard
  const read = page.waitForResponse('**/account/passkeys')
  await page.reload()
  await read
  await expect(heading(page, 'Today')).toBeVisible()
  await expect(offer(page)).toBeHidden()
})

test('a device that cannot store passkeys is offered none, and a traveller is not told about them', async ({
  page,
  site,
  account,
  playwright,
}) => {
  await signUpByCall(playwright, site, account)
  await page.goto('/#/login')
  await logIn(page, account)
  await expect(page.getByRole('button', { name: /’s account/ })).toBeVisible()
  const read = page.waitForResponse('**/account/passkeys')
  await page.goto('/#/settings/security')
  await read
  await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeHidden()
  await hire(site, account)
  await page.goto('/#/admin')
  await expect(heading(page, 'Today')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Tasks' })).toBeVisible()
  await expect(offer(page)).toBeHidden()
})
