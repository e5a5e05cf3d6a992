import { ArrowRight, ArrowUpRight, Package, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { Picture } from '#web/components/picture.tsx'
import { Price } from '#web/components/price.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { DESTINATIONS, MAX_DESTINATIONS, TOOLS, VEHICLE_OPTIONS } from '#web/texts/home.ts'

/** On wide screens the first and the last are twice as wide as the others: two rows of four columns. */
const isWide = (index: number) => index === 0 || index === MAX_DESTINATIONS - 1

/** The pictures are 4:3 and cropped by their frames, so these widths exceed the frames'. */
const PLACE_SIZES = '(min-width: 76rem) 30rem, (min-width: 64rem) 40vw, (min-width: 48rem) 52vw, 78vw'
const WIDE_PLACE_SIZES = '(min-width: 76rem) 37rem, (min-width: 64rem) 48vw, (min-width: 48rem) 52vw, 78vw'

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
                sizes={isWide(index) ? WIDE_PLACE_SIZES : PLACE_SIZES}
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

const SIZES = '(min-width: 76rem) 17rem, (min-width: 64rem) 23vw, (min-width: 40rem) 46vw, 60vw'

export function VehicleSection() {
  return (
    <section aria-labelledby="vehicles-title" className="on-ink bg-night">
      <div className="page-width section-space">
        <SectionHeading
          isOnInk
          id="vehicles-title"
          eyebrow="Vehicle rental"
          title="Top Vehicle Rental Options"
          text="Tell us where from and where to, and we bring the right van."
          more={{ title: 'Get a quote', path: pages.vehiclePrice }}
        />
        <ul className="grid gap-4 sm:grid-cols-[repeat(auto-fill,minmax(min(100%,max(14rem,50%-0.75rem)),1fr))] sm:gap-5 lg:grid-cols-[repeat(auto-fill,minmax(min(100%,max(12rem,25%-1rem)),1fr))]">
          {VEHICLE_OPTIONS.map((option) => (
            <li
              key={option.id}
              data-delay={option.delay}
              className="rise group relative grid grid-cols-[minmax(0,36%)_minmax(min-content,1fr)] overflow-hidden rounded-card bg-paper sm:flex sm:flex-col"
            >
              <Picture
                picture={option.image}
                sizes={SIZES}
                className="sm:aspect-4/3"
                imageClassName="transition-[scale] duration-700 ease-out group-hover:scale-105 max-sm:absolute max-sm:w-[36%]"
              />
              <div className="relative flex min-w-0 flex-1 flex-col bg-paper p-4 sm:p-5">
                <h3 className="text-lg leading-snug sm:text-xl">
                  <Link
                    to={option.destination}
                    className="group-hover:text-coral-deep after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-4 focus-visible:after:outline-coral-deep"
                  >
                    {option.spot}
                  </Link>
                </h3>
                <p className="mt-1 flex flex-wrap items-center gap-x-1.5 text-sm text-ink-soft">
                  {option.from} <ArrowRight aria-label="to" className="size-3.5" /> {option.to}
                </p>
                <ul className="mt-3 space-y-1 text-sm text-ink-soft sm:mt-4">
                  <li className="flex items-center gap-2">
                    <Truck aria-hidden="true" className="size-4 shrink-0" /> {option.vehicleType}
                  </li>
                  <li className="flex items-center gap-2">
                    <Package aria-hidden="true" className="size-4 shrink-0" /> {option.capacity}
                  </li>
                </ul>
                <Price price={option.price} oldPrice={option.discount} className="mt-auto pt-3 sm:pt-5" />
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

export function ToolSection() {
  return (
    <section aria-labelledby="tools-title">
      <div className="page-width section-space">
        <SectionHeading
          id="tools-title"
          eyebrow="Tool rental"
          title="Reliable Tool Rental Solutions"
          text="Checked, charged and ready to work, for as long as the job takes."
          more={{ title: 'All tools', path: pages.tools }}
        />
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(8rem,50%-0.75rem)),1fr))] gap-x-4 gap-y-8 sm:gap-x-5 lg:grid-cols-[repeat(auto-fill,minmax(min(100%,max(10rem,25%-1rem)),1fr))]">
          {TOOLS.map((tool) => (
            <li key={tool.id} data-delay={tool.delay} className="rise group relative">
              <Picture
                picture={tool.image}
                sizes="(min-width: 76rem) 17rem, (min-width: 64rem) 23vw, 46vw"
                className="aspect-square rounded-card shadow-card transition-shadow duration-300 group-hover:shadow-lift"
                imageClassName="transition-[scale] duration-700 ease-out group-hover:scale-105"
              />
              <p className="mt-4 flex flex-wrap items-center justify-between gap-x-3 text-sm text-ink-soft">
                {tool.category}
                <Stock isAvailable={tool.available} />
              </p>
              <h3 className="mt-0.5 text-xl">
                <Link to={tool.destination} className="after:absolute after:inset-0 group-hover:text-coral-deep">
                  {tool.name}
                </Link>
              </h3>
              <Price price={tool.price} unit="per day" className="mt-2" />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** Specification §4. */
function Stock({ isAvailable }: { isAvailable: boolean }) {
  return (
    <span className={classNames('flex items-center gap-1.5 font-semibold', isAvailable ? 'text-sea' : 'text-danger')}>
      <span aria-hidden="true" className="size-2 rounded-pill bg-current" />
      {isAvailable ? 'In Stock' : 'Out of Stock'}
    </span>
  )
}

type Props = {
  id: string
  eyebrow: string
  title: string
  /** One sentence under the title. */
  text: ReactNode
  more: { title: string; path: string }
  isOnInk?: boolean
}

function SectionHeading({ id, eyebrow, title, text, more, isOnInk = false }: Props) {
  return (
    <div className="mb-8 flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
      <div className="min-w-0">
        <p className={classNames('eyebrow mb-2', isOnInk && 'text-sun')}>{eyebrow}</p>
        <h2 id={id} className={classNames('text-3xl', isOnInk && 'text-white')}>
          {title}
        </h2>
        <p className={classNames('mt-3 max-w-[60ch] text-lg', isOnInk ? 'text-on-night-soft' : 'text-ink-soft')}>{text}</p>
      </div>
      <Link
        to={more.path}
        className={classNames('group/more text-link inline-flex min-h-11 items-center gap-1.5', isOnInk && 'text-sun hover:text-white')}
      >
        {more.title}
        <ArrowRight aria-hidden="true" className="size-4 transition-[translate] group-hover/more:translate-x-1" />
      </Link>
    </div>
  )
}
