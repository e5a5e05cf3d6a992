import { z } from 'zod/mini'
import type { Permission } from './accounts/permissions.ts'

/**
 * What the console is told when something has changed, each noun with what it takes to read it. The database sends them
 * (`migrations/`, "console_changes"), and no more than that: a noun and ids, of which the console reads again what it shows.
 */
export const CHANGE_NOUNS = {
  bookings: 'bookings.read',
  tasks: 'tasks.read',
  departures: 'departures.read',
  attendance: 'bookings.read',
  tours: 'tours.read',
  reviews: 'reviews.read',
  mails: 'console.open',
  services: 'services.read',
  coverage: 'services.read',
  people: 'people.read',
} as const satisfies Record<string, Permission>
export type ChangeNoun = keyof typeof CHANGE_NOUNS

/** An event of GET /staff/changes. Without `ids` any entry may have changed; without `noun` anything may. */
export const changeSchema = z.object({
  noun: z.optional(z.enum(Object.keys(CHANGE_NOUNS) as [ChangeNoun, ...ChangeNoun[]])),
  ids: z.optional(z.array(z.string())),
})
export type Change = z.infer<typeof changeSchema>

/** How often each stream says that it is still there, in milliseconds: below what proxies allow a silent one. */
export const CHANGES_BEAT_MS = 20_000
/** The names of its events. The first `beat` says that what follows will be heard. */
export const CHANGE_EVENTS = { change: 'change', beat: 'beat' } as const
