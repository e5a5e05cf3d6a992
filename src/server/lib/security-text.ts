import { brand } from '#shared/brand.ts'
import { DAY_MS } from '#shared/dates.ts'

/** So that the file expires soon after a site is abandoned. */
const VALID_DAYS = 180

/** Returns `/.well-known/security.txt` (RFC 9116). `address` is the site's own, if known. */
export function securityText(address: string | undefined, now: Date): string {
  const expiresOn = new Date(now.getTime() + VALID_DAYS * DAY_MS).toISOString().slice(0, 10)
  const lines = [`Contact: mailto:${brand.email}`, `Expires: ${expiresOn}T00:00:00Z`, 'Preferred-Languages: en']
  if (address !== undefined) lines.push(`Canonical: ${address}/.well-known/security.txt`)
  return `${lines.join('\n')}\n`
}
