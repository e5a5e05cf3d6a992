import { MAX_PINCODE_LENGTH } from '#shared/postcodes.ts'
import { TextField } from '#web/components/text-field.tsx'
import type { FieldName } from '#web/features/vehicles/draft/wizard-draft.ts'
import type { Bind } from './step-form.tsx'

export const LOCATION_FIELDS = ['pickupPinCode', 'dropoffPinCode', 'movingDate'] as const satisfies FieldName[]

const PINCODE = {
  maxLength: MAX_PINCODE_LENGTH,
  required: true,
  autoCapitalize: 'characters',
  spellCheck: false,
  className: '[&_input]:uppercase [&_input]:placeholder:normal-case',
} as const

/** Step 1: from where, to where, and when. */
export function LocationStep({ bind, minMovingDate }: { bind: Bind; minMovingDate: string }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        {...bind('pickupPinCode')}
        {...PINCODE}
        label="Pickup pincode"
        autoComplete="section-pickup postal-code"
        placeholder="SW1A 1AA"
      />
      <TextField
        {...bind('dropoffPinCode')}
        {...PINCODE}
        label="Drop-off pincode"
        autoComplete="section-dropoff postal-code"
        placeholder="EC1A 1BB"
      />
      <TextField
        {...bind('movingDate')}
        label="Moving date and time"
        type="datetime-local"
        required
        min={minMovingDate}
        hint="At the earliest one hour from now."
        className="sm:col-span-2"
      />
    </div>
  )
}
