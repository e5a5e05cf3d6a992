import { writtenCode } from '#shared/written-codes.ts'

/** A shorter beginning without the letter of a reference is rather one of a name. */
const SHORTEST_BEGINNING = 4

/** Whether a text begins like a booking reference, however it is written: of a real booking (`M-7K3P9XQD`) or a generated one. */
export function isReference(text: string): boolean {
  return /^[GM]-/.test(writtenCode(text))
}

/** References that a text may mean: itself, or what follows the letter of one. Eight letters may be a name as well. */
export function referencesMeant(text: string): string[] {
  const written = withDash(text)
  if (isReference(written)) return [written]
  return /^[0-9A-Z]{8}$/.test(written) ? [`M-${written}`, `G-${written}`] : []
}

/** Beginnings of references that a text may mean. Four letters may be a name as well. */
export function beginningsMeant(text: string): string[] {
  const written = withDash(text)
  if (/^[GM]-[0-9A-Z]+$/.test(written)) return [written]
  return written.length >= SHORTEST_BEGINNING && /^[0-9A-Z]{1,8}$/.test(written) ? [`M-${written}`, `G-${written}`] : []
}

function withDash(text: string): string {
  return writtenCode(text).replace(/^([GM])([0-9A-Z]{8})$/, '$1-$2')
}
