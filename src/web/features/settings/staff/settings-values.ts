import { centsToDecimal, CURRENCIES, type Currency } from '#shared/money.ts'
import { typedCents } from '#shared/typed-numbers.ts'
import { agencySettingsSchema, type AgencySettings } from '#shared/settings/staff.ts'
import { withReadings } from '#web/lib/amounts.ts'
import type { Checked } from '#web/lib/form-issues.ts'

export type SettingsValues = {
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
