import { isDeepStrictEqual } from 'node:util'
import type { Day } from '#shared/dates.ts'
import { withoutParts } from '#shared/tours/search-parts.ts'
import { readPhrases, type Phrases, type Understood } from './phrases.ts'
import type { Token } from './tokens.ts'

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
export type ReadWithoutLength<Asked> = (text: string, asked: Asked, today: Day) => WithoutLength<Asked> | undefined

type MayGo = (token?: Token) => boolean

export function lengthReaderOf<Asked extends Understood>(needs: Needs<Asked>): ReadWithoutLength<Asked> {
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
