import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Selling } from '#shared/tours/offers/selling-schema.ts'
import type { SaleEnd } from '#shared/tours/sale-ends.ts'
import { getStaffTour, listStaffTours } from '#shared/tours/staff-calls.ts'
import type { StaffTour, TourFields, TourStatus } from '#shared/tours/staff.ts'
import { Choices } from '#web/components/filter-menu.tsx'
import { ask } from '#web/lib/ask.ts'

type Props = {
  value: string
  /** Omitted for all. */
  status?: TourStatus
  /** Not offered. */
  without?: readonly string[]
  onChoose: (tourId: string) => void
}

export function TourChoices({ value, status, without, onChoose }: Props) {
  const [text, setText] = useState('')
  const { data, isError } = useQuery(tourChoicesQuery(text.trim(), status))
  const tours = data?.filter(({ id }) => without?.includes(id) !== true)
  return (
    <>
      <input
        type="search"
        aria-label="Part of a tour’s name"
        placeholder="Part of its name"
        autoComplete="off"
        value={text}
        // It searches while typing; a form around it is not meant.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        onChange={(event) => setText(event.target.value)}
        className="field-control mb-2 min-h-10! py-1! text-sm!"
      />
      {tours && <Choices choices={tours.map(toChoice)} chosen={value} onChoose={onChoose} />}
      <p role="status" className="text-ink-soft not-empty:px-3 not-empty:py-2">
        {isError ? 'We couldn’t load the tours.' : tours?.length === 0 ? nothingText(status) : ''}
      </p>
    </>
  )
}

function toChoice({ id, name, status }: StaffTour) {
  return { value: id, name: status === 'published' ? name : `${name} (not on sale)` }
}

function nothingText(status: TourStatus | undefined): string {
  return status === 'published' ? 'No tour on sale has that name.' : 'No tour has that name.'
}

const MAX_TOURS = 8

/** The first few matching tours by name, of one status or all. */
function tourChoicesQuery(search: string, status?: TourStatus) {
  return queryOptions({
    queryKey: ['staff', 'tour-choices', status ?? 'all', search],
    queryFn: ({ signal }) => ask(listStaffTours, { query: { limit: MAX_TOURS, status, search: search || undefined } }, signal),
    placeholderData: keepPreviousData,
  })
}

/** The fields a booking needs, of a tour on sale or not. */
export type ChosenTour = Pick<TourFields, 'name' | 'basePrice' | 'currency' | 'runs' | 'maxPeople'> & {
  id: string
  status: TourStatus
  saleEnd: SaleEnd | undefined
  /** Undefined for a tour with one price. */
  selling: Selling | undefined
  /** Advice only. */
  leastAge: number | undefined
}

/** What is known of tours that are chosen. */
export const CHOSEN_TOUR = ['staff', 'chosen-tour']

export function chosenTourQuery(id: string) {
  return queryOptions({
    queryKey: [...CHOSEN_TOUR, id],
    queryFn: async ({ signal }): Promise<ChosenTour> => {
      const { status, fields, selling } = await ask(getStaffTour, { params: { id } }, signal)
      const { name, basePrice, currency, runs, maxPeople, saleEnd, facts } = fields
      return {
        id,
        status,
        name,
        basePrice,
        currency,
        runs,
        maxPeople,
        saleEnd: saleEnd ?? undefined,
        selling: selling ?? undefined,
        leastAge: facts.leastAge,
      }
    },
    enabled: id !== '',
  })
}
