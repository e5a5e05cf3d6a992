import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { addDays, dayIn, type Day } from '#shared/dates.ts'
import { momentOf, randomOf, uuidOf, type Random } from '#server/seed/random.ts'
import { readWords } from '#server/seed/words.ts'
import { projectRoot } from '#server/config/root.ts'

/** The generator's runs count from 1, so their ids never clash with these. */
const RUN = { id: 0, seed: 2026 }
const KINDS = ['customer', 'departure', 'booking', 'attempt', 'payment', 'refund', 'quote', 'task'] as const
export type Kind = (typeof KINDS)[number]

const text = z.string().min(1)
const wordsSchema = z.object({
  homes: z.array(z.object({ place: text, postcode: text })),
  items: z.array(z.object({ name: text, dimensions: text })),
  notes: z.array(z.string()),
  adjusted: z.array(text),
  declined: z.array(text),
})

/** The invented year that ends now. Everything in it follows from the day alone. */
export interface Year {
  now: Date
  today: Day
  timeZone: string
  names: { first: string[]; last: string[] }
  reasons: string[]
  words: z.infer<typeof wordsSchema>
}

export async function readYear(now: Date, timeZone: string): Promise<Year> {
  const { firstNames, lastNames, reasons } = await readWords()
  const words = wordsSchema.parse(JSON.parse(await readFile(path.join(projectRoot, 'seed/business.json'), 'utf8')))
  return { now, today: dayIn(timeZone, now), timeZone, names: { first: firstNames, last: lastNames }, reasons, words }
}

export function chanceOf(kind: Kind, n: number): Random {
  return randomOf(RUN.seed, numberOf(kind), n)
}

export function idOf(kind: Kind, n: number): string {
  return uuidOf(RUN, numberOf(kind), n)
}

function numberOf(kind: Kind): number {
  return 1 + KINDS.indexOf(kind)
}

/** Returns a moment on the day, or on the day before if it would be less than an hour ago. */
export function pastMoment({ now }: Year, day: Day, fraction: number): Date {
  const moment = momentOf(day, fraction)
  return moment.getTime() < now.getTime() - 60 * 60_000 ? moment : momentOf(addDays(day, -1), fraction)
}
