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
  for (const { 0: token, index: start } of withUsualCharacters(text).matchAll(TOKEN)) {
    const isSpace = token.trim() === ''
    if (!isSpace) tokens.push({ text: token, start, plain: plainOf(token), beginsPart })
    beginsPart = isSpace || OPENING.has(token)
  }
  return joinInitials(tokens)
}

/** Full-width characters and Arabic digits as the usual ones, each in its place: "７ days" → "7 days". */
function withUsualCharacters(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) % 16))
}

const isInitial = ({ text }: Token) => /^\p{L}\p{M}*$/u.test(text)

/** Joins initials with dots to one word: "U.S.A." → "USA". Two letters may be another word as well, so their plain form keeps the dots. */
function joinInitials(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  for (let at = 0; at < tokens.length;) {
    const first = tokens[at] as Token
    const initials = first.beginsPart && isInitial(first) ? initialsFrom(tokens, at) : [first]
    const text = initials.map((token) => token.text).join('')
    const plain = initials.map((token) => token.plain).join(initials.length === 2 ? '.' : '')
    at += 2 * initials.length - 1
    if (initials.length === 1) joined.push(first)
    else {
      joined.push({ ...first, text, plain: initials.length === 2 ? `${plain}.` : plain })
      if (isDot(tokens[at])) at += 1
    }
  }
  return joined
}

function isDot(token?: Token): boolean {
  return token?.text === '.' && !token.beginsPart
}

function initialsFrom(tokens: readonly Token[], start: number): Token[] {
  const initials = tokens.slice(start, start + 1)
  for (let at = start + 2; isDot(tokens[at - 1]); at += 2) {
    const next = tokens[at]
    if (!next || next.beginsPart || !isInitial(next)) break
    initials.push(next)
  }
  return initials
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
