import { centsToDecimal, CURRENCIES, type Currency } from '#shared/money.ts'
import { changeSettings, getSettings } from '#shared/settings/staff-calls.ts'
import { agencySettingsSchema, type AgencySettings } from '#shared/settings/staff.ts'
import { SPECIFIED_DESTINATIONS } from '#shared/tours/choices.ts'
import { typedCents } from '#shared/typed-numbers.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { KeptNote } from '#web/components/form-dialog.tsx'
import { Panel } from '#web/components/panel.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { TextArea, TextField } from '#web/components/text-field.tsx'
import { useKeptForm } from '#web/components/use-kept-form.ts'
import { withReadings } from '#web/lib/amounts.ts'
import { queryOf } from '#web/lib/ask.ts'
import type { Checked } from '#web/lib/form-issues.ts'
import { useSend } from '#web/lib/use-send.ts'

export const settingsQuery = queryOf(getSettings, {}, { staleTime: 0 })

type Props = {
  settings: AgencySettings
  onDone: (message: string) => void
  /** Called if someone else was first; `message` says who. */
  onChanged: (message: string) => void
}

/** What administrators set for the whole agency. Mount it anew for another version. */
export function SettingsForm({ settings, onDone, onChanged }: Props) {
  const send = useSend(changeSettings, settingsQuery.queryKey)
  const form = useKeptForm<SettingsValues, AgencySettings>({
    // What was kept before there was another currency or setting has no field for it.
    keepAs: `settings 2 ${CURRENCIES.join(' ')}`,
    start: startOf(settings),
    check: (values) => checkSettings(values, settings.version),
    send: async (body) => {
      await send({ body })
      form.forget()
      onDone('Settings saved.')
    },
    onChanged,
  })
  return (
    <form {...form.props} className="grid max-w-3xl gap-5">
      <KeptNote {...form.kept} />
      {form.alert && <Alert>{form.alert}</Alert>}
      <Panel title="Prices">
        <SelectField
          {...form.choice('currency')}
          className="max-w-sm"
          label="Currency of new tours"
          options={CURRENCIES.map((code) => ({ value: code, label: code.toUpperCase() }))}
          hint="You can still choose a different one for each tour. Existing tours aren’t affected."
        />
      </Panel>
      <Panel title="Search">
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={form.values.offersAllOnSale}
            onChange={(event) => form.adopt({ offersAllOnSale: event.target.checked })}
            className="size-5 shrink-0 accent-coral-deep"
          />
          Offer all places and group sizes on sale
        </label>
        <p className="mt-2 text-sm text-ink-soft">
          The search’s drop-downs always offer {SPECIFIED_DESTINATIONS.join(', ')} and groups of up to 3. Turn this on to add the other
          places your published tours go to, and larger groups.
        </p>
      </Panel>
      <Panel title="Transfers">
        <TextArea
          {...form.field('bankDetails')}
          label="Bank details"
          isOptional
          rows={5}
          autoComplete="off"
          hint="Shown exactly as entered in payment request emails, with the booking reference to quote. If empty, no bank details are included."
        />
      </Panel>
      <Panel title="Goodwill">
        <p className="mb-4 text-ink-soft">
          The maximum each person can refund as goodwill per day, by currency. Leave empty for no limit; enter 0 to allow none.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          {CURRENCIES.map((currency) => (
            <TextField
              key={currency}
              {...form.field(`goodwillCeilings.${currency}`)}
              label={`${currency.toUpperCase()} per day`}
              isOptional
              inputMode="decimal"
              autoComplete="off"
            />
          ))}
        </div>
      </Panel>
      <div>
        <Button type="submit" size="small" className="min-h-11" isBusy={form.isBusy}>
          Save settings
        </Button>
      </div>
    </form>
  )
}

type SettingsValues = {
  bankDetails: string
  currency: Currency
  offersAllOnSale: boolean
  goodwillCeilings: Record<Currency, string>
}

export function startOf({ bankDetails, currency, offersAllOnSale = false, goodwillCeilings }: AgencySettings): SettingsValues {
  const typed = CURRENCIES.map((code) => {
    const cents = goodwillCeilings[code]
    return [code, cents === undefined ? '' : centsToDecimal(cents)]
  })
  return { bankDetails, currency, offersAllOnSale, goodwillCeilings: Object.fromEntries(typed) as SettingsValues['goodwillCeilings'] }
}

/** Returns the settings to send; an empty sum is no ceiling. `version` is the one the user saw. */
export function checkSettings(values: SettingsValues, version: number): Checked<AgencySettings> {
  const { bankDetails, currency, offersAllOnSale, goodwillCeilings } = values
  const ceilings = CURRENCIES.flatMap((code) => {
    const typed = goodwillCeilings[code]
    return typed.trim() === '' ? [] : [[code, typedCents(typed, code)] as const]
  })
  const settings = { version, bankDetails, currency, offersAllOnSale, goodwillCeilings: Object.fromEntries(ceilings) }
  return CURRENCIES.reduce<Checked<AgencySettings>>(
    (checked, code) => withReadings(checked, { goodwillCeilings }, `goodwillCeilings.${code}`, code),
    agencySettingsSchema.safeParse(settings),
  )
}
