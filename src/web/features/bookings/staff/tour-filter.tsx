import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { tourChoicesQuery, soldTourQuery } from './api.ts'
import { Choices, FilterMenu } from './filter-menu.tsx'

type Props = { /** The tour's id; '' for all. */ value: string; onChange: (tourId: string) => void }

/** Chooses a tour by a part of its name. */
export function TourFilter({ value, onChange }: Props) {
  const { data: tour } = useQuery(soldTourQuery(value))
  return (
    // A tour that is no longer sold has an id only.
    <FilterMenu name="Tour" value={value === '' ? '' : (tour?.name ?? value)} onClear={() => onChange('')}>
      {(close) => (
        <TourChoices
          value={value}
          onChoose={(tourId) => {
            onChange(tourId)
            close()
          }}
        />
      )}
    </FilterMenu>
  )
}

/** Tours by a part of their names. */
export function TourChoices({ value, onChoose }: { value: string; onChoose: (tourId: string) => void }) {
  const [text, setText] = useState('')
  const { data: tours, isError } = useQuery(tourChoicesQuery(text.trim()))
  return (
    <>
      <input
        type="search"
        aria-label="Part of a tour’s name"
        placeholder="Part of its name"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="field-control mb-2 min-h-10! py-1! text-sm!"
      />
      {tours && <Choices choices={tours.map(({ id, name }) => ({ value: id, name }))} chosen={value} onChoose={onChoose} />}
      <p role="status" className="text-ink-soft not-empty:px-3 not-empty:py-2">
        {isError ? 'The tours could not be loaded.' : tours?.length === 0 ? 'No tour on sale has that name.' : ''}
      </p>
    </>
  )
}
