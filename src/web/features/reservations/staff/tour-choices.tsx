import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffTour, TourStatus } from '#shared/tours/staff.ts'
import { tourChoicesQuery } from './api/list-tour-choices.ts'
import { Choices } from '#web/components/filter-menu.tsx'

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
