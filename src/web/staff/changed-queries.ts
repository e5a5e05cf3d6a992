import type { Change, ChangeNoun } from '#shared/changes.ts'

/** Query key prefixes (second element) to refetch for each noun. */
const READ_AGAIN: Record<ChangeNoun, readonly string[]> = {
  bookings: ['bookings', 'quotes', 'departures', 'figures', 'ledger'],
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

/** Queries about a single entry, whose key continues with its id. */
const OF_ONE = new Set(['one', 'story', 'audit', 'money', 'ticks'])
/**
 * Never refetched automatically: data being edited or decided on, which the server compares on submission, and data whose every read is
 * audited.
 */
const KEPT = new Set(['departures figures', 'tours one', 'tours deactivation'])

/** Whether a console query shows something that has changed. */
export function isChanged(key: readonly unknown[], { noun, ids }: Change): boolean {
  const [root, about, kind, id] = key
  if (root !== 'staff' || typeof about !== 'string' || KEPT.has(`${about} ${String(kind)}`)) return false
  if (noun === undefined) return Object.values(READ_AGAIN).flat().includes(about)
  // A cancellation's progress includes its emails.
  if (noun === 'mails' && about === 'departures') return kind === 'cancellation'
  if (!READ_AGAIN[noun].includes(about)) return false
  const isNamed = ids && typeof kind === 'string' && OF_ONE.has(kind) && (noun === about || (noun === 'bookings' && about === 'quotes'))
  return !isNamed || ids.includes(String(id))
}
