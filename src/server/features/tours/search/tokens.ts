/** A run of letters, a run of digits, or any other character but space. */
export interface Token {
  text: string
  /** For comparing: lower case, without accents, and what only looks different (ſ, Ａ, ’) as the usual characters. */
  plain: string
  /** Whether it begins a part of the text: space, an apostrophe, an opening bracket or quotation mark, or nothing, comes before it. */
  beginsPart: boolean
  /** The words that it stands for, where it is not what was typed: those of a name in another language. */
  words?: readonly string[]
}

/** Reads a value from that place of the tokens on; undefined if it does not stand there. */
export type Reading<T> = (tokens: readonly Token[], at: number) => { value: T; end: number } | undefined

// Each character fits exactly one of the first three, or the last: nothing is ever tried a second way.
const TOKEN = /\s+|\d+|[\p{L}\p{M}]+|./gsu
const APOSTROPHES = new Set("'’ʼ‘")
const OPENING = new Set('\'’ʼ‘([{"“„«「&+')
const CLOSING = new Set(',;:.!?…)]}"”“»」、。！？')
/** Of more marks after a part no more are looked at. */
const MOST_CLOSING = 2

/** Splits a text into tokens. */
export function toTokens(text: string): Token[] {
  const tokens: Token[] = []
  let beginsPart = true
  for (const [token] of text.matchAll(TOKEN)) {
    const isSpace = token.trim() === ''
    if (!isSpace) tokens.push({ text: token, plain: plainOf(token), beginsPart })
    beginsPart = isSpace || OPENING.has(token)
  }
  return tokens
}

/** Returns a text as it is compared: "Ｎoël" → "noel". */
export function plainOf(text: string): string {
  if (APOSTROPHES.has(text)) return "'"
  return text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC')
}

/** Returns the text of tokens, with a space before each part. */
export function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ text, beginsPart }) => (beginsPart ? ` ${text}` : text)).join('')
}

/** Returns whether a part of the text ends before that place, or before the comma or full stop there. */
export function endsPart(tokens: readonly Token[], end: number): boolean {
  for (let at = end; at <= end + MOST_CLOSING; at++) {
    const token = tokens[at]
    if (!token || token.beginsPart) return true
    if (!CLOSING.has(token.text)) return false
  }
  return false
}
