import { ArrowUpRight } from 'lucide-react'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { Picture } from '#web/components/picture.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { DESTINATIONS, MAX_DESTINATIONS } from '#web/texts/home.ts'
import { SectionHeading } from './section-heading.tsx'

/** On wide screens the first and the last are twice as wide as the others: two rows of four columns. */
const isWide = (index: number) => index === 0 || index === MAX_DESTINATIONS - 1

/** The pictures are 4:3 and cropped by their frames, so these widths exceed the frames'. */
const SIZES = '(min-width: 76rem) 30rem, (min-width: 64rem) 40vw, (min-width: 48rem) 52vw, 78vw'
const WIDE_SIZES = '(min-width: 76rem) 37rem, (min-width: 64rem) 48vw, (min-width: 48rem) 52vw, 78vw'

export function TrendingDestinations() {
  return (
    <section aria-labelledby="trending-title" className="page-width section-space lg:pt-10!">
      <SectionHeading
        id="trending-title"
        eyebrow="Trending destinations"
        title="Trendy Travel Locations"
        text="Six places our travellers keep going back to, each with a guide who calls it home."
        more={{ title: 'Explore More', path: pages.destinations }}
      />
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-3 sm:grid-cols-3 sm:gap-5 lg:grid-cols-4">
        {DESTINATIONS.slice(0, MAX_DESTINATIONS).map((place, index) => (
          <li key={place.id} data-delay={place.delay} className={classNames('rise', isWide(index) && 'lg:col-span-2')}>
            <Link
              to={place.destination}
              className="group on-ink relative isolate block overflow-hidden rounded-card bg-night shadow-card transition-shadow duration-300 hover:shadow-lift focus-visible:outline-coral-deep"
            >
              <Picture
                picture={place.image}
                alt=""
                sizes={isWide(index) ? WIDE_SIZES : SIZES}
                className="aspect-4/5 lg:aspect-auto lg:h-88"
                imageClassName="transition-[scale] duration-700 ease-out group-hover:scale-105 group-focus-visible:scale-105"
              />
              <span className="place-shade absolute inset-0" />
              <span className="absolute inset-x-0 bottom-0 flex items-end justify-between gap-2 p-4 font-display wrap-anywhere text-lg leading-tight font-semibold text-white sm:p-6 sm:text-xl">
                {place.location}
                <ArrowUpRight
                  aria-hidden="true"
                  className="hidden size-6 shrink-0 translate-y-1 opacity-0 transition-[translate,opacity] duration-300 group-hover:translate-y-0 group-hover:opacity-100 group-focus-visible:translate-y-0 group-focus-visible:opacity-100 sm:block"
                />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
