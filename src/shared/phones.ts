/** Normalises spaces and dashes and removes invisible marks, which come with numbers copied from pages or address books. */
export function plainPhone(text: string): string {
  return text
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
}
