/** A run of letters, a run of digits, or any other character except space. */
export interface Token {
  text: string
  /** Its place in the text. */
  start: number
  /** For comparison: lower case, without accents, and with variants (ſ, Ａ, ’) as the usual characters. */
  plain: string
  /** It follows a space, an apostrophe, an opening bracket or quotation mark, or nothing. */
  beginsPart: boolean
  /** Replaces the typed word, such as a name in another language. */
  words?: readonly string[]
}

/** Reads a value from position `at`; undefined if there is none. */
export type Reading<T> = (tokens: readonly Token[], at: number) => { value: T; end: number } | undefined

// Each character fits exactly one of the first three, or the last, so the pattern never backtracks.
const TOKEN = /\s+|\d+|[\p{L}\p{M}]+|./gsu
const APOSTROPHES = new Set("'’ʼ‘")
const OPENING = new Set('\'’ʼ‘([{"“„«「&+')
const CLOSING = new Set(',;:.!?…)]}"”“»」、。！？')
/** Further closing marks are not examined. */
const MAX_CLOSING = 2

export function toTokens(text: string): Token[] {
  const tokens: Token[] = []
  let beginsPart = true
  for (const { 0: token, index: start } of text.matchAll(TOKEN)) {
    const isSpace = token.trim() === ''
    if (!isSpace) tokens.push({ text: token, start, plain: plainOf(token), beginsPart })
    beginsPart = isSpace || OPENING.has(token)
  }
  return tokens
}

/** Normalises a text for comparison: "Ｎoël" → "noel". */
export function plainOf(text: string): string {
  if (APOSTROPHES.has(text)) return "'"
  return text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC')
}

/** Joins tokens, with a space before each part. */
export function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ text, beginsPart }) => (beginsPart ? ` ${text}` : text)).join('')
}

/** Returns whether a part of the text ends before that position, or before the comma or full stop there. */
export function endsPart(tokens: readonly Token[], end: number): boolean {
  for (let at = end; at <= end + MAX_CLOSING; at++) {
    const token = tokens[at]
    if (!token || token.beginsPart) return true
    if (!CLOSING.has(token.text)) return false
  }
  return false
}
