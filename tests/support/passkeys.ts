import * as passkeyCalls from '../../src/shared/accounts/passkey-calls.ts'
import type { Role } from '../../src/shared/accounts/public.ts'
import { Authenticator } from './authenticator.ts'
import { Browser, type SiteResponse } from './browser.ts'
import type { TestApp } from './test-app.ts'

const PASSWORD = 'password1'

/** Returns a browser that uses a host name, because a bare IP address allows no passkeys. */
export function visitorByName(site: TestApp): Browser {
  return new Browser(site.app, originByName(site))
}

export function originByName({ origin }: Pick<TestApp, 'origin'>): string {
  return origin.replace('127.0.0.1', 'localhost')
}

/** Creates staff whose sign-in is set up, signed in under the host name. */
export async function createMember(site: TestApp, role: Role = 'staff'): Promise<Browser> {
  const { email } = await site.customer('Sam Staff')
  await site.deps.db
    .updateTable('users')
    .set({ role, has_staff_password: true, email_confirmed_at: site.deps.now() })
    .where('email', '=', email)
    .execute()
  const browser = visitorByName(site)
  await browser.logIn(email, PASSWORD)
  return browser
}

/** Adds a passkey to a signed-in account, and returns its device. */
export async function addPasskey(site: TestApp, who: Browser, device = new Authenticator(originByName(site))): Promise<Authenticator> {
  const options = await who.get(passkeyCalls.addPasskey.path)
  if (options.status !== 200) throw new Error(`options: ${options.text}`)
  const added = await who.post(passkeyCalls.addPasskey.path, { passkey: device.create(options.json) })
  if (added.status !== 201) throw new Error(`passkey: ${added.text}`)
  return device
}

export async function signInBy(
  device: Authenticator,
  who: Browser,
  faults: Parameters<Authenticator['get']>[1] = {},
): Promise<SiteResponse> {
  const { json: options } = await who.get(passkeyCalls.signInByPasskey.path)
  return who.post(passkeyCalls.signInByPasskey.path, { passkey: device.get(options, faults) })
}
