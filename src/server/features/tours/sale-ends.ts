import type { SaleEnd } from '#shared/tours/sale-ends.ts'

export const SALE_COLUMNS = ['sale_ends', 'sale_ends_days_before', 'sale_ends_zone'] as const

export interface SaleColumns {
  /** `HH:MM:SS`. */
  sale_ends: string | null
  sale_ends_days_before: number | null
  sale_ends_zone: string | null
}

/** Returns null for a tour without an end of sale. */
export function toSaleEnd({ sale_ends, sale_ends_days_before, sale_ends_zone }: SaleColumns): SaleEnd | null {
  if (sale_ends === null || sale_ends_zone === null) return null
  return { time: sale_ends.slice(0, 5), daysBefore: sale_ends_days_before === 1 ? 1 : 0, timeZone: sale_ends_zone }
}

export function toSaleColumns(saleEnd: SaleEnd | null): SaleColumns {
  return {
    sale_ends: saleEnd?.time ?? null,
    sale_ends_days_before: saleEnd?.daysBefore ?? null,
    sale_ends_zone: saleEnd?.timeZone ?? null,
  }
}
