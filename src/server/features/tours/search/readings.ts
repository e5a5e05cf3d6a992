import { endsPart, toTokens, type Reading, type Token } from './tokens.ts'

type Values<Readings extends readonly unknown[]> = { [Index in keyof Readings]: Readings[Index] extends Reading<infer T> ? T : never }

/** Reads one token for which `valueOf` returns a value. */
export function oneToken<T>(valueOf: (token: Token) => T | undefined): Reading<T> {
  return (tokens, at) => {
    const token = tokens[at]
    const value = token && valueOf(token)
    return value === undefined ? undefined : { value, end: at + 1 }
  }
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

/** Reads at least once and at most `most` times. */
export function repeated<T>(reading: Reading<T>, most: number): Reading<T[]> {
  return (tokens, at) => {
    const values: T[] = []
    let end = at
    for (let found = reading(tokens, at); found && values.length < most; found = reading(tokens, end)) {
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
