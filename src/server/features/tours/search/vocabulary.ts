import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { holidaySchema, type Holiday } from './holidays.ts'

/** An unusable folder: one line per fault, naming the file and the place in it. */
export class VocabularyError extends Error {}

const phrases = z.array(z.string().trim().min(1)).default([])
const numbers = z.record(z.string().min(1), z.number().int().nonnegative()).default({})
const twelve = z.array(phrases).length(12).optional()
const seven = z.array(phrases).length(7).optional()

/** One language's phrases for what a search understands (`seed/README.md`). */
const languageSchema = z.strictObject({
  /** Words that say nothing about a tour. */
  fillers: phrases,
  /** Words that are only looked for next to each other. */
  together: phrases,
  months: twelve,
  /** They begin or end many names, so they need a day, a year or "in" beside them. */
  unsureMonths: numbers,
  /** From Monday on. */
  weekdays: seven,
  relative: z.record(z.string().min(1), z.tuple([z.enum(['day', 'week', 'weekend', 'month']), z.number().int()])).default({}),
  in: phrases,
  thisWeekday: phrases,
  nextWeekday: phrases,
  numbers,
  tens: numbers,
  ordinals: phrases,
  of: phrases,
  to: phrases,
  and: phrases,
  day: phrases,
  week: phrases,
  night: phrases,
  month: phrases,
  otherUnits: phrases,
  aWeek: phrases,
  fortnight: phrases,
  weekend: phrases,
  shortTrip: phrases,
  for: phrases,
  people: phrases,
  children: phrases,
  groupOf: phrases,
  guests: numbers,
  atMost: phrases,
  lessThan: phrases,
  orLess: phrases,
  perPerson: phrases,
  currencies: phrases,
  cheap: phrases,
  freeCancellation: phrases,
})
export type Language = z.infer<typeof languageSchema>

const placeSchema = z.strictObject({ find: z.string().trim().min(1), names: z.array(z.string().trim().min(1)).min(1) })
export type Place = z.infer<typeof placeSchema>

export interface Vocabulary {
  languages: Language[]
  holidays: Holiday[]
  places: Place[]
}

type Keys<Kind> = { [Key in keyof Language]-?: Language[Key] extends Kind ? Key : never }[keyof Language]

/** All languages combined. */
export interface Words {
  of(key: Keys<string[]>): readonly string[]
  numbers(key: Keys<Record<string, number>>): readonly (readonly [string, number])[]
  /** The names of the months or weekdays, numbered from 1. */
  named(key: 'months' | 'weekdays'): readonly (readonly [string, number])[]
  relative: readonly (readonly [string, Language['relative'][string]])[]
}

export function wordsOf({ languages }: Vocabulary): Words {
  return {
    of: (key) => languages.flatMap((language) => language[key]),
    numbers: (key) => languages.flatMap((language) => Object.entries(language[key])),
    named: (key) =>
      languages.flatMap((language) => (language[key] ?? []).flatMap((names, at) => names.map((name) => [name, at + 1] as const))),
    relative: languages.flatMap(({ relative }) => Object.entries(relative)),
  }
}

const HOLIDAYS = 'feasts.json'
const PLACES = 'places.json'

/** Reads a folder with one file per language, the holidays and the places. Throws `VocabularyError`. */
export async function readVocabulary(folder: string): Promise<Vocabulary> {
  const files = await readdir(folder).catch((error: unknown) => {
    throw new VocabularyError(`SEARCH_FOLDER: ${folder} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  })
  const read = async <T>(file: string, schema: z.ZodType<T>) => parseFile(file, await textOf(path.join(folder, file)), schema)
  const languages = files.filter((file) => file.endsWith('.json') && file !== HOLIDAYS && file !== PLACES).toSorted()
  return {
    languages: await Promise.all(languages.map(async (file) => read(file, languageSchema))),
    holidays: await read(HOLIDAYS, z.array(holidaySchema)),
    places: await read(PLACES, z.array(placeSchema)),
  }
}

async function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new VocabularyError(`SEARCH_FOLDER: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  })
}

/** Throws `VocabularyError`. */
function parseFile<T>(file: string, text: string, schema: z.ZodType<T>): T {
  let json: unknown
  try {
    // Some editors add a byte order mark.
    json = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new VocabularyError(`SEARCH_FOLDER: ${file} is not JSON: ${(error as Error).message}.`)
  }
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map(({ path: place, message }) => `SEARCH_FOLDER: ${[file, ...place].join(', ')}: ${message}.`)
  throw new VocabularyError(lines.join('\n'))
}
