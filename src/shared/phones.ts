/**
 * Returns a telephone number with ordinary spaces and dashes, and without the marks that nobody sees: what is copied from a page or
 * an address book brings others.
 */
export function plainPhone(text: string): string {
  return text
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
}
