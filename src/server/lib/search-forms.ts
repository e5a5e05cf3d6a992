import { sql, type RawBuilder } from 'kysely'
import type { Database, Trx } from './db.ts'
import { isOneOf } from './personal-data.ts'

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

/** What someone typed, as words of `search_form`. */
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

  /**
   * Every word, one of which has a letter missing, added, wrong or swapped with the next. Only one: with two, the index would be asked for each
   * combination of their patterns.
   */
  isNearly(form: RawBuilder<unknown>): RawBuilder<boolean> {
    const one = this.words.flatMap((word, at) => {
      if (!isMistakable(word)) return []
      const others = this.words.filter((_, other) => other !== at).map((other) => sql`${form} like ${`%${literally(other)}%`}`)
      return [allOf([...others, sql`${form} like any(${nearby(word)}::text[])`])]
    })
    return one.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(one, sql` or `)})`
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

/** More ids than these are not listed: what is so frequent is found soon by walking the list itself. */
const FEW = 500

/**
 * Returns the first of these conditions that a row fulfils, as a condition on the ids where they are few. Of more that fulfil another than the
 * first, which are typos, it takes only so many.
 */
export async function firstFulfilled(
  db: Database,
  table: 'users' | 'mails',
  conditions: readonly RawBuilder<boolean>[],
): Promise<RawBuilder<boolean>> {
  return readByIndexes(db, async (trx) => {
    for (const condition of conditions) {
      const { rows } = await sql<{ id: string }>`
        select id from ${sql.table(table)} where ${condition} limit ${FEW + 1}`.execute(trx)
      if (rows.length > FEW && condition === conditions[0]) return condition
      if (rows.length > 0)
        return isOneOf(
          `${table}.id`,
          rows.slice(0, FEW).map(({ id }) => id),
        )
    }
    return sql<boolean>`false`
  })
}

/**
 * The planner guesses what a part of a text or a typo finds, and often guesses too many: it would read the table until it has enough, where
 * the index would have said at once that there are none.
 */
export async function readByIndexes<Result>(db: Database, read: (trx: Trx) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await sql`select ${sql.join(INDEXES_ONLY.map((name) => sql`set_config(${sql.lit(name)}, 'off', true)`))}`.execute(trx)
    return read(trx)
  })
}

const INDEXES_ONLY = ['enable_seqscan', 'enable_indexscan', 'enable_indexonlyscan', 'jit']

function allOf(conditions: RawBuilder<unknown>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** Numbers and codes are either right or others. */
function isMistakable(word: string): boolean {
  return word.length >= SHORTEST_MISTYPED && word.length <= LONGEST_MISTYPED && !/\p{N}/u.test(word)
}

/** Patterns for words one slip away: each has enough letters in a row for the trigram index. */
function nearby(word: string): string[] {
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
  return [...new Set(slips.map((slip) => `% ${slip.join('')}${end}%`))]
}
