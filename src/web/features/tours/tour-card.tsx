import { CalendarDays, MapPin } from 'lucide-react'
import { useEffect, useId, useRef, type ComponentProps } from 'react'
import { useHref, useLinkClickHandler } from 'react-router'
import { localToday } from '#shared/dates.ts'
import { pages, tripPath } from '#shared/pages.ts'
import { Picture } from '#web/components/picture.tsx'
import { Price } from '#web/components/price.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { useIsHydrating } from '#web/components/use-is-hydrating.ts'
import { isCatalogueOpen } from '#web/lib/access.ts'
import { runsText } from './departure-days.ts'
import { toTourCard, TourRating, type TourResponse } from './tour-view.tsx'

type TourCardProps = {
  tour: TourResponse
  /** Trip query for the tour's page: empty, or begins with "?". */
  query: string
  /** An extra line, for example until when cancelling is free. */
  note?: string | undefined
  isPriority: boolean
  /** Called when the visitor is about to open this tour. */
  onIntent: (tourId: string) => void
}

/** A tour in the list. The whole card is clickable through its one link. */
export function TourCard({ tour, query, note, isPriority, onIntent }: TourCardProps) {
  const card = toTourCard(tour)
  const departures = runsText(tour.runs, localToday())
  const titleId = useId()
  const hint = () => onIntent(card.id)

  return (
    <article
      aria-labelledby={titleId}
      onPointerEnter={hint}
      className="group relative flex h-full flex-col overflow-hidden rounded-card bg-paper shadow-card transition-shadow focus-within:shadow-lift hover:shadow-lift"
    >
      <Picture
        picture={card.picture}
        sizes="(min-width: 64rem) 24rem, (min-width: 40rem) 50vw, 100vw"
        priority={isPriority}
        className="aspect-4/3"
        imageClassName="transition-transform duration-300 group-hover:scale-103"
      />
      <div className="flex grow flex-col gap-2 p-5">
        <div className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-ink-soft">
          <span className="flex min-w-0 items-center gap-1.5">
            <MapPin aria-hidden="true" className="size-4 shrink-0" />
            {card.destination}
          </span>
          <TourRating rating={card.rating} />
        </div>
        <h3 id={titleId} className="text-xl">
          {card.name}
        </h3>
        <p className="line-clamp-3 text-sm text-ink-soft">{card.overview}</p>
        {departures !== undefined && <p className="text-sm font-semibold">{departures}</p>}
        {note !== undefined && <p className="text-sm font-semibold text-sea-deep">{note}</p>}
        <div className="mt-auto flex flex-wrap items-end justify-between gap-3 pt-3">
          <div>
            <p className="flex items-center gap-1.5 text-sm text-ink-soft">
              <CalendarDays aria-hidden="true" className="size-4" />
              {card.duration}
            </p>
            <Price price={card.price} unit="per person" isFrom={card.isFrom} />
          </div>
          <TourLink
            tourId={card.id}
            query={query}
            aria-describedby={titleId}
            onFocus={hint}
            className="inline-flex min-h-11 items-center rounded-pill border border-ink/25 px-5 text-sm font-semibold transition-colors group-hover:border-coral-deep group-hover:bg-coral-deep group-hover:text-paper after:absolute after:inset-0 after:rounded-card"
          >
            View Details
          </TourLink>
        </div>
      </div>
    </article>
  )
}

function TourCardSkeleton() {
  return (
    <div className="overflow-hidden rounded-card bg-paper shadow-card">
      <Skeleton className="aspect-4/3 rounded-none" />
      <div className="grid gap-3 p-5">
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-7 w-4/5" />
        <Skeleton className="h-14" />
        <Skeleton className="mt-3 h-11 w-2/3" />
      </div>
    </div>
  )
}

type TourLinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & {
  tourId: string
  /** Trip query for the tour's page: empty, or begins with "?". */
  query: string
}

/**
 * A link to a tour. If the catalogue is open, its address also works for crawlers, new tabs and sharing; a plain click still navigates
 * within the app.
 */
function TourLink({ tourId, query, children, ...rest }: TourLinkProps) {
  const page = `${pages.destinationDetails(tourId)}${query}`
  const inProgram = useHref(page)
  const follow = useLinkClickHandler(page)
  // Tours are only server-rendered if the catalogue is open.
  const isOpen = useIsHydrating() || isCatalogueOpen()
  return (
    <a {...rest} href={isOpen ? `${tripPath(tourId)}${query}` : inProgram} data-page={inProgram} onClick={follow}>
      {children}
    </a>
  )
}

type TourGridProps = {
  tours: TourResponse[]
  query: string
  /** Returns an extra line for a tour's card. */
  noteOf?: ((tour: TourResponse) => string | undefined) | undefined
  onIntent: (tourId: string) => void
}

const grid = 'grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3 lg:gap-8'

/** The grid of tour cards. After more are appended, focus moves to the first new one, since the button may be gone. */
export function TourGrid({ tours, query, noteOf, onIntent }: TourGridProps) {
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
