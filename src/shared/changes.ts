import { z } from 'zod/mini'
import type { Permission } from './accounts/permissions.ts'

/**
 * The subjects of the console's change notifications, each with the permission needed to read them. The database sends only a noun and ids
 * (`notify_console`, schema/shared.sql); the console then refetches what it shows.
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

/** An event of GET /staff/changes. Without `ids` any entry may have changed; without `noun`, anything. */
export const changeSchema = z.object({
  noun: z.optional(z.enum(Object.keys(CHANGE_NOUNS) as [ChangeNoun, ...ChangeNoun[]])),
  ids: z.optional(z.array(z.string())),
})
export type Change = z.infer<typeof changeSchema>

/** Heartbeat interval of each stream in milliseconds, shorter than the idle timeouts of proxies. */
export const CHANGES_BEAT_MS = 20_000
/** Event names. The first `beat` means that all later changes will be received. */
export const CHANGE_EVENTS = { change: 'change', beat: 'beat' } as const
