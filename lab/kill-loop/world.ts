import type { Day } from '../../src/shared/dates.ts'
import type { Selling } from '../../src/shared/tours/offers/selling-schema.ts'
import type { Site } from './site.ts'
import type { Told } from './told.ts'

/** What everyone in the loop shares. */
export interface World {
  site: Site
  tours: readonly string[]
  /** What the tours with options sell, by tour. */
  sold: ReadonlyMap<string, Selling>
  told: Told
  nextEmail(): string
  /** A day that no one else books, for a clerk; undefined when all are taken. */
  nextDay(): Day | undefined
}
