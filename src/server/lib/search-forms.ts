import { sql, type RawBuilder } from 'kysely'
import type { Database, Trx } from './db.ts'

/** Further words are ignored, so that no search gets slow. */
const MAX_WORDS = 8

/** The trigram index needs three characters. */
const SHORTEST_PART = 3

/** Shorter words have too many neighbours, longer ones too many places for a typo. */
const [SHORTEST_MISTYPED, LONGEST_MISTYPED] = [4, 40]
/** A mistyped word of up to so many letters must be a whole word; a longer one may be the beginning of one. */
const LONGEST_WHOLE = 5

/** Escapes what `like` would read as a wildcard. */
export function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}

/** What somebody typed, as words of `search_form`. */
export class Sought {
  readonly words: readonly string[]

  constructor(words: readonly string[]) {
    this.words = words
  }

  /** Every word, in any order; words of one or two letters alone match only the beginnings of words. */
  isIn(form: RawBuilder<unknown>): RawBuilder<boolean> {
    const isShort = this.words.every((word) => word.length < SHORTEST_PART)
    return allOf(this.words.map((word) => sql`${form} like ${`%${isShort ? ' ' : ''}${literally(word)}%`}`))
  }

  /** Every word, each with at most one letter missing, added, wrong or swapped with the next. */
  isNearly(form: RawBuilder<unknown>): RawBuilder<boolean> {
    return allOf(this.words.map((word) => sql`${form} like any(${nearby(word)}::text[])`))
  }

  get mayBeMistyped(): boolean {
    return this.words.some(isMistakable)
  }
}

export async function readSought(db: Database | Trx, text: string): Promise<Sought> {
  const { rows } = await sql<{ form: string }>`select search_form(${text}) as form`.execute(db)
  return new Sought((rows[0]?.form ?? '').split(' ').filter(Boolean).slice(0, MAX_WORDS))
}

/** `search_form` of a column or an expression, as the index has it. */
export function formOf(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`search_form(${text})`
}

function allOf(conditions: RawBuilder<unknown>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** Numbers and codes are either right or others. */
function isMistakable(word: string): boolean {
  return word.length >= SHORTEST_MISTYPED && word.length <= LONGEST_MISTYPED && !/\p{N}/u.test(word)
}

/** Patterns for a word and for those one slip away: each has enough letters in a row for the trigram index. */
function nearby(word: string): string[] {
  if (!isMistakable(word)) return [`%${literally(word)}%`]
  const letters = Array.from(word, literally)
  const end = letters.length <= LONGEST_WHOLE ? ' ' : ''
  const slips = letters.flatMap((letter, at) => {
    const [before, after] = [letters.slice(0, at), letters.slice(at + 1)]
    const [next, ...rest] = after
    return [
      [...before, '_', ...after],
      [...before, ...after],
      ...(at > 0 ? [[...before, '_', letter, ...after]] : []),
      ...(next === undefined || next === letter ? [] : [[...before, next, letter, ...rest]]),
    ]
  })
  return [`%${literally(word)}%`, ...new Set(slips.map((slip) => `% ${slip.join('')}${end}%`))]
}
