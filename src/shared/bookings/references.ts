import { writtenCode } from '#shared/written-codes.ts'

/** Whether a text begins like a booking reference, however it is written: of a real booking (`M-7K3P9XQD`) or a generated one. */
export function isReference(text: string): boolean {
  return /^[GM]-/.test(writtenCode(text))
}

/** References that a text may mean: itself, or what follows the letter of one. Eight letters may be a name as well. */
export function referencesMeant(text: string): string[] {
  const written = withDash(text)
  if (isReference(written)) return [written]
  return /^[0-9A-Z]{8}$/.test(written) && !isName(text) ? [`M-${written}`, `G-${written}`] : []
}

/** Beginnings of references that a text may mean: with its letter, or from four characters on, which may be a name as well. */
export function beginningsMeant(text: string): string[] {
  const written = withDash(text)
  if (/^[GM]-[0-9A-Z]+$/.test(written)) return [written]
  return /^[0-9A-Z]{4,8}$/.test(written) && !isName(text) ? [`M-${written}`, `G-${written}`] : []
}

/** Letters in several words. */
function isName(text: string): boolean {
  return /\S\s+\S/.test(text) && !/\p{Nd}/u.test(text)
}

function withDash(text: string): string {
  return writtenCode(text).replace(/^[GM](?=[0-9A-Z]{8}$)/, (letter) => `${letter}-`)
}
