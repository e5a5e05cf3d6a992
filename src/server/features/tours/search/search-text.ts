import type { Day } from '#shared/dates.ts'
import { lengthReaderOf, type ReadWithoutLength } from './lengths.ts'
import { namesOf } from './names.ts'
import { phrasesOf, readPhrases, type Understood } from './phrases.ts'
import { endingPart, phrase } from './readings.ts'
import { textOf, toTokens, type Token } from './tokens.ts'
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
