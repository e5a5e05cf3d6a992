import { typedCents } from '#shared/typed-numbers.ts'
import { withReadings } from '#web/lib/amounts.ts'
import type { Checked } from '#web/lib/form-issues.ts'
import {
  changeTaxCategoryBodySchema,
  newTaxCategoryBodySchema,
  rateText,
  type NewTaxCategoryBody,
  type TaxCategory,
} from '#shared/settings/taxes.ts'

/** As typed; the rate is a percentage. */
export type TaxValues = { name: string; rate: string; accountKey: string; isActive: boolean }

export function startOf(category: TaxCategory | undefined): TaxValues {
  if (!category) return { name: '', rate: '', accountKey: '', isActive: true }
  const { name, rateBasisPoints, accountKey, isActive } = category
  return { name, rate: rateText(rateBasisPoints), accountKey, isActive }
}

export function checkNew(id: string, { name, rate, accountKey }: TaxValues): Checked<NewTaxCategoryBody> {
  // A basis point is to a per cent what a cent is to a unit.
  const points = typedCents(rate.replace('%', ''))
  const checked = newTaxCategoryBodySchema.safeParse({ id, name, accountKey, rateBasisPoints: points })
  if (checked.success) return checked
  const issues = checked.error.issues.map(({ path, message }) => ({
    path: path[0] === 'rateBasisPoints' ? ['rate'] : path,
    message,
  }))
  return withReadings({ success: false, error: { issues } }, { rate: rate.replace('%', '') }, /^rate$/)
}

export function checkChange(version: number, { name, accountKey, isActive }: TaxValues) {
  return changeTaxCategoryBodySchema.safeParse({ version, name, accountKey, isActive })
}

/** The choices for a tour or service: those in use, and the one it has. */
export function taxChoices(categories: readonly TaxCategory[], own: string | null): { value: string; label: string }[] {
  return categories
    .filter(({ id, isActive }) => isActive || id === own)
    .map(({ id, name, rateBasisPoints, isActive }) => ({
      value: id,
      label: `${name}, ${rateText(rateBasisPoints)}${isActive ? '' : ' (no longer in use)'}`,
    }))
}
