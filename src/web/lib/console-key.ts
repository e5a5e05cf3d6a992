import type { ChangeNoun } from '#shared/changes.ts'

/** The subjects of the console's queries, and of the server's change notifications (staff/use-changes.ts). */
export type ConsoleNoun = ChangeNoun | 'codes' | 'colleagues' | 'enquiries' | 'figures' | 'health' | 'ledger' | 'quotes' | 'settings'

export function consoleKey<Noun extends ConsoleNoun>(noun: Noun) {
  return ['staff', noun] as const
}
