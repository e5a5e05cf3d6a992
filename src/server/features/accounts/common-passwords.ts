import { brand } from '#shared/brand.ts'

/** The digits and symbols people put around a word to make it pass as a password. */
const DECORATION = /^[^\p{L}]{0,5}|[^\p{L}]{0,5}$/gu
const ROWS = ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm']

let known: Promise<ReadonlySet<string>> | undefined

/** Loaded when a password is first chosen, because the list takes 4 MB. */
async function loadKnown(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set([...dictionary['passwords-common'], ...brand.name.toLowerCase().split(/\s+/)])
}

/**
 * Returns whether a password would be among the first guesses: one of the 49,000 most used, such a word with a few
 * digits around it, a short piece repeated, or a keyboard row.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const lower = password.toLowerCase()
  const list = await (known ??= loadKnown())
  const word = lower.replaceAll(DECORATION, '')
  if (list.has(lower) || list.has(word)) return true
  const reversed = [...lower].toReversed().join('')
  if (ROWS.some((row) => row.includes(lower) || row.includes(reversed))) return true
  return [lower, lower.slice(0, -1)].map(pieceOf).some((piece) => piece !== undefined && (piece.length <= 6 || list.has(piece)))
}

function pieceOf(text: string): string | undefined {
  const length = `${text}${text}`.indexOf(text, 1)
  return length < text.length ? text.slice(0, length) : undefined
}
