import { BookmarkPlus, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod/mini'
import { create } from 'zustand'
import { consolePages } from '#shared/pages.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useCheckedForm } from '#web/components/use-checked-form.ts'
import { useCurrentInView } from '#web/components/use-current-in-view.ts'
import { classNames } from '#web/lib/class-names.ts'
import { tryStorage } from '#web/lib/tab-store.ts'

type Props = {
  ownerId: string
  /** The current filters as a query string. */
  address: string
}

export function SavedFilterBar({ ownerId, address }: Props) {
  const own = useSavedFilters(ownerId)
  const row = useCurrentInView(address)
  const [isSaving, setIsSaving] = useState(false)
  const isKnown = [...BUILT_IN, ...own].some((filter) => filter.address === address)
  return (
    <nav ref={row} aria-label="Saved filters" className="-mx-4 mb-4 overflow-x-auto px-4 py-1 sm:mx-0 sm:px-0">
      <ul className="flex gap-1.5">
        {[...BUILT_IN, ...own].map((filter, at) => {
          const isChosen = filter.address === address
          return (
            <li
              key={`${filter.name} ${filter.address}`}
              className={classNames(
                'flex shrink-0 items-center rounded-pill border',
                isChosen ? 'border-ink bg-ink text-paper' : 'border-line bg-paper text-ink-soft hover:border-ink hover:text-ink',
              )}
            >
              <Link
                to={`${consolePages.bookings}${filter.address}`}
                aria-current={isChosen ? 'page' : undefined}
                className={classNames(
                  'inline-flex min-h-10 items-center pointer-coarse:min-h-11 rounded-pill pl-4 font-semibold',
                  isOwn(at) ? 'pr-1' : 'pr-4',
                )}
              >
                {filter.name}
              </Link>
              {isOwn(at) && (
                <button
                  type="button"
                  aria-label={`Remove the saved filter ${filter.name}`}
                  onClick={() => removeFilter(ownerId, filter.address)}
                  className="mr-1 flex size-8 items-center justify-center rounded-pill hover:bg-ink-soft/20"
                >
                  <X aria-hidden="true" className="size-4" />
                </button>
              )}
            </li>
          )
        })}
        {!isKnown && (
          <li className="shrink-0">
            <Button variant="quiet" size="small" onClick={() => setIsSaving(true)}>
              <BookmarkPlus aria-hidden="true" className="size-4" /> Save this filter
            </Button>
          </li>
        )}
      </ul>
      {isSaving && (
        <SaveFilterDialog
          onClose={() => setIsSaving(false)}
          onSave={(name) => {
            saveFilter(ownerId, { name, address })
            setIsSaving(false)
          }}
        />
      )}
    </nav>
  )
}

function isOwn(at: number): boolean {
  return at >= BUILT_IN.length
}

const nameSchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Please enter a name'), z.maxLength(40, 'Name must be at most 40 characters')),
})

type DialogProps = { onClose: () => void; onSave: (name: string) => void }

function SaveFilterDialog({ onClose, onSave }: DialogProps) {
  const form = useCheckedForm<{ name: string }, { name: string }>({
    start: { name: '' },
    check: (values) => nameSchema.safeParse(values),
    send: async ({ name }) => onSave(name),
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Save this filter"
      size="small"
      footer={
        <>
          <Button variant="secondary" size="small" className="min-h-11" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="save-filter" size="small" className="min-h-11">
            Save
          </Button>
        </>
      }
    >
      <form {...form.props} id="save-filter">
        <TextField
          {...form.field('name')}
          data-first
          label="Name"
          autoComplete="off"
          hint="Saved in this browser, for you only. Relative dates such as “this week” stay up to date."
        />
      </form>
    </Dialog>
  )
}

/** `address` is the query string, such as "?status=pending". */
type SavedFilter = { name: string; address: string }

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

function useSavedFilters(ownerId: string): SavedFilter[] {
  return useStore(({ byOwner }) => byOwner[ownerId]) ?? readFilters(ownerId)
}

/** Replaces an existing filter with the same name or address. */
function saveFilter(ownerId: string, filter: SavedFilter): void {
  const others = readFilters(ownerId).filter(({ name, address }) => name !== filter.name && address !== filter.address)
  write(ownerId, [...others, filter])
}

function removeFilter(ownerId: string, address: string): void {
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
