import { TextField } from '#web/components/text-field.tsx'
import type { Estimate } from '#web/features/vehicles/estimate/estimate.ts'
import { PriceLines } from '#web/features/vehicles/estimate/price-lines.tsx'
import type { StepFields } from './step-form.tsx'

const COUNT = { inputMode: 'numeric', required: true, autoComplete: 'off' } as const

/** Step 5: floors and helpers, if the service charges for them, and the total. */
export function DetailsStep({ field, estimate }: { field: StepFields['field']; estimate: Estimate }) {
  return (
    <div className="grid gap-6">
      {estimate.perFloorCents === null ? (
        <Free>No floor charges for this service</Free>
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...field('pickupFloor')} {...COUNT} label="Pickup floor" hint="0 is the ground floor." />
          <TextField {...field('dropFloor')} {...COUNT} label="Drop-off floor" hint="0 is the ground floor." />
        </div>
      )}
      {estimate.perHelperCents === null ? (
        <Free>No helper charges for this service</Free>
      ) : (
        <TextField {...field('helpers')} {...COUNT} label="Number of helpers" hint="People to load and carry, in addition to the driver." />
      )}
      <section aria-labelledby="price-breakdown" className="rounded-card bg-sand p-4 sm:p-5">
        <h3 id="price-breakdown" className="mb-2 text-lg">
          Price breakdown
        </h3>
        <PriceLines estimate={estimate} />
      </section>
    </div>
  )
}

function Free({ children }: { children: string }) {
  return <p className="rounded-field bg-sea-tint px-4 py-3 text-sea-deep">{children}</p>
}
