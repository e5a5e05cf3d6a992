import type { Day } from '../../src/shared/dates.ts'
import type { Site } from './site.ts'
import type { Told } from './told.ts'

/** What everybody in the loop shares. */
export interface World {
  site: Site
  tours: readonly string[]
  told: Told
  nextEmail(): string
  /** A day that nobody else books, for a clerk; undefined when all are taken. */
  nextDay(): Day | undefined
}
