import { ArrowRight, Package, Truck } from 'lucide-react'
import { Link } from 'react-router'
import { Picture } from '#web/components/picture.tsx'
import { Price } from '#web/components/price.tsx'
import { VEHICLE_OPTIONS } from './home-content.ts'
import { SectionHeading } from './section-heading.tsx'

export function VehicleSection() {
  return (
    <section aria-labelledby="vehicles-title" className="page-width section-space">
      <SectionHeading id="vehicles-title" eyebrow="Vehicle rental" title="Top Vehicle Rental Options" />
      <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4 lg:gap-6">
        {VEHICLE_OPTIONS.map((option) => (
          <li
            key={option.id}
            data-delay={option.delay}
            className="rise group relative flex flex-col overflow-hidden rounded-card bg-paper shadow-card transition-shadow hover:shadow-lift"
          >
            <Picture picture={option.image} sizes="(min-width: 64rem) 18rem, (min-width: 40rem) 46vw, 92vw" className="aspect-4/3" />
            <div className="flex flex-1 flex-col p-5">
              <h3 className="text-xl">
                <Link to={option.destination} className="after:absolute after:inset-0 group-hover:text-coral-deep">
                  {option.spot}
                </Link>
              </h3>
              <p className="mt-1 flex flex-wrap items-center gap-1.5 text-sm text-ink-soft">
                {option.from} <ArrowRight aria-label="to" className="size-3.5" /> {option.to}
              </p>
              <ul className="mt-4 space-y-1 text-sm text-ink-soft">
                <li className="flex items-center gap-2">
                  <Truck aria-hidden="true" className="size-4" /> {option.vehicleType}
                </li>
                <li className="flex items-center gap-2">
                  <Package aria-hidden="true" className="size-4" /> {option.capacity}
                </li>
              </ul>
              <Price amount={option.price} oldAmount={option.discount} currency="inr" className="mt-auto pt-5" />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
