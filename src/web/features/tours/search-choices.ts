import { SPECIFIED_DESTINATIONS } from '#shared/tours/choices.ts'

/** Specification §2. */
const SPECIFIED_GROUPS = [1, 2, 3]
const LARGER_GROUPS = [4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 300, 500, 750]
/** No tour takes more (`MAX_SEATS`). */
const LARGEST_GROUP = 1000

/** The specified destinations, then those on sale; and the one chosen, which may be on sale no longer. */
export function destinationChoices(destinations: readonly string[], chosen: string): string[] {
  return withChosen([...new Set([...SPECIFIED_DESTINATIONS, ...destinations])], chosen)
}

/** The specified group sizes, then larger ones up to the largest on sale; and the one chosen. */
export function guestChoices(largestGroup: number, chosen: string): string[] {
  const larger = LARGER_GROUPS.filter((size) => size < largestGroup)
  const isLarger = largestGroup > Math.max(...SPECIFIED_GROUPS)
  return withChosen([...SPECIFIED_GROUPS, ...larger, ...(isLarger ? [largestGroup] : [])].map(guestsLabel), chosen)
}

/** Returns "8 Guests" for a group that a tour could take, else an empty text. */
export function guestsIn(text: string): string {
  const [, size] = /^(\d{1,4}) Guests?$/.exec(text) ?? []
  return Number(size) >= 1 && Number(size) <= LARGEST_GROUP ? guestsLabel(Number(size)) : ''
}

function guestsLabel(size: number): string {
  return size === 1 ? '1 Guest' : `${size} Guests`
}

function withChosen(choices: string[], chosen: string): string[] {
  return chosen === '' || choices.includes(chosen) ? choices : [...choices, chosen]
}
