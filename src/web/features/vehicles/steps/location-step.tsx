import { zoneText } from '#shared/time-zones.ts'
import { MAX_PINCODE_LENGTH, PICKUP_TIME_ZONE } from '#shared/vehicles/postcodes.ts'
import { TextField } from '#web/components/text-field.tsx'
import { earliestMovingDate, latestMovingDate } from '#web/features/vehicles/moving-text.ts'
import type { StepFields } from './step-form.tsx'

const PINCODE = {
  maxLength: MAX_PINCODE_LENGTH,
  required: true,
  autoCapitalize: 'characters',
  spellCheck: false,
  className: '[&_input]:uppercase [&_input]:placeholder:normal-case',
} as const

/** Step 1: origin, destination and date. */
export function LocationStep({ field }: { field: StepFields['field'] }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        {...field('pickupPinCode')}
        {...PINCODE}
        label="Pickup pincode"
        autoComplete="section-pickup postal-code"
        placeholder="SW1A 1AA"
      />
      <TextField
        {...field('dropoffPinCode')}
        {...PINCODE}
        label="Drop-off pincode"
        autoComplete="section-dropoff postal-code"
        placeholder="EC1A 1BB"
      />
      <TextField
        {...field('movingDate')}
        label="Moving date and time"
        type="datetime-local"
        required
        min={earliestMovingDate()}
        max={latestMovingDate()}
        hint={`${zoneText(PICKUP_TIME_ZONE)}. One hour from now at the earliest.`}
        className="sm:col-span-2"
      />
    </div>
  )
}
