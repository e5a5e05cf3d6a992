import type { Origins } from '#server/lib/origins.ts'

/**
 * Points every field whose name ends with `Url` at the site about to send the email. The process that queued it may not
 * have known that site: a command on another port, or the site before it moved.
 */
export function atThisSite(data: object, origins: Pick<Origins, 'ofMails' | 'ofCalls'>): object {
  const isAddress = ([name, value]: [string, unknown]) => name.endsWith('Url') && typeof value === 'string' && URL.canParse(value)
  const addresses = Object.entries(data as Record<string, unknown>).filter(isAddress) as [string, string][]
  return { ...data, ...Object.fromEntries(addresses.map(([name, address]) => [name, moved(address, origins)])) }
}

function moved(address: string, { ofMails, ofCalls }: Pick<Origins, 'ofMails' | 'ofCalls'>): string {
  const { origin, pathname } = new URL(address)
  // All pages are behind the hash of a single URL; any other path is an endpoint.
  return `${pathname === '/' ? ofMails() : ofCalls()}${address.slice(origin.length)}`
}
