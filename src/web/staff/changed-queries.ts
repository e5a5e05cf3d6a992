import type { Change, ChangeNoun } from '#shared/changes.ts'

/** What is read again for a noun: the second part of the keys of the console's queries. */
const READ_AGAIN: Record<ChangeNoun, readonly string[]> = {
  bookings: ['bookings', 'quotes', 'departures', 'figures'],
  tasks: ['tasks', 'health'],
  departures: ['departures'],
  attendance: ['attendance'],
  tours: ['tours'],
  reviews: ['reviews'],
  mails: ['mails', 'enquiries', 'health'],
  services: ['services'],
  coverage: ['coverage'],
  people: ['people', 'colleagues'],
}

/** Queries about one entry, whose id follows. */
const OF_ONE = new Set(['one', 'story', 'audit', 'money', 'ticks'])
/**
 * What is never read again by itself: what somebody edits or decides by, which the server compares when they send it; and what is on record
 * with each reading.
 */
const KEPT = new Set(['departures figures', 'tours one', 'tours deactivation'])

/** Returns whether a query of the console shows what has changed. */
export function isChanged(key: readonly unknown[], { noun, ids }: Change): boolean {
  const [root, about, kind, id] = key
  if (root !== 'staff' || typeof about !== 'string' || KEPT.has(`${about} ${String(kind)}`)) return false
  if (noun === undefined) return Object.values(READ_AGAIN).flat().includes(about)
  // How far a cancellation has come includes its emails.
  if (noun === 'mails' && about === 'departures') return kind === 'cancellation'
  if (!READ_AGAIN[noun].includes(about)) return false
  const isNamed = ids && typeof kind === 'string' && OF_ONE.has(kind) && (noun === about || (noun === 'bookings' && about === 'quotes'))
  return !isNamed || ids.includes(String(id))
}
