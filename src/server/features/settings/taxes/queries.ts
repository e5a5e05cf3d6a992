import type { TaxCategory } from '#shared/settings/taxes.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'

/** Returns all, those in use first, by name. */
export async function listTaxCategories(db: Database): Promise<TaxCategory[]> {
  const rows = await db
    .selectFrom('tax_categories')
    .selectAll()
    .orderBy('is_active', 'desc')
    .orderBy((eb) => eb.fn('lower', ['name']))
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    accountKey: row.account_key ?? '',
    rateBasisPoints: row.rate_basis_points,
    isActive: row.is_active,
    version: row.version,
  }))
}

/** Throws 400 unless this is null or an active category. Keeps it from being deactivated until the transaction ends. */
export async function requireTaxCategory(trx: Trx, id: string | null): Promise<void> {
  if (id === null) return
  const found = await trx
    .selectFrom('tax_categories')
    .select('id')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .forShare()
    .executeTakeFirst()
  const message = 'This tax category is no longer in use'
  if (!found) throw new AppError('validation_failed', message, { issues: [{ path: 'taxCategoryId', message }] })
}
