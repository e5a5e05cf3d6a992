import { sql } from 'kysely'
import type { Database } from '#server/lib/db.ts'
import { isTypoOf, mayBeTypo } from './search-text.ts'
import type { Synonyms } from './synonyms.ts'

/** The dictionary words compared letter by letter, for each word that no tour has. */
const NEAREST = 40
/** A search with more unknown words than these finds nothing. */
const MAX_STRANGE = 5
const MAX_FORMS = 20
/** A prefix of more words is searched as a prefix, which is slower than a few words. */
const MAX_BEGINNINGS = 20
/** The most words of a search treated as prefixes, each of which costs as much as many words. The others match only as written. */
const MAX_BEGUN = 4

/** Marks a lexeme as a prefix in a query. */
const BEGINNING = ':*'

/** Any of these lexemes of `tours.search`, as PostgreSQL writes them in a query. */
export type Meaning = string[]

/**
 * Returns the meanings of each word: the tours' words that begin with it, its other forms and its synonyms; failing those, the meanings
 * of words with synonyms that it begins; failing those too, words a small typo away. Very common words such as "the" are left out; an
 * unknown word means nothing.
 */
export async function explainWords(db: Database, words: readonly string[], synonyms: Synonyms): Promise<Meaning[]> {
  const typed = await explainAsTyped(db, words, synonyms)
  const strange = withoutMeaning(typed).slice(0, MAX_STRANGE)
  const begun = await explainOthers(db, strange, synonyms.begunBy, synonyms)
  const mistyped = withoutMeaning(begun).filter((word) => mayBeTypo(word))
  const nearest = await findNearest(db, mistyped)
  const near = await explainOthers(db, mistyped, synonyms.near, synonyms)
  return fewBegun([...typed.keys()].map((word) => [typed, begun, nearest, near].flatMap((each) => each.get(word) ?? [])))
}

function fewBegun(meanings: readonly Meaning[]): Meaning[] {
  let left = MAX_BEGUN
  return meanings.flatMap((meaning) => {
    if (!meaning.some(isBeginning) || left-- > 0) return [meaning]
    const said = meaning.filter((lexeme) => !isBeginning(lexeme))
    return said.length > 0 ? [said] : []
  })
}

function withoutMeaning(meanings: ReadonlyMap<string, Meaning>): string[] {
  return [...meanings].flatMap(([word, meaning]) => (meaning.length === 0 ? [word] : []))
}

/** Returns the meanings of other words in place of each word. */
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

/** Returns the meanings of each word and its synonyms, without fillers. */
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
  /** False for fillers. */
  isMeant: boolean
}

/** Looks words up in the dictionary, with words that begin with them or share their stem. */
async function lookUp(db: Database, words: string[]): Promise<Map<string, Known>> {
  if (words.length === 0) return new Map()
  const { rows } = await sql<{ word: string; plain: string; isMeant: boolean; longer: string[]; forms: string[] }>`
    select asked.word, plain, stem is not null as "isMeant",
      array(select known.word from tour_words as known where known.word >= plain and known.word < plain || chr(1114111)
        order by known.word limit ${MAX_BEGINNINGS + 1}) as longer,
      array(select known.word from tour_words as known where known.stem = asked.stem order by known.word limit ${MAX_FORMS}) as forms
    from (
      select word, unaccent(word) collate "C" as plain, (ts_lexize('english_stem', unaccent(word)))[1] collate "C" as stem
      from unnest(${words}::text[]) as word
    ) as asked`.execute(db)
  return new Map(
    rows.map(({ word, plain, isMeant, longer, forms }) => {
      const isFrequent = longer.length > MAX_BEGINNINGS
      const others = [...new Set([...forms, ...(isFrequent ? [] : longer)])].map(quoted)
      return [word, { isMeant, lexemes: isFrequent ? [beginning(plain), ...others] : others }]
    }),
  )
}

/** Returns the meanings of dictionary words a small typo away from each of these. */
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

/** Swaps each pair of neighbouring letters, because a short word shares too few letters in a row with the intended one. */
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

/** Quotes a lexeme for a query. */
export function quoted(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`
}
