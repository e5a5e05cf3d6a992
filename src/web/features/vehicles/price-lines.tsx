import type { Currency } from '#shared/money.ts'
import type { PriceBreakdown, ServiceRates } from '#shared/vehicles/public.ts'
import { priceText } from '#web/components/price.tsx'

/** Amounts are in cents of a single currency. */
export type Estimate = PriceBreakdown &
  Pick<ServiceRates, 'perFloorCents' | 'perHelperCents'> & { currency: Currency; floors: number; helpers: number }

export function PriceLines({ estimate }: { estimate: Estimate }) {
  const { baseCents, floorsCents, helpersCents, totalCents, floors, helpers, perFloorCents, perHelperCents, currency } = estimate
  const text = (cents: number) => priceText({ cents, currency })
  return (
    <dl className="tabular-nums">
      <Line name="Base price" amount={text(baseCents)} />
      <Line
        name="Floor charges"
        how={perFloorCents === null ? undefined : `${floors} × ${text(perFloorCents)}`}
        amount={text(floorsCents)}
      />
      <Line
        name="Helper charges"
        how={perHelperCents === null ? undefined : `${helpers} × ${text(perHelperCents)}`}
        amount={text(helpersCents)}
      />
      <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line-strong pt-3">
        <dt className="font-semibold">Total</dt>
        <dd className="ml-auto font-display text-xl font-semibold">{text(totalCents)}</dd>
      </div>
    </dl>
  )
}

function Line({ name, how, amount }: { name: string; how?: string | undefined; amount: string }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-1">
      <dt>
        {name}
        {how && <span className="text-sm text-ink-soft"> {how}</span>}
      </dt>
      <dd className="ml-auto">{amount}</dd>
    </div>
  )
}
