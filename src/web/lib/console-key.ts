import type { ChangeNoun } from '#shared/changes.ts'

/** What the console's queries are about, and what is read again when the server says that something has changed (staff/changed-queries.ts). */
export type ConsoleNoun = ChangeNoun | 'colleagues' | 'enquiries' | 'figures' | 'health' | 'quotes'

/** Returns the key under which the console keeps all that it has read about a noun. */
export function consoleKey<Noun extends ConsoleNoun>(noun: Noun) {
  return ['staff', noun] as const
}
