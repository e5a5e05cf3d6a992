import type { Origins } from '#server/lib/origins.ts'

/**
 * Returns the data of an email with every address in it, each field whose name ends with `Url`, at the site that is about to send it.
 * Who queued it may not know that site: a command on another port, or the site before it moved.
 */
export function atThisSite(data: object, origins: Pick<Origins, 'ofMails' | 'ofCalls'>): object {
  const isAddress = ([name, value]: [string, unknown]) => name.endsWith('Url') && typeof value === 'string' && URL.canParse(value)
  const addresses = Object.entries(data as Record<string, unknown>).filter(isAddress) as [string, string][]
  return { ...data, ...Object.fromEntries(addresses.map(([name, address]) => [name, moved(address, origins)])) }
}

function moved(address: string, { ofMails, ofCalls }: Pick<Origins, 'ofMails' | 'ofCalls'>): string {
  const { origin, pathname } = new URL(address)
  // The pages are all behind the hash of one address; any other path is one of the endpoints.
  return `${pathname === '/' ? ofMails() : ofCalls()}${address.slice(origin.length)}`
}
