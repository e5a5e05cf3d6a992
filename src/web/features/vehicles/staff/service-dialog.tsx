import { centsToUnits, type Currency } from '#shared/money.ts'
import { typedCents, typedWhole } from '#shared/typed-numbers.ts'
import { changeServiceBodySchema, type ChangeServiceBody, type StaffService } from '#shared/vehicles/staff.ts'
import { ActButtons } from '#web/components/act-buttons.tsx'
import { Alert } from '#web/components/alert.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { KeptNote } from '#web/components/kept-note.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { TextArea, TextField } from '#web/components/text-field.tsx'
import { useKeptForm } from '#web/components/use-kept-form.ts'
import { withReadings } from '#web/lib/amounts.ts'
import { CallError } from '#web/lib/call-error.ts'
import { useChangeService } from './api/change-service.ts'
import { changeConsequence, policyText, ratesText } from './service-texts.ts'

type Props = {
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
export function ServiceDialog({ service, taxChoices, onClose, onDone, onChanged }: Props) {
  const { currency } = service
  const check = (values: Values) =>
    withReadings(changeServiceBodySchema.safeParse(bodyOf(values, service.version, currency)), values, /^(?:price|per)/, currency)
  const changeService = useChangeService()
  const form = useKeptForm<Values, ChangeServiceBody>({
    keepAs: `service ${service.id}`,
    start: startOf(service),
    check,
    send: async (body) => {
      try {
        await changeService(service.id, body)
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'service_changed') throw error
        return onChanged(error.message)
      }
      form.forget()
      onDone(`${body.name} updated.`)
    },
  })
  const read = check(form.values)
  const { field } = form
  const number = { inputMode: 'decimal', autoComplete: 'off' } as const
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={service.name}
      size="large"
      footer={
        <ActButtons onKeep={onClose} form="service" isBusy={form.isBusy}>
          Save
        </ActButtons>
      }
    >
      <form {...form.props} id="service" className="grid grid-cols-6 items-start gap-4">
        <div className="col-span-6 space-y-3 empty:hidden">
          <KeptNote {...form.kept} />
          {form.alert && <Alert>{form.alert}</Alert>}
        </div>
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
      </form>
    </Dialog>
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
