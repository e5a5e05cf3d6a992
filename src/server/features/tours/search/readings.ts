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
  const whole: Token[] = []
  for (let at = 0; at < tokens.length;) {
    const first = tokens[at] as Token
    const initials = first.beginsPart && isInitial(first) ? initialsFrom(tokens, at) : [first]
    const text = initials.map((token) => token.text).join('')
    const plain = initials.map((token) => token.plain).join(initials.length === 2 ? '.' : '')
    at += 2 * initials.length - 1
    if (initials.length === 1) whole.push(first)
    else {
      whole.push({ ...first, text, plain: initials.length === 2 ? `${plain}.` : plain })
      if (isDot(tokens[at])) at += 1
    }
  }
  return whole
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
function endsPart(tokens: readonly Token[], end: number): boolean {
  for (let at = end; at <= end + MAX_CLOSING; at++) {
    const token = tokens[at]
    if (!token || token.beginsPart) return true
    if (!CLOSING.has(token.text)) return false
  }
  return false
}

type Values<Readings extends readonly unknown[]> = { [Index in keyof Readings]: Readings[Index] extends Reading<infer T> ? T : never }

/** Reads one token for which `valueOf` returns a value. */
export function oneToken<T>(valueOf: (token: Token) => T | undefined): Reading<T> {
  return (tokens, at) => {
    const token = tokens[at]
    const value = token && valueOf(token)
    return value === undefined ? undefined : { value, end: at + 1 }
  }
}

/** Reads between `min` and `max` digits. */
export function digits(max: number, min = 1): Reading<string> {
  return oneToken(({ text }) => (text.length >= min && text.length <= max && /^\d+$/.test(text) ? text : undefined))
}

export function anyWord(words: Iterable<string>): Reading<string> {
  const known = new Set(words)
  return oneToken(({ plain }) => (known.has(plain) ? plain : undefined))
}

/** Reads the longest matching phrase, word for word, and returns its meaning. */
export function anyPhrase<T>(phrases: Iterable<readonly [string, T]>): Reading<T> {
  const byFirst = new Map<string, { others: string[]; value: T }[]>()
  for (const [text, value] of phrases) {
    const [first = '', ...others] = toTokens(text).map(({ plain }) => plain)
    byFirst.set(
      first,
      [...(byFirst.get(first) ?? []), { others, value }].toSorted((a, b) => b.others.length - a.others.length),
    )
  }
  return (tokens, at) => {
    const first = tokens[at]
    const known = first && byFirst.get(first.plain)
    const found = known?.find(({ others }) => others.every((other, index) => tokens[at + 1 + index]?.plain === other))
    return found && { value: found.value, end: at + 1 + found.others.length }
  }
}

export function phrase(...texts: readonly string[]): Reading<string> {
  return anyPhrase(texts.map((text) => [text, text] as const))
}

/** Reads all of these in sequence. */
export function inTurn<Readings extends Reading<unknown>[]>(...readings: Readings): Reading<Values<Readings>> {
  return (tokens, at) => {
    const values: unknown[] = []
    let end = at
    for (const reading of readings) {
      const found = reading(tokens, end)
      if (!found) return undefined
      values.push(found.value)
      end = found.end
    }
    return { value: values as Values<Readings>, end }
  }
}

/** Returns the first of these that succeeds. */
export function firstOf<T>(...readings: Reading<T>[]): Reading<T> {
  return (tokens, at) => {
    for (const reading of readings) {
      const found = reading(tokens, at)
      if (found) return found
    }
    return undefined
  }
}

/** Succeeds without consuming anything if `reading` fails. */
export function maybe<T>(reading: Reading<T>): Reading<T | undefined> {
  return (tokens, at) => reading(tokens, at) ?? { value: undefined, end: at }
}

/** Reads at least once and at most `max` times. */
export function repeated<T>(reading: Reading<T>, max: number): Reading<T[]> {
  return (tokens, at) => {
    const values: T[] = []
    let end = at
    for (let found = reading(tokens, at); found && values.length < max; found = reading(tokens, end)) {
      values.push(found.value)
      end = found.end
    }
    return values.length > 0 ? { value: values, end } : undefined
  }
}

/** Succeeds, without consuming anything, if `reading` would. */
export function ahead(reading: Reading<unknown>): Reading<true> {
  return (tokens, at) => (reading(tokens, at) ? { value: true, end: at } : undefined)
}

/** Succeeds, without consuming anything, if `reading` would fail. */
export function unless(reading: Reading<unknown>): Reading<undefined> {
  return (tokens, at) => (reading(tokens, at) ? undefined : { value: undefined, end: at })
}

/** Requires a part of the text to end after it. */
export function endingPart<T>(reading: Reading<T>): Reading<T> {
  return (tokens, at) => {
    const found = reading(tokens, at)
    return found && endsPart(tokens, found.end) ? found : undefined
  }
}

/** Refuses a token that begins a part of the text. */
export function joined<T>(reading: Reading<T>): Reading<T> {
  return (tokens, at) => (tokens[at]?.beginsPart ? undefined : reading(tokens, at))
}

/** Maps the value; fails if `mean` returns undefined. */
export function meaning<T, Meant>(reading: Reading<T>, mean: (value: T) => Meant | undefined): Reading<Meant> {
  return (tokens, at) => {
    const found = reading(tokens, at)
    const value = found && mean(found.value)
    return value === undefined ? undefined : { value, end: found?.end ?? at }
  }
}
