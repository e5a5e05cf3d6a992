import { BookmarkPlus, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { consolePages } from '#shared/pages.ts'
import { Button } from '#web/components/button.tsx'
import { useCurrentInView } from '#web/components/use-current-in-view.ts'
import { classNames } from '#web/lib/class-names.ts'
import { SaveFilterDialog } from './save-filter-dialog.tsx'
import { BUILT_IN, removeFilter, saveFilter, useSavedFilters } from './saved-filters.ts'

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
