import { anyPhrase, anyWord, endingPart, firstOf, inTurn, joined, maybe, meaning, oneToken, phrase } from './readings.ts'
import type { Reading } from './tokens.ts'
import type { Words } from './vocabulary.ts'

/** Above every price that the database can hold. */
const HIGHEST_PRICE = 20_000_000

/** Reads between `least` and `most` digits. */
export function digits(most: number, least = 1): Reading<string> {
  return oneToken(({ text }) => (text.length >= least && text.length <= most && /^\d+$/.test(text) ? text : undefined))
}

const dash = anyWord(['-'])

/** Reads figures that follow a mark without a space. */
function behind(mark: string, figures: Reading<string>): Reading<string> {
  return meaning(inTurn(joined(anyWord([mark])), joined(figures)), ([, text]) => text)
}

const thousands = firstOf(behind(',', digits(3, 3)), behind('.', digits(3, 3)))
/** Reads "1,000,000". */
const inThousands: Reading<string> = (tokens, at) => {
  const first = digits(3)(tokens, at)
  let next = first && thousands(tokens, first.end)
  let all = first
  while (all && next) {
    all = { value: all.value + next.value, end: next.end }
    next = thousands(tokens, all.end)
  }
  return all
}
const amount = meaning(inTurn(firstOf(inThousands, digits(7)), maybe(behind('.', digits(2)))), ([units, cents = '0']) =>
  Number(`${units}.${cents}`),
)

/** Reads a number in words, or in up to this many digits. */
type Count = (mostDigits: number) => Reading<number>

export interface Quantities {
  count: Count
  /** Reads "7 days", "two-week". */
  days: Reading<number>
  /** Reads "5-7 days", "one to two weeks". */
  range: Reading<{ from: number; to: number }>
  /** Reads "$1,500", "1.5k € each", up to the end of a part of the text. */
  price: Reading<number>
  /** Reads a price only with its currency. */
  pricedIn: Reading<number>
}

/** Builds the readings of quantities in these languages. */
export function quantitiesOf(words: Words): Quantities {
  const count = countOf(words)
  const unit = anyPhrase([...words.of('day').map((day) => [day, 1] as const), ...words.of('week').map((week) => [week, 7] as const)])
  const counted = inTurn(count(4), maybe(dash), unit)
  const rangeStart = firstOf(
    meaning(inTurn(meaning(digits(4), Number), anyWord(['-', '–'])), ([number]) => number),
    meaning(inTurn(count(4), phrase(...words.of('to'))), ([number]) => number),
  )
  return {
    count,
    days: meaning(counted, ([number, , length]) => number * length),
    range: meaning(inTurn(rangeStart, counted), ([from, [to, , length]]) => ({ from: from * length, to: to * length })),
    ...pricesOf(words),
  }
}

function countOf({ numbers }: Words): Count {
  const one = meaning(anyPhrase(numbers('numbers')), (value) => (value > 0 && value < 10 ? value : undefined))
  // "Twenty" to "ninety-nine"; nobody writes out higher figures of a tour.
  const named = firstOf(
    meaning(inTurn(anyPhrase(numbers('tens')), maybe(inTurn(maybe(dash), one))), ([ten, more]) => ten + (more?.[1] ?? 0)),
    anyPhrase(numbers('numbers')),
  )
  return (mostDigits) => firstOf(meaning(digits(mostDigits), Number), named)
}

function pricesOf(words: Words): Pick<Quantities, 'price' | 'pricedIn'> {
  // Ignored, because prices are compared in the tour's own currency.
  const sign = firstOf(
    oneToken(({ text }) => (/^\p{Sc}$/u.test(text) ? text : undefined)),
    phrase(...words.of('currencies')),
  )
  const each = phrase(...words.of('perPerson'))
  const units = meaning(inTurn(maybe(sign), amount), ([, value]) => value)
  const withThousands = <T>(reading: Reading<T>, valueOf: (value: T) => number) =>
    meaning(inTurn(reading, maybe(anyWord(['k']))), ([value, k]) => valueOf(value) * (k === undefined ? 1 : 1000))
  const unitsOrThousands = withThousands(units, (value) => value)
  const signed = meaning(inTurn(unitsOrThousands, maybe(sign)), ([value]) => value)
  const signBefore = withThousands(inTurn(sign, amount), ([, value]) => value)
  const signBehind = meaning(
    inTurn(
      withThousands(amount, (value) => value),
      sign,
    ),
    ([value]) => value,
  )
  const asLongAsPossible = (...readings: Reading<number>[]) =>
    meaning(firstOf(...readings.map((reading) => endingPart(reading))), (value) => Math.min(value, HIGHEST_PRICE))
  const eachOf = (reading: Reading<number>) => meaning(inTurn(reading, each), ([value]) => value)
  return {
    price: asLongAsPossible(eachOf(signed), signed, unitsOrThousands, units),
    pricedIn: asLongAsPossible(eachOf(signBefore), signBefore, eachOf(signBehind), signBehind),
  }
}
