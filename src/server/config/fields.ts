import { isIP } from 'node:net'
import { z } from 'zod'

/** Each message completes a sentence that begins with the setting's key. */

export const flag = z.enum(['0', '1', 'true', 'false'], 'must be 1 or 0').transform((value) => value === '1' || value === 'true')

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`)

export const port = wholeNumber(0, 65_535)

export const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://www.example.com' })
  .refine(endsWithHost, 'must be an address without a path or a password, such as https://www.example.com')
  .transform((value) => new URL(value).origin)

/** What follows the host would be dropped without a word. True also for what is no such address at all. */
function endsWithHost(value: string): boolean {
  const url = URL.parse(value)
  return !url?.protocol.startsWith('http') || url.href === `${url.origin}/`
}

/** The sender of emails: an address, alone or after a name. */
export const sender = z.string().refine((value) => {
  const [, address = value] = /^(?:"[^"\r\n]*"\s*|[^"<>@,;:\r\n]*)<([^<>]+)>$/.exec(value) ?? []
  return z.email().safeParse(address).success
}, 'must be an email address, or a name and one, such as Meridian <hello@example.com>')

export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)

export const timeZone = z.string().refine((value) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return true
  } catch {
    return false
  }
}, 'must be a time zone such as Europe/London')

/** The proxies trusted to report the client: the number of hops, or their addresses and subnets. */
export const proxies = z
  .string()
  .refine(
    (value) => /^\d?$/.test(value) || value.split(',').every((part) => isSubnet(part.trim())),
    'must be the number of proxies in front of the site (0 to 9), or their addresses and subnets, such as 10.0.0.0/8,::1',
  )
  .transform((value) => (/^\d?$/.test(value) ? Number(value) : value))

function isSubnet(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [, address = '', bits = '1'] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const most = { 4: 32, 6: 128 }[isIP(address)] ?? 0
  return Number(bits) >= 1 && Number(bits) <= most
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Accepts a host with or without a port, from a request or as a listening address. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK.test(host.toLowerCase().replace(/:\d+$/, '')) || host === '::1'
}

export function isLoopback(url: string): boolean {
  return LOOPBACK.test(new URL(url).hostname)
}
