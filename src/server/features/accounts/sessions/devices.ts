import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { KnownDevice } from '#server/lib/session-cookies.ts'

type Needed = Pick<Deps, 'auth' | 'db'>

export async function findKnownDevice({ auth, db }: Needed, request: FastifyRequest, email: string): Promise<KnownDevice | undefined> {
  const device = auth.devices.read(request, email)
  // Only a device that has signed in with the address has this cookie, so the lookup reveals to no one else whether the account exists.
  if (!device) return undefined
  const owner = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('device_generation', '=', device.generation)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return owner && device
}

/** Returns the key under which second-factor tries are counted; only a device that has passed the second factor has its own. */
export function codeCounterOf(device: KnownDevice | undefined, userId: string): string {
  return device?.hasSignedIn ? device.name : userId
}

/**
 * Remembers the device for an address. `before` is its earlier identity, whose name it keeps, so that signing in does
 * not reset its tries.
 */
export function rememberDevice(
  { auth }: Pick<Deps, 'auth'>,
  reply: FastifyReply,
  email: string,
  { generation, before, hasSignedIn = true }: { generation: number; before?: KnownDevice | undefined; hasSignedIn?: boolean },
): void {
  auth.devices.remember(reply, email, { name: before?.name ?? randomUUID(), generation, hasSignedIn })
}

/** Also stops sign-ins in progress with the old credentials. Returns the next generation. */
export async function forgetDevices(trx: Trx, userId: string): Promise<number> {
  const { device_generation } = await trx
    .updateTable('users')
    .set((eb) => ({ device_generation: eb('device_generation', '+', 1) }))
    .where('id', '=', userId)
    .returning('device_generation')
    .executeTakeFirstOrThrow()
  return device_generation
}

// The order matters: Edge and Opera also call themselves Chrome, and every Chrome calls itself Safari.
const BROWSERS: [RegExp, string, RegExp?][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\//, 'Safari', /\bSafari\//],
]

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

export function deviceName(userAgent: string | null): string {
  const agent = userAgent ?? ''
  const named = (list: [RegExp, string, RegExp?][]) =>
    list.find(([sign, , other]) => [sign, other].every((each) => each?.test(agent) ?? true))?.[1]
  const browser = named(BROWSERS)
  const system = named(SYSTEMS)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? (system ? `An app on ${system}` : 'Unknown device')
}
