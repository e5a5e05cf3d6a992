import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { localToday } from '#shared/dates.ts'
import { getTourChoices } from '#shared/tours/search-calls.ts'
import { lastTravelDay } from '#shared/tours/travel-days.ts'
import { Button } from '#web/components/button.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { queryOf } from '#web/lib/ask.ts'
import { classNames } from '#web/lib/class-names.ts'
import {
  ACTIVITIES,
  destinationChoices,
  filtersInWords,
  guestChoices,
  isSame,
  MAX_SEARCH_LENGTH,
  NO_FILTERS,
  type TourFilters,
} from './tour-filters.ts'

type Props = {
  filters: TourFilters
  /** Whether the filters come from a search sent by this row, as opposed to a link or Back. */
  isOwnSearch: boolean
  onSearch: (filters: TourFilters) => void
  onClear: () => void
}

const asOptions = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }))

/**
 * The row's values. They follow the address, except after a search sent by the row itself: the router may report that late, and input typed
 * since must stay. `onFollow` is called during render when the values follow.
 */
function useDraft(filters: TourFilters, isOwnSearch: boolean, onFollow: () => void) {
  const [draft, setDraft] = useState(filters)
  const [shown, setShown] = useState(filters)
  if (!isSame(shown, filters)) {
    setShown(filters)
    if (!isOwnSearch) {
      setDraft(filters)
      onFollow()
    }
  }
  // Back, pressed before a search was shown, may lead to the filters already shown, which would go unnoticed.
  const follow = useEffectEvent(() => setDraft(filters))
  useEffect(() => {
    const onPopState = () => follow()
    window.addEventListener('popstate', onPopState)
    return () => window.removeEventListener('popstate', onPopState)
  }, [])
  return [draft, setDraft] as const
}

/** The search row (specification §2). Back and links refill it; only Search submits. On a phone it then folds into one line. */
export function TourSearch({ filters, isOwnSearch, onSearch, onClear }: Props) {
  const summary = filtersInWords(filters)
  const [isFolded, setIsFolded] = useState(summary !== '')
  const [draft, setDraft] = useDraft(filters, isOwnSearch, () => setIsFolded(true))
  // Beyond specification §7: a failure is silent, and leaves the specified choices.
  const { data: onSale } = useQuery(queryOf(getTourChoices, {}, { retry: false }))
  const isClosed = isFolded && summary !== ''
  const form = useRef<HTMLFormElement>(null)
  const unfold = () => {
    setIsFolded(false)
    // The row exists only after React has rendered it; its first field then takes over the focus from the folded line.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('input, select')?.focus())
  }
  const set = (field: keyof TourFilters) => (value: string) => setDraft((current) => ({ ...current, [field]: value }))

  return (
    <>
      {isClosed && (
        <button
          type="button"
          aria-expanded={false}
          onClick={unfold}
          className="flex min-h-14 w-full items-center gap-3 rounded-card bg-paper px-4 py-2 text-left shadow-lift md:hidden"
        >
          <Search aria-hidden="true" className="size-5 shrink-0 text-coral-deep" />
          <span className="min-w-0 grow">
            <span className="sr-only">Change the search: </span>
            <strong className="line-clamp-2">{summary}</strong>
          </span>
          <ChevronDown aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
        </button>
      )}
      <form
        ref={form}
        role="search"
        aria-label="Tours"
        onSubmit={(event) => {
          event.preventDefault()
          setIsFolded(true)
          onSearch(draft)
        }}
        className={classNames(
          isClosed ? 'hidden md:grid' : 'grid',
          'tight-fields items-end gap-x-2 gap-y-2.5 rounded-card bg-paper p-3 shadow-lift min-[22rem]:grid-cols-2 sm:gap-x-3 sm:gap-y-4 sm:p-5 md:grid-cols-3 xl:grid-cols-[1.1fr_1.1fr_1.15fr_0.75fr_1.1fr_auto]',
        )}
      >
        {filters.text !== '' && (
          <TextField
            label="Search words"
            maxLength={MAX_SEARCH_LENGTH}
            autoComplete="off"
            className="col-span-full md:hidden"
            value={draft.text}
            onChange={(event) => set('text')(event.target.value)}
          />
        )}
        <SelectField
          label="Destination"
          placeholder="Where to?"
          clearable
          options={asOptions(destinationChoices(onSale?.destinations ?? [], draft.destination))}
          value={draft.destination}
          onValueChange={set('destination')}
        />
        <SelectField
          label="Activity"
          placeholder="Activities"
          clearable
          options={ACTIVITIES}
          value={draft.activity}
          onValueChange={set('activity')}
        />
        <TextField
          label="Departure Date"
          type="date"
          min={localToday()}
          max={lastTravelDay(localToday())}
          value={draft.date}
          onChange={(event) => set('date')(event.target.value)}
        />
        <TextField
          label="Duration"
          placeholder="Days"
          title="1 to 365"
          inputMode="numeric"
          maxLength={60}
          autoComplete="off"
          value={draft.duration}
          onChange={(event) => set('duration')(event.target.value)}
        />
        <SelectField
          label="Guests"
          placeholder="How many?"
          clearable
          options={asOptions(guestChoices(onSale?.largestGroup ?? 0, draft.guests))}
          value={draft.guests}
          onValueChange={set('guests')}
        />
        <div className="flex flex-wrap gap-1 sm:gap-2">
          <Button type="submit" className="grow px-4! max-sm:min-h-11 max-sm:px-3! xl:px-5!">
            <Search aria-hidden="true" className="size-5 max-sm:hidden" />
            Search
          </Button>
          <Button
            variant="quiet"
            onClick={() => {
              setDraft(NO_FILTERS)
              onClear()
            }}
            className="px-3! max-sm:min-h-11 max-sm:px-2! xl:px-4!"
          >
            Clear
          </Button>
        </div>
      </form>
    </>
  )
}
