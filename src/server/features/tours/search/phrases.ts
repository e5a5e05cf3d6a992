import type { Day } from '#shared/dates.ts'
import { calendarOf, isoDay, numericDay, type AskedDays, type OfDays } from './calendar.ts'
import {
  ahead,
  anyPhrase,
  anyWord,
  digits,
  endingPart,
  firstOf,
  inTurn,
  joined,
  maybe,
  meaning,
  oneToken,
  phrase,
  repeated,
  unless,
  type Reading,
  type Token,
} from './readings.ts'
import { wordsOf, type Vocabulary, type Words } from './vocabulary.ts'

/** What the phrases of a search ask for. */
export interface Understood extends AskedDays {
  /** Exactly this many days. */
  duration?: number
  /** A range of days, both included; a tour that calls itself `orSays` may have any length. */
  durations?: { from: number; to: number; orSays?: 'week' | 'weekend' | 'fortnight' }
  /** The tour must take a group of this size and, with a day or month, have that many seats left. */
  guests?: number
  /** The maximum price per person, in units of the tour's own currency. */
  highestPrice?: number
  /** Cancelling must still refund in full, on the day if one is asked for. */
  isFreeToCancel?: true
  /** Sorts by price, unless another order is asked for. */
  isCheap?: true
}

/** The days of a short trip at most. */
const MAX_SHORT_TRIP = 4

/** Adults, children and infants, each with their number. */
const MAX_GROUPS = 4

/** Adds a phrase's request to what is known, by the agency's day. */
type Asked = (today: Day, known: Understood) => Understood
export type Phrases = readonly Reading<Asked>[]

function asks<T>(reading: Reading<T>, ask: (value: T) => Understood): Reading<Asked> {
  return endingPart(meaning(reading, (value) => () => ask(value)))
}

function asksFor(reading: OfDays): Reading<Asked> {
  return endingPart(reading)
}

/**
 * Returns the readings of all phrases, each of which must span whole parts of the text. Earlier readings consume tokens before later ones
 * see them.
 */
export function phrasesOf(vocabulary: Vocabulary): Phrases {
  const words = wordsOf(vocabulary)
  const { count, days, range, price, pricedIn } = quantitiesOf(words)
  const calendar = calendarOf(vocabulary, words, count(2))
  const any = (key: Parameters<typeof words.of>[0]) => phrase(...words.of(key))
  const dot = maybe(anyWord(['.']))
  const atMost = meaning(inTurn(any('atMost'), dot), () => true)
  const orLess = meaning(inTurn(any('orLess'), dot), () => true)
  const nights = meaning(inTurn(count(4), maybe(anyWord(['-'])), any('night')), ([number]) => number)
  const otherUnits = firstOf<unknown>(any('night'), any('month'), any('otherUnits'), inTurn(dot, maybe(any('of')), calendar.monthName))
  const people = firstOf(any('people'), any('children'))
  // Of "2 guests 6 guests" the last one counts, as when a filter of the page follows the text.
  const more = firstOf(
    meaning(inTurn(firstOf(any('and'), anyWord([',', '&', '+'])), count(4), people), ([, number]) => number),
    meaning(inTurn(count(4), any('children')), ([number]) => number),
  )
  const party = meaning(inTurn(count(4), any('people'), maybe(repeated(more, MAX_GROUPS))), ([number, , others = []]) =>
    others.reduce((sum, other) => sum + other, number),
  )

  return [
    asksFor(isoDay),
    asksFor(calendar.relative),
    asks(range, (durations) => ({ durations })),
    asks(inTurn(atMost, days), ([, to]) => ({ durations: { from: 1, to } })),
    asks(inTurn(days, orLess), ([to]) => ({ durations: { from: 1, to } })),
    asks(inTurn(any('lessThan'), days), ([, tooMany]) => ({ durations: { from: 1, to: tooMany - 1 } })),
    asks(days, (duration) => ({ duration })),
    // A night flight adds a day.
    asks(nights, (number) => ({ durations: { from: number + 1, to: number + 2 } })),
    asks(any('aWeek'), () => ({ durations: { from: 7, to: 7, orSays: 'week' } })),
    asks(any('fortnight'), () => ({ durations: { from: 14, to: 14, orSays: 'fortnight' } })),
    asks(any('weekend'), () => ({ durations: { from: 2, to: 3, orSays: 'weekend' } })),
    asks(any('shortTrip'), () => ({ durations: { from: 1, to: MAX_SHORT_TRIP } })),
    asks(inTurn(maybe(any('for')), party), ([, guests]) => ({ guests })),
    // Takes only the number: "kids" stays a word.
    endingPart(
      meaning(inTurn(maybe(any('for')), count(2), ahead(any('children'))), ([, guests]) => (_, known) => ({
        guests: known.guests ?? guests,
      })),
    ),
    asks(inTurn(any('groupOf'), count(4), maybe(people)), ([, guests]) => ({ guests })),
    asks(anyPhrase(words.numbers('guests')), (guests) => ({ guests })),
    // "for two", but not "for two nights".
    asks(inTurn(any('for'), count(2), unless(otherUnits)), ([, guests]) => ({ guests })),
    asks(inTurn(firstOf<unknown>(any('lessThan'), atMost), price), ([, highestPrice]) => ({ highestPrice })),
    asks(inTurn(price, orLess), ([highestPrice]) => ({ highestPrice })),
    asks(pricedIn, (highestPrice) => ({ highestPrice })),
    asks(any('cheap'), () => ({ isCheap: true })),
    asks(any('freeCancellation'), () => ({ isFreeToCancel: true })),
    asksFor(calendar.holiday),
    asksFor(calendar.days),
    asksFor(calendar.day),
    asksFor(numericDay),
    asksFor(calendar.weekday),
    asksFor(calendar.month),
  ]
}

export interface ReadPhrases {
  understood: Understood
  rest: readonly Token[]
  /** The first and the last token of each phrase that asks for a length. */
  lengths: [Token, Token][]
}

/** Returns what the phrases ask for, and the remaining tokens. Each token is examined a fixed number of times at most. */
export function readPhrases(phrases: Phrases, tokens: readonly Token[], today: Day): ReadPhrases {
  const understood: Understood = {}
  const lengths: ReadPhrases['lengths'] = []
  let rest = tokens
  for (const reading of phrases) {
    const left: Token[] = []
    for (let at = 0; at < rest.length;) {
      const token = rest[at] as Token
      const found = token.beginsPart && token.words === undefined ? reading(rest, at) : undefined
      const asked = found?.value(today, understood)
      if (found && asked && ('duration' in asked || 'durations' in asked)) lengths.push([token, rest[found.end - 1] ?? token])
      if (asked) Object.assign(understood, asked)
      else left.push(token)
      at = found?.end ?? at + 1
    }
    rest = left
  }
  return { understood, rest, lengths }
}

/** Above every price that the database can hold. */
const HIGHEST_PRICE = 20_000_000

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
type Count = (maxDigits: number) => Reading<number>

interface Quantities {
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
function quantitiesOf(words: Words): Quantities {
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
  // "Twenty" to "ninety-nine"; no one writes out higher numbers.
  const named = firstOf(
    meaning(inTurn(anyPhrase(numbers('tens')), maybe(inTurn(maybe(dash), one))), ([ten, more]) => ten + (more?.[1] ?? 0)),
    anyPhrase(numbers('numbers')),
  )
  return (maxDigits) => firstOf(meaning(digits(maxDigits), Number), named)
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
