import { centsToUnits, type Currency } from '#shared/money.ts'
import { typedCents, typedWhole } from '#shared/typed-numbers.ts'
import { activateService, changeService, deactivateService } from '#shared/vehicles/staff-calls.ts'
import { changeServiceBodySchema, type ChangeServiceBody, type StaffService } from '#shared/vehicles/staff.ts'
import { ActDialog, FormDialog } from '#web/components/form-dialog.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { TextArea, TextField } from '#web/components/text-field.tsx'
import { useKeptForm } from '#web/components/use-kept-form.ts'
import { withReadings } from '#web/lib/amounts.ts'
import { ask } from '#web/lib/ask.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useSend } from '#web/lib/use-send.ts'
import { policyText, ratesText } from './services.tsx'

type ServiceProps = {
  service: StaffService
  /** Empty if the agency has no tax categories, and then nothing is asked. */
  taxChoices: readonly { value: string; label: string }[]
  onClose: () => void
  onDone: (message: string) => void
  /** Called if someone else changed the service first; `message` says how. */
  onChanged: (message: string) => void
}

const text = (units: number | null) => (units === null ? '' : String(units))

function startOf({ name, description, specialRequirements, price, perFloor, perHelper, refundPolicy, taxCategoryId }: StaffService) {
  return {
    name,
    description,
    specialRequirements,
    price: text(price),
    perFloor: text(perFloor),
    perHelper: text(perHelper),
    refundPolicy: {
      fullRefundDays: text(refundPolicy.fullRefundDays),
      partialRefundDays: text(refundPolicy.partialRefundDays),
      partialRefundPercentage: text(refundPolicy.partialRefundPercentage),
    },
    taxCategoryId: taxCategoryId ?? '',
  }
}

type Values = ReturnType<typeof startOf>

/** Edits a service's name, rates and refund policy, with a live preview in words. */
export function ServiceDialog({ service, taxChoices, onClose, onDone, onChanged }: ServiceProps) {
  const { currency } = service
  const check = (values: Values) =>
    withReadings(changeServiceBodySchema.safeParse(bodyOf(values, service.version, currency)), values, /^(?:price|per)/, currency)
  const send = useSend(changeService, consoleKey('services'))
  const form = useKeptForm<Values, ChangeServiceBody>({
    keepAs: `service ${service.id}`,
    start: startOf(service),
    check,
    send: async (body) => {
      await send({ params: { id: service.id }, body })
      form.forget()
      onDone(`${body.name} updated.`)
    },
    onChanged,
  })
  const read = check(form.values)
  const { field } = form
  const number = { inputMode: 'decimal', autoComplete: 'off' } as const
  return (
    <FormDialog form={form} onClose={onClose} title={service.name} size="large" act="Save" className="grid grid-cols-6 items-start gap-4">
      <TextField {...field('name')} data-first className="col-span-6" label="Name" autoComplete="off" />
      <TextArea {...field('description')} className="col-span-6" label="Description" rows={4} />
      <TextArea {...field('specialRequirements')} className="col-span-6" label="Special requirements" isOptional rows={4} />
      <TextField {...field('price')} {...number} className="col-span-6 sm:col-span-2" label={`Price in ${currency.toUpperCase()}`} />
      <TextField {...field('perFloor')} {...number} className="col-span-3 sm:col-span-2" label="Per floor" isOptional />
      <TextField {...field('perHelper')} {...number} className="col-span-3 sm:col-span-2" label="Per helper" isOptional />
      <TextField
        {...field('refundPolicy.fullRefundDays')}
        {...number}
        className="col-span-6 sm:col-span-2"
        label="Full refund until (days before)"
      />
      <TextField
        {...field('refundPolicy.partialRefundDays')}
        {...number}
        className="col-span-3 sm:col-span-2"
        label="Partial refund until (days before)"
      />
      <TextField
        {...field('refundPolicy.partialRefundPercentage')}
        {...number}
        className="col-span-3 sm:col-span-2"
        label="Partial refund (%)"
      />
      {taxChoices.length > 0 && (
        <SelectField
          {...form.choice('taxCategoryId')}
          className="col-span-6"
          label="Tax category"
          isOptional
          options={taxChoices}
          placeholder="None"
          hint="The price includes tax. Customers don’t see it."
        />
      )}
      <div role="status" className="col-span-6 space-y-1 rounded-field bg-sand px-4 py-3">
        {read.success ? (
          <>
            <p className="font-semibold">{ratesText({ ...read.data, currency })}</p>
            <p>{policyText(read.data.refundPolicy)}</p>
            <p className="text-ink-soft">{changeConsequence(service)}</p>
          </>
        ) : (
          <p>Please correct the errors above.</p>
        )}
      </div>
    </FormDialog>
  )
}

function bodyOf(
  { name, description, specialRequirements, price, perFloor, perHelper, refundPolicy, taxCategoryId }: Values,
  version: number,
  currency: Currency,
) {
  return {
    version,
    name,
    description,
    specialRequirements,
    price: unitsOf(price, currency) ?? Number.NaN,
    perFloor: unitsOf(perFloor, currency),
    perHelper: unitsOf(perHelper, currency),
    refundPolicy: {
      fullRefundDays: wholeOf(refundPolicy.fullRefundDays),
      partialRefundDays: wholeOf(refundPolicy.partialRefundDays),
      partialRefundPercentage: wholeOf(refundPolicy.partialRefundPercentage),
    },
    taxCategoryId: taxCategoryId || null,
  }
}

/** Parses a typed amount; null if empty, NaN if invalid. */
function unitsOf(typed: string, currency: Currency): number | null {
  return typed.trim() === '' ? null : centsToUnits(typedCents(typed, currency))
}

/** 0 if empty. */
function wholeOf(typed: string): number {
  return typed.trim() === '' ? 0 : typedWhole(typed.replace('%', ''))
}

type OfferProps = { service: StaffService; onClose: () => void; onDone: (message: string) => void }

/** Stops or resumes offering a service. Before stopping, the focus is on the way back. */
export function OfferDialog({ service, onClose, onDone }: OfferProps) {
  const { name, isActive } = service
  const params = { id: service.id }
  const send = async () => (isActive ? ask(deactivateService, { params }) : ask(activateService, { params }))
  const call = useCall({
    mutationFn: useSend(send, consoleKey('services')),
    onSuccess: () => onDone(isActive ? `${name} is no longer offered.` : `${name} reinstated.`),
  })
  return (
    <ActDialog
      call={call}
      onClose={onClose}
      title={isActive ? 'Stop offering this service' : 'Reinstate this service'}
      act={isActive ? 'Stop offering' : 'Reinstate'}
      first={isActive ? 'keep' : 'act'}
      variant={isActive ? 'danger' : 'primary'}
    >
      <p>{offerConsequence(service)}</p>
    </ActDialog>
  )
}

function offerConsequence({ name, isActive, openRequests }: StaffService): string {
  if (!isActive) return `Customers will be able to request ${name} again.`
  const open = openRequests === 1 ? 'The open request isn’t affected' : `The ${openRequests} open requests aren’t affected`
  const left =
    openRequests === 0
      ? 'There are no open requests for it.'
      : `${open}: ${openRequests === 1 ? 'it' : 'they'} can still be answered and paid.`
  return `Customers won’t be able to request ${name}. Anyone part-way through a request will be asked to choose another service. ${left}`
}

function changeConsequence({ openRequests }: StaffService): string {
  const open = openRequests === 1 ? 'The open request keeps' : `The ${openRequests} open requests keep`
  const kept = openRequests === 0 ? 'There are no open requests for it.' : `${open} the price and refund policy from when it was made.`
  return `New prices apply to new requests. Anyone who’s seen the old price will be shown the new one before sending. ${kept}`
}
