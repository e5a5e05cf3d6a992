import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { isTypoOf, toWords, type ReadSearch } from './search-text.ts'
import type { Place } from './vocabulary.ts'

/** A word also finds tours with any word in `find`; if neither those nor the word itself find any, tours with any word in `otherwise`. */
interface Synonym {
  find: readonly string[]
  otherwise: readonly string[]
}

export interface Synonyms {
  /** The words that have synonyms. */
  words: readonly string[]
  of(word: string): Synonym
  /** Returns the words with synonyms that begin with this one. */
  begunBy(word: string): string[]
  /** Returns the words with synonyms that this one is a small typo of. */
  near(word: string): string[]
}

/** An unusable file: one line per fault, naming the file, the entry and the word. */
export class SynonymsError extends Error {}

/** More would make a search slow. */
const MAX_FOUND = 20
const NONE: Synonym = { find: [], otherwise: [] }

const wordSchema = z
  .string('must be a word in quotes')
  .refine((text) => toWords(text).length === 1, { error: ({ input }) => `“${String(input)}” is not one word` })
  .transform((text) => toWords(text).join(''))
const foundSchema = z.array(wordSchema, 'must be a list of words').max(MAX_FOUND, `has more than ${MAX_FOUND} words`)
function fileSchema(read: ReadSearch) {
  const askedSchema = wordSchema.refine((word) => read(word, '2000-01-01').words.includes(word), {
    error: ({ input }) => `“${String(input)}” is never looked up: search treats it as a day, month, duration or stop word`,
  })
  return z.array(
    z.strictObject({
      words: z.array(askedSchema, 'must be a list of words').min(1, 'is empty'),
      find: foundSchema.min(1, 'is empty'),
      otherwise: foundSchema.default([]),
    }),
    'must be a list of entries, [{ "words": […], "find": […] }]',
  )
}

/** Reads the synonyms of a file (`seed/README.md`). Throws `SynonymsError`. */
export async function readSynonyms(file: string, read: ReadSearch): Promise<Synonyms> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new SynonymsError(`SYNONYMS_FILE: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  })
  return parseSynonyms(file, text, read)
}

/** `read` decides which words are looked up at all. Throws `SynonymsError`. */
export function parseSynonyms(file: string, text: string, read: ReadSearch): Synonyms {
  const json = parseJson(file, text)
  const parsed = fileSchema(read).safeParse(json)
  if (!parsed.success)
    throw faultsIn(
      file,
      json,
      parsed.error.issues.map(({ path, message }) => ({ path, message })),
    )
  const synonyms = new Map<string, Synonym>()
  for (const [index, { words, ...synonym }] of parsed.data.entries()) {
    for (const word of words) {
      if (synonyms.has(word)) throw faultsIn(file, json, [{ path: [index, 'words'], message: `“${word}” is listed twice` }])
      synonyms.set(word, synonym)
    }
  }
  return synonymsOf(synonyms)
}

/** Adds one-word names of places that are found by one word. The file's own synonyms take precedence. */
export function withPlaces(synonyms: Synonyms, places: readonly Place[]): Synonyms {
  const all = new Map(synonyms.words.map((word) => [word, synonyms.of(word)]))
  for (const { find, names } of places) {
    const found = toWords(find)
    for (const [word = '', ...others] of names.map(toWords)) {
      if (found.length === 1 && others.length === 0 && !all.has(word)) all.set(word, { find: found, otherwise: [] })
    }
  }
  return synonymsOf(all)
}

function synonymsOf(synonyms: ReadonlyMap<string, Synonym>): Synonyms {
  const words = [...synonyms.keys()]
  return {
    words,
    of: (word) => synonyms.get(word) ?? NONE,
    begunBy: (word) => words.filter((other) => other.startsWith(word)),
    near: (word) => words.filter((other) => isTypoOf(word, other)),
  }
}

function parseJson(file: string, text: string): unknown {
  try {
    // Some editors add a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new SynonymsError(`SYNONYMS_FILE: ${file} is not JSON: ${(error as Error).message}.`)
  }
}

function faultsIn(file: string, json: unknown, faults: { path: PropertyKey[]; message: string }[]): SynonymsError {
  const lines = faults.map(({ path: [index, field], message }) => {
    const entry = typeof index === 'number' ? `, entry ${index + 1} (${JSON.stringify((json as unknown[])[index]).slice(0, 60)})` : ''
    return `SYNONYMS_FILE: ${file}${entry}${field === undefined ? '' : `, ${String(field)}`}: ${message}.`
  })
  return new SynonymsError(lines.join('\n'))
}
