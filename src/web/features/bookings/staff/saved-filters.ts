import { create } from 'zustand'
import { tryStorage } from '#web/lib/tab-store.ts'

/** `address` is the query string, such as "?status=pending". */
export type SavedFilter = { name: string; address: string }

/** Filters everyone needs daily. */
export const BUILT_IN: readonly (SavedFilter & { /** What it means if nothing matches. */ nothing: string })[] = [
  { name: 'All', address: '', nothing: 'No bookings yet' },
  { name: 'Travelling this week', address: '?status=confirmed&travel=this-week', nothing: 'No one is travelling this week' },
  { name: 'Unpaid tours', address: '?kind=tour&status=pending', nothing: 'No tours awaiting payment' },
  { name: 'Unpaid quotes', address: '?kind=vehicle&status=approved', nothing: 'No quotes awaiting payment' },
  { name: 'Booked today', address: '?booked=today', nothing: 'No bookings today' },
]

const useStore = create<{ byOwner: Record<string, SavedFilter[]> }>(() => ({ byOwner: {} }))

const keyOf = (ownerId: string) => `console-booking-filters-${ownerId}`

export function useSavedFilters(ownerId: string): SavedFilter[] {
  return useStore(({ byOwner }) => byOwner[ownerId]) ?? readFilters(ownerId)
}

/** Replaces an existing filter with the same name or address. */
export function saveFilter(ownerId: string, filter: SavedFilter): void {
  const others = readFilters(ownerId).filter(({ name, address }) => name !== filter.name && address !== filter.address)
  write(ownerId, [...others, filter])
}

export function removeFilter(ownerId: string, address: string): void {
  write(
    ownerId,
    readFilters(ownerId).filter((filter) => filter.address !== address),
  )
}

function readFilters(ownerId: string): SavedFilter[] {
  const stored = tryStorage(() => JSON.parse(localStorage.getItem(keyOf(ownerId)) ?? '[]') as unknown)
  return Array.isArray(stored) ? stored.filter(isFilter) : []
}

function isFilter(value: unknown): value is SavedFilter {
  if (typeof value !== 'object' || value === null) return false
  const { name, address } = value as Partial<SavedFilter>
  return typeof name === 'string' && typeof address === 'string' && address.startsWith('?')
}

function write(ownerId: string, filters: SavedFilter[]): void {
  tryStorage(() => localStorage.setItem(keyOf(ownerId), JSON.stringify(filters)))
  useStore.setState(({ byOwner }) => ({ byOwner: { ...byOwner, [ownerId]: filters } }))
}
