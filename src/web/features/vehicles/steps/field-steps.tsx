import { UserRound } from 'lucide-react'
import type { ChangeEvent, FocusEvent } from 'react'
import { zoneText } from '#shared/time-zones.ts'
import { MAX_PINCODE_LENGTH, PICKUP_TIME_ZONE } from '#shared/vehicles/postcodes.ts'
import { shownPhone } from '#shared/vehicles/requests.ts'
import { Field, TextArea, TextField } from '#web/components/text-field.tsx'
import { PriceLines, type Estimate } from '#web/features/vehicles/price-lines.tsx'
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

export interface ContactAccount {
  name: string
  email: string
  /** Undefined while unknown. */
  isConfirmed: boolean | undefined
}

type ContactProps = { field: StepFields['field']; typedEmail: string; account: ContactAccount | undefined; onUseAccount: () => void }

/** Step 3: contact details and full addresses. */
export function ContactStep({ field, typedEmail, account, onUseAccount }: ContactProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {account && (
        <button
          type="button"
          onClick={onUseAccount}
          className="flex min-h-11 items-center gap-3 rounded-field border border-dashed border-line-strong px-4 py-2 text-left text-sm hover:border-ink hover:bg-sand sm:col-span-2"
        >
          <UserRound aria-hidden="true" className="size-5 shrink-0 text-sea" />
          <span className="min-w-0 wrap-anywhere">
            <span className="font-semibold">Use my account details</span>: {account.name}, {account.email}
          </span>
        </button>
      )}
      <TextField {...field('name')} label="Full name" required autoComplete="name" maxLength={100} className="sm:col-span-2" />
      <PhoneField {...field('phone')} />
      <TextField
        {...field('email')}
        label="Email"
        type="email"
        inputMode="email"
        required
        autoComplete="email"
        autoCapitalize="none"
        maxLength={254}
        hint={hintOf(typedEmail, account)}
      />
      <TextArea
        {...field('address')}
        label="Complete address"
        required
        rows={3}
        maxLength={500}
        autoComplete="section-pickup street-address"
        hint="Pickup address: house or flat, street, town."
      />
      <TextArea
        {...field('dropaddress')}
        label="Drop-off complete address"
        required
        rows={3}
        maxLength={500}
        autoComplete="section-dropoff street-address"
        hint="Where everything is going."
      />
    </div>
  )
}

/** Only confirmed accounts can have emails sent to another address. */
function hintOf(typed: string, account: ContactAccount | undefined): string {
  const isOwn = typed.trim().toLowerCase() === account?.email.toLowerCase()
  if (account?.isConfirmed !== false || isOwn) return 'We’ll send your quote here.'
  return `Until you confirm your email address in Settings, we’ll send your quote to ${account.email}.`
}

/** A British number: +44 is shown as a prefix to the ten digits. A +44 or 0 that is pasted in or autofilled is dropped. */
function PhoneField({ error, onChange, onBlur, ...input }: ReturnType<StepFields['field']>) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { target, nativeEvent } = event
    if (nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste') target.value = shownPhone(target.value)
    onChange(event)
  }
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    const { target } = event
    const value = shownPhone(target.value)
    if (value !== target.value) {
      target.value = value
      onChange({ target, type: 'change' })
    }
    onBlur(event)
  }
  return (
    <Field label="Phone" error={error} hint="10 digits after +44.">
      {(control) => (
        <div className="relative">
          <span aria-hidden="true" className="pointer-events-none absolute inset-y-0 left-0 flex items-center pl-3.5 text-ink-soft">
            +44
          </span>
          <input
            {...input}
            {...control}
            onChange={change}
            onBlur={leave}
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            required
            maxLength={40}
            className="field-control pl-13"
          />
        </div>
      )}
    </Field>
  )
}

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
