import { MapPin, PackageOpen, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { DEFAULT_CURRENCY, type Currency, type Money } from '#shared/money.ts'
import { typedWhole } from '#shared/typed-numbers.ts'
import { ratesOf, vehiclePrice, type ServiceType } from '#shared/vehicles/public.ts'
import { MAX_FLOOR, MAX_HELPERS } from '#shared/vehicles/requests.ts'
import { Fact } from '#web/components/fact.tsx'
import { pincodesOf, type Draft, type Fields } from './draft/wizard-draft.ts'
import { movingText } from './moving-text.ts'
import { PriceLines, type Estimate } from './price-lines.tsx'

type Priced = Pick<ServiceType, 'price' | 'pricingRules'> & { currency?: Currency | undefined }

export function estimateOf(service: Priced, fields: Pick<Fields, 'pickupFloor' | 'dropFloor' | 'helpers'>): Estimate {
  const rates = ratesOf(service)
  const { perFloorCents, perHelperCents } = rates
  // Fields for which this service does not charge are hidden, so a number typed for another service must not count.
  const floors = perFloorCents === null ? 0 : countOf(fields.pickupFloor, MAX_FLOOR) + countOf(fields.dropFloor, MAX_FLOOR)
  const helpers = perHelperCents === null ? 0 : countOf(fields.helpers, MAX_HELPERS)
  return { ...vehiclePrice(rates, floors, helpers), currency: currencyOf(service), perFloorCents, perHelperCents, floors, helpers }
}

function countOf(text: string, max: number): number {
  const count = typedWhole(text)
  return count >= 0 && count <= max ? count : 0
}

export function servicePrice(service: Priced): Money {
  return { cents: ratesOf(service).baseCents, currency: currencyOf(service) }
}

export function estimatedPrice({ totalCents, currency }: Estimate): Money {
  return { cents: totalCents, currency }
}

function currencyOf({ currency = DEFAULT_CURRENCY.vehicle }: Priced): Currency {
  return currency
}

type Props = { draft: Draft; serviceName: string | undefined; estimate: Estimate | undefined }

/** The running summary and price, beside the steps on wide screens. */
export function EstimateSummary({ draft, serviceName, estimate }: Props) {
  const { pickup, drop } = pincodesOf(draft.fields)
  const when = movingText(draft.fields.movingDate)
  const count = draft.items.length
  return (
    <section aria-labelledby="estimate-summary" className="rounded-card bg-paper p-6 shadow-card">
      <h2 id="estimate-summary" className="mb-4 text-xl">
        Your request
      </h2>
      <dl className="grid gap-4">
        <Choice icon={<MapPin />} name="Route">
          {(pickup || drop) && <span>{`${pickup || '…'} to ${drop || '…'}`}</span>}
          {when && <span className="block font-normal text-ink-soft">{when}</span>}
        </Choice>
        <Choice icon={<Truck />} name="Service">
          {serviceName}
        </Choice>
        <Choice icon={<PackageOpen />} name="Items">
          {count === 0 ? <span className="font-normal text-ink-soft">None yet</span> : count === 1 ? '1 item' : `${count} items`}
        </Choice>
      </dl>
      <div className="mt-5 border-t border-line pt-4">
        {estimate ? <PriceLines estimate={estimate} /> : <p className="text-ink-soft">Choose a service to see your price.</p>}
        <p className="mt-3 text-sm text-ink-soft">You don’t pay anything now. We’ll check your request and send you a quote.</p>
      </div>
    </section>
  )
}

function Choice({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  const isEmpty = Array.isArray(children) ? children.every((child) => !child) : !children
  return (
    <Fact icon={icon} name={name}>
      {isEmpty ? <span className="font-normal text-ink-soft">Not chosen yet</span> : children}
    </Fact>
  )
}
