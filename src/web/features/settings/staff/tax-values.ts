import { changeTaxCategoryBodySchema, newTaxCategoryBodySchema, rateText, type TaxCategory } from '#shared/settings/taxes.ts'

/** As typed; the rate is a percentage. */
export type TaxValues = { name: string; rate: string; accountKey: string; isActive: boolean }

export function startOf(category: TaxCategory | undefined): TaxValues {
  if (!category) return { name: '', rate: '', accountKey: '', isActive: true }
  const { name, rateBasisPoints, accountKey, isActive } = category
  return { name, rate: rateText(rateBasisPoints), accountKey, isActive }
}

export function checkNew(id: string, { name, rate, accountKey }: TaxValues) {
  const typed = rate.replace('%', '').trim().replace(',', '.')
  // Rounding would hide a third decimal.
  const points = typed === '' ? Number.NaN : Number((Number(typed) * 100).toFixed(6))
  const checked = newTaxCategoryBodySchema.safeParse({ id, name, accountKey, rateBasisPoints: points })
  if (checked.success) return checked
  const issues = checked.error.issues.map(({ path, message }) => ({
    path: path[0] === 'rateBasisPoints' ? ['rate'] : path,
    message,
  }))
  return { success: false as const, error: { issues } }
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
