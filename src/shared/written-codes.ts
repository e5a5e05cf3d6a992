/** Normalises a code or reference that was typed or copied: full-width letters, dashes of any kind, spaces, capitals, invisible marks. */
export function writtenCode(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\p{DI}]/gu, '')
    .replace(/[\p{Pd}\u2212\u2043]/gu, '-')
    .toUpperCase()
}

/** Whether a promotion code may be written like that. */
export function isPossibleCode(written: string): boolean {
  return /^[A-Z0-9-]{4,32}$/.test(written)
}
