import { isDeepStrictEqual } from 'node:util'
import type { Day } from '#shared/dates.ts'
import { withoutParts } from '#shared/tours/search-parts.ts'
import { namesOf } from './names.ts'
import { phrasesOf, readPhrases, type Phrases, type Understood } from './phrases.ts'
import { endingPart, phrase, textOf, toTokens, type Token } from './readings.ts'
import type { Vocabulary } from './vocabulary.ts'

/** What a search text asks for. */
export interface TourSearch extends Understood {
  /** Normalised words, all of which the tour must have. */
  words: string[]
}

/** Longer texts and further words are ignored, so that no search fails. */
const LONGEST_TEXT = 200
const MAX_WORDS = 24

/**
 * Parses a search text, with its parts in any order. Never fails: unrecognised parts count as words. `today` is the agency's, for "next
 * month".
 */
export type ReadSearch = (text: string, today: Day) => TourSearch

export interface SearchReader {
  read: ReadSearch
  readWithoutLength: ReadWithoutLength<TourSearch>
}

/** Returns a parser for the languages of a vocabulary. */
export function readerOf(vocabulary: Vocabulary): SearchReader {
  const names = namesOf(vocabulary)
  const phrases = phrasesOf(vocabulary)
  const fillers = vocabulary.languages.flatMap((language) => language.fillers)
  const filler = endingPart(phrase(...fillers))
  const emptyWords = new Set(fillers.flatMap((text) => (toWords(text).length === 1 ? toWords(text) : [])))

  function wordsOf(tokens: readonly Token[]): string[] {
    const words: string[] = []
    let open: Token[] = []
    const close = () => {
      words.push(...toWords(textOf(open)).filter((word) => !emptyWords.has(word)))
      open = []
    }
    for (let at = 0; at < tokens.length;) {
      const token = tokens[at] as Token
      const empty = token.beginsPart && token.words === undefined ? filler(tokens, at) : undefined
      if (token.words) {
        close()
        words.push(...token.words)
      } else if (!empty) open.push(token)
      at = empty?.end ?? at + 1
    }
    close()
    return words
  }

  const tokensOf = (text: string) => names(toTokens(text.slice(0, LONGEST_TEXT)))

  const read: ReadSearch = (text, today) => {
    const { understood, rest } = readPhrases(phrases, tokensOf(text), today)
    return { ...understood, words: wordsOf(rest).slice(0, MAX_WORDS) }
  }

  return { read, readWithoutLength: lengthReaderOf({ read, tokensOf, phrases, emptyWords }) }
}

/** Returns lower-case words without accents: "Réunion, Île" → ["reunion", "ile"]. */
export function toWords(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .normalize('NFC')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** Returns whether a word is long enough to be a typo of another. */
export function mayBeTypo(word: string): boolean {
  return typosIn(word) > 0
}

function typosIn({ length }: string): number {
  if (length >= 8) return 2
  return length >= 4 ? 1 : 0
}

/** Returns whether a word is a small typo away from another, or from the beginning of it. The first letter must be right. */
export function isTypoOf(word: string, other: string): boolean {
  const allowed = typosIn(word)
  if (allowed === 0 || word[0] !== other[0]) return false
  if (editDistance(word, other, allowed) <= allowed) return true
  // A typo in the beginning of a longer word: "famlies" for "families". Four letters begin too many words: "wine" is not "winter".
  return word.length >= 5 && editDistance(word, other.slice(0, word.length + 1), allowed) <= allowed
}

/** Counts edits (insert, delete, replace, swap of neighbours) between two words; above `limit`, returns any larger number. */
export function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) > limit) return limit + 1
  let beforePrevious: number[] = []
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      let cost = Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (previous[column - 1] ?? 0) + (isSame ? 0 : 1))
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (isSwap) cost = Math.min(cost, (beforePrevious[column - 2] ?? 0) + 1)
      current.push(cost)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[to.length] ?? limit + 1
}

/** A search that asks for a length, without it. */
interface WithoutLength<Asked> {
  /** What to take out of the text, as it is written, with the empty words beside it: "7 days in". */
  parts: string[]
  asked: Asked
}

interface Needs<Asked> {
  read(text: string, today: Day): Asked
  tokensOf(text: string): readonly Token[]
  phrases: Phrases
  emptyWords: ReadonlySet<string>
}

/**
 * `asked` is what the text was read as. Returns nothing for a text without a length, and where the rest by itself would ask for something
 * else.
 */
type ReadWithoutLength<Asked> = (text: string, asked: Asked, today: Day) => WithoutLength<Asked> | undefined

type MayGo = (token?: Token) => boolean

function lengthReaderOf<Asked extends Understood>(needs: Needs<Asked>): ReadWithoutLength<Asked> {
  const { read, tokensOf, phrases, emptyWords } = needs
  const isEmpty: MayGo = (token) => token !== undefined && emptyWords.has(token.plain)
  const stays: MayGo = () => false

  return (text, { duration, durations, ...others }, today) => {
    if (duration === undefined && durations === undefined) return undefined
    const tokens = tokensOf(text)
    const { lengths } = readPhrases(phrases, tokens, today)
    // An empty word may belong to what follows: "7 days for two".
    for (const [before, behind] of [
      [isEmpty, isEmpty],
      [isEmpty, stays],
      [stays, stays],
    ] as const) {
      const parts = lengths.map(([first, last]) => partOf(text, tokens, [first, last], [before, behind]))
      const asked = read(withoutParts(text, parts), today)
      if (isDeepStrictEqual(asked, others)) return { parts, asked }
    }
    return undefined
  }
}

/** Returns a phrase as it is written, with the words before and behind it that may go too. */
function partOf(text: string, tokens: readonly Token[], [first, last]: [Token, Token], [before, behind]: readonly [MayGo, MayGo]): string {
  let from = tokens.indexOf(first)
  let to = tokens.indexOf(last)
  while (before(tokens[from - 1])) from--
  while (behind(tokens[to + 1])) to++
  const end = tokens[to] ?? last
  return text.slice(tokens[from]?.start, end.start + end.text.length)
}
