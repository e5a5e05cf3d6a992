import { z } from 'zod/mini'

/**
 * What mail servers take (RFC 5321, 4.1.2) without quotes and without what begins another part of a link: `&`, `/`, `=` and apostrophes are valid
 * before the @. A top-level domain may be a translated one (`xn--p1ai`).
 */
const ADDRESS = /^[\w!$&'*+/=^{|}~-]+(?:\.[\w!$&'*+/=^{|}~-]+)*@(?:[a-z\d]+(?:-+[a-z\d]+)*\.)+(?:[a-z]{2,}|xn--[a-z\d]+(?:-+[a-z\d]+)*)$/i

/** Would make the URL parser read less or more than a domain. */
const NOT_IN_DOMAINS = /[\s/?#:@\\%]/

/**
 * Translates the domain of an address into what the mail is sent to: "ada@bücher.example" → "ada@xn--bcher-kva.example". Full-width characters
 * and curly apostrophes, which keyboards write, become the usual ones.
 */
export function writtenAddress(text: string): string {
  const address = text.normalize('NFKC').replace(/[‘’ʼ]/g, "'")
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  if (at < 0 || /^\p{ASCII}*$/u.test(domain) || NOT_IN_DOMAINS.test(domain)) return address
  const url = `http://${domain}`
  return URL.canParse(url) ? `${address.slice(0, at)}@${new URL(url).hostname}` : address
}

/** For comparing: addresses are the same in any case, and with a translated domain. */
export function comparedAddress(text: string): string {
  return writtenAddress(text).toLowerCase()
}

/** Checks of an address that someone typed; `typed` comes before them. */
export const isAddress = z.regex(ADDRESS, 'Please enter a valid email')
export const asWrittenAddress = z.overwrite<string>(writtenAddress)
