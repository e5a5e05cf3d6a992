import { centsToDecimal, CURRENCIES, unitsToCents, type Currency } from '#shared/money.ts'
import { agencySettingsSchema, type AgencySettings } from '#shared/settings/staff.ts'
import type { Checked } from '#web/lib/form-issues.ts'

export type SettingsValues = { bankDetails: string; goodwillCeilings: Record<Currency, string> }

export function startOf({ bankDetails, goodwillCeilings }: AgencySettings): SettingsValues {
  const typed = CURRENCIES.map((currency) => {
    const cents = goodwillCeilings[currency]
    return [currency, cents === undefined ? '' : centsToDecimal(cents)]
  })
  return { bankDetails, goodwillCeilings: Object.fromEntries(typed) as SettingsValues['goodwillCeilings'] }
}

/** Returns the settings to send; an empty sum is no ceiling. `version` is the one the user saw. */
export function checkSettings({ bankDetails, goodwillCeilings }: SettingsValues, version: number): Checked<AgencySettings> {
  const ceilings = CURRENCIES.flatMap((currency) => {
    const typed = goodwillCeilings[currency].trim().replaceAll(',', '')
    return typed === '' ? [] : [[currency, unitsToCents(Number(typed))] as const]
  })
  return agencySettingsSchema.safeParse({ version, bankDetails, goodwillCeilings: Object.fromEntries(ceilings) })
}
