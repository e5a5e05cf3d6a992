import { ArrowRight, Package, Truck } from 'lucide-react'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { Picture } from '#web/components/picture.tsx'
import { Price } from '#web/components/price.tsx'
import { VEHICLE_OPTIONS } from '#web/texts/home.ts'
import { SectionHeading } from './section-heading.tsx'

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
