import { useEffect, useRef } from 'react'
import { TourCard, TourCardSkeleton } from './tour-card.tsx'
import type { TourResponse } from './tour-view.ts'

type Props = {
  tours: TourResponse[]
  query: string
  /** Returns an extra line for a tour's card. */
  noteOf?: ((tour: TourResponse) => string | undefined) | undefined
  onIntent: (tourId: string) => void
}

const grid = 'grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3 lg:gap-8'

/** The grid of tour cards. After more are appended, focus moves to the first new one, since the button may be gone. */
export function TourGrid({ tours, query, noteOf, onIntent }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const shown = useRef(tours)
  useEffect(() => {
    const before = shown.current
    shown.current = tours
    const isAppended = tours.length > before.length && before.length > 0 && tours[0]?.id === before[0]?.id
    if (isAppended) list.current?.children[before.length]?.querySelector('a')?.focus({ preventScroll: true })
  }, [tours])

  return (
    <ul ref={list} className={grid}>
      {tours.map((tour, index) => (
        <li key={tour.id}>
          <TourCard tour={tour} query={query} note={noteOf?.(tour)} isPriority={index < 3} onIntent={onIntent} />
        </li>
      ))}
    </ul>
  )
}

export function TourGridSkeleton() {
  return (
    <div aria-hidden="true" className={grid}>
      {Array.from({ length: 6 }, (_, index) => (
        <TourCardSkeleton key={index} />
      ))}
    </div>
  )
}
