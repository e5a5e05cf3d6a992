import { sql } from 'kysely'
import type { Database } from '#server/lib/db.ts'
import { isTypoOf, mayBeTypo } from './search-text.ts'
import type { Synonyms } from './synonyms.ts'

/** The words of the dictionary that are compared letter by letter, for each word that no tour has. */
const NEAREST = 40
/** Whoever asks for more words that no tour has than these finds nothing. */
const MOST_STRANGE = 5
const MOST_FORMS = 20
/** A beginning that more words have is looked for as such, which is slower than looking for a few words. */
const MOST_BEGINNINGS = 20
/** So many words of a search are looked for as beginnings; each costs as much as many words. Of the others only what they say counts. */
const MOST_BEGUN = 4

/** What comes behind a lexeme of a query that is the beginning of others. */
const BEGINNING = ':*'

/** What a word of a search stands for: any of these lexemes of `tours.search`, as PostgreSQL writes them in a query. */
export type Meaning = string[]

/**
 * Returns what each word stands for: the words of the tours that begin with it, its other forms, and its synonyms; when there are
 * none, what the words with synonyms that it begins stand for; only when there are none either, words that are a small typo away.
 * Words that every text has, such as "the", are left out; a word that nothing resembles stands for nothing.
 */
export async function explainWords(db: Database, words: readonly string[], synonyms: Synonyms): Promise<Meaning[]> {
  const typed = await explainAsTyped(db, words, synonyms)
  const strange = withoutMeaning(typed).slice(0, MOST_STRANGE)
  const begun = await explainOthers(db, strange, synonyms.begunBy, synonyms)
  const mistyped = withoutMeaning(begun).filter((word) => mayBeTypo(word))
  const nearest = await findNearest(db, mistyped)
  const near = await explainOthers(db, mistyped, synonyms.near, synonyms)
  return fewBegun([...typed.keys()].map((word) => [typed, begun, nearest, near].flatMap((each) => each.get(word) ?? [])))
}

function fewBegun(meanings: readonly Meaning[]): Meaning[] {
  let left = MOST_BEGUN
  return meanings.flatMap((meaning) => {
    if (!meaning.some(isBeginning) || left-- > 0) return [meaning]
    const said = meaning.filter((lexeme) => !isBeginning(lexeme))
    return said.length > 0 ? [said] : []
  })
}

function withoutMeaning(meanings: ReadonlyMap<string, Meaning>): string[] {
  return [...meanings].flatMap(([word, meaning]) => (meaning.length === 0 ? [word] : []))
}

/** Returns what those other words stand for in the place of each word. */
async function explainOthers(
  db: Database,
  words: readonly string[],
  othersOf: (word: string) => readonly string[],
  synonyms: Synonyms,
): Promise<Map<string, Meaning>> {
  const explained = await explainAsTyped(db, words.flatMap(othersOf), synonyms)
  const meaningOf = (word: string) => othersOf(word).flatMap((other) => explained.get(other) ?? [])
  return new Map(words.map((word) => [word, [...new Set(meaningOf(word))]]))
}

/** Returns what each word and its synonyms stand for; words that say nothing are missing. */
async function explainAsTyped(db: Database, words: readonly string[], synonyms: Synonyms): Promise<Map<string, Meaning>> {
  const asked = [...new Set(words)].map((word) => ({ word, ...synonyms.of(word) }))
  const known = await lookUp(db, [...new Set(asked.flatMap(({ word, find, otherwise }) => [word, ...find, ...otherwise]))])
  const meaningOf = (each: readonly string[]) => each.flatMap((word) => known.get(word)?.lexemes ?? [])
  return new Map(
    asked
      .filter(({ word }) => known.get(word)?.isMeant)
      .map(({ word, find, otherwise }) => {
        const meaning = meaningOf([word, ...find])
        return [word, meaning.length > 0 ? meaning : meaningOf(otherwise)] as const
      }),
  )
}

interface Known {
  lexemes: Meaning
  /** False for words that say nothing. */
  isMeant: boolean
}

/** Looks words up in the dictionary: those that begin like them, and those that have the same stem. */
async function lookUp(db: Database, words: string[]): Promise<Map<string, Known>> {
  if (words.length === 0) return new Map()
  const { rows } = await sql<{ word: string; plain: string; isMeant: boolean; longer: string[]; forms: string[] }>`
    select asked.word, plain, stem is not null as "isMeant",
      array(select known.word from tour_words as known where known.word >= plain and known.word < plain || chr(1114111)
        order by known.word limit ${MOST_BEGINNINGS + 1}) as longer,
      array(select known.word from tour_words as known where known.stem = asked.stem order by known.word limit ${MOST_FORMS}) as forms
    from (
      select word, unaccent(word) collate "C" as plain, (ts_lexize('english_stem', unaccent(word)))[1] collate "C" as stem
      from unnest(${words}::text[]) as word
    ) as asked`.execute(db)
  return new Map(
    rows.map(({ word, plain, isMeant, longer, forms }) => {
      const isFrequent = longer.length > MOST_BEGINNINGS
      const others = [...new Set([...forms, ...(isFrequent ? [] : longer)])].map(quoted)
      return [word, { isMeant, lexemes: isFrequent ? [beginning(plain), ...others] : others }]
    }),
  )
}

/** Returns what is a small typo away from each of these words: words of the dictionary, as if they had been typed. */
async function findNearest(db: Database, words: string[]): Promise<Map<string, Meaning>> {
  if (words.length === 0) return new Map()
  const asked = words.map((word) => ({ word, swapped: swapsOf(word) }))
  const { rows } = await sql<{ word: string; near: string[] }>`
    select asked.word, array(
      (select known.word from tour_words as known order by known.word <-> unaccent(asked.word) limit ${NEAREST})
      union
      select begun.word from jsonb_array_elements_text(asked.swapped) as swap, lateral (
        select known.word from tour_words as known
        where known.word >= swap collate "C" and known.word < swap || chr(1114111) collate "C" order by known.word limit ${NEAREST}
      ) as begun
    ) as near
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (word text, swapped jsonb)`.execute(db)
  const meant = rows.map(({ word, near }) => ({ word, near: near.filter((other) => isTypoOf(word, other)) }))
  const known = await lookUp(db, [...new Set(meant.flatMap(({ near }) => near))])
  return new Map(meant.map(({ word, near }) => [word, [...new Set(near.flatMap((other) => known.get(other)?.lexemes ?? []))]]))
}

/** Returns a word with two neighbours swapped, in each way: short words share too few letters in a row with what was meant. */
function swapsOf(word: string): string[] {
  const letters = Array.from(word)
  return letters.slice(1, -1).map((_, index) =>
    letters
      .with(index + 1, letters[index + 2] ?? '')
      .with(index + 2, letters[index + 1] ?? '')
      .join(''),
  )
}

function beginning(word: string): string {
  return `${quoted(word)}${BEGINNING}`
}

function isBeginning(lexeme: string): boolean {
  return lexeme.endsWith(BEGINNING)
}

/** Returns a lexeme as it stands in a query. */
export function quoted(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`
}
