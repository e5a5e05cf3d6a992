import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { pages } from '#shared/paths.ts'
import { Picture } from '#web/components/picture.tsx'
import { DESTINATIONS, MAX_DESTINATIONS } from './home-content.ts'
import { SectionHeading } from './section-heading.tsx'

export function TrendingDestinations() {
  return (
    <section aria-labelledby="trending-title" className="page-width section-space">
      <SectionHeading
        id="trending-title"
        eyebrow="Trending destinations"
        title="Trendy Travel Locations"
        action={
          <Link to={pages.destinations} className="text-link inline-flex min-h-11 items-center gap-1.5">
            Explore More <ArrowRight aria-hidden="true" className="size-4" />
          </Link>
        }
      />
      <ul className="grid grid-cols-2 gap-3 sm:gap-5 md:grid-cols-3 md:gap-6">
        {DESTINATIONS.slice(0, MAX_DESTINATIONS).map((place) => (
          <li key={place.id} data-delay={place.delay} className="rise">
            <Link
              to={place.destination}
              className="group on-ink relative isolate block overflow-hidden rounded-card bg-ink focus-visible:outline-coral-deep"
            >
              <Picture
                picture={place.image}
                alt=""
                sizes="(min-width: 76rem) 24rem, (min-width: 48rem) 31vw, 46vw"
                className="aspect-4/5"
                imageClassName="transition-transform duration-500 group-hover:scale-[1.03]"
              />
              <span className="place-shade absolute inset-0" />
              <span className="absolute inset-x-0 bottom-0 p-4 font-display text-lg leading-tight font-semibold text-white sm:p-6 sm:text-xl">
                {place.location}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
