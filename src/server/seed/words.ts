import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { projectRoot } from '#server/config/root.ts'

const text = z.string().min(1)
const daySchema = z.object({ title: text, description: text, activities: z.array(text) })

const wordsSchema = z.object({
  places: z.array(z.object({ name: text, country: text })),
  /** Pictures by country; other countries use those of the tour's theme. */
  countryPictures: z.record(z.string(), z.array(text)),
  themes: z.array(
    z.object({
      tags: z.array(text),
      titles: z.array(text),
      overviews: z.array(text),
      pictures: z.array(text),
      days: z.array(daySchema),
    }),
  ),
  /** Appended to a title; the empty one is the most frequent. */
  qualifiers: z.array(z.string()),
  tourTypes: z.array(text),
  accommodations: z.array(text),
  transportations: z.array(text),
  arrival: daySchema,
  departure: daySchema,
  terms: z.array(text),
  /** fullRefundDays, partialRefundDays, partialRefundPercentage. */
  policies: z.array(z.tuple([z.number(), z.number(), z.number()])),
  firstNames: z.array(text),
  lastNames: z.array(text),
  /** Keyed by the number of stars. */
  reviews: z.record(z.string(), z.array(text)),
  reasons: z.array(text),
})
export type Words = z.infer<typeof wordsSchema>

export async function readWords(): Promise<Words> {
  return wordsSchema.parse(JSON.parse(await readFile(path.join(projectRoot, 'seed/generated/words.json'), 'utf8')))
}
