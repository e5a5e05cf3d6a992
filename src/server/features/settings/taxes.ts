import type { Selectable } from 'kysely'
import { changedTexts, type AuditFacts } from '#shared/audit/facts.ts'
import * as calls from '#shared/settings/staff-calls.ts'
import type { ChangeTaxCategoryBody, NewTaxCategoryBody, TaxCategory } from '#shared/settings/taxes.ts'
import type { Actor } from '#server/lib/actors.ts'
import type { TaxCategories } from '#server/lib/db-types.ts'
import { errorCode, type Database, type Trx } from '#server/lib/db.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import type { Serving } from '#server/lib/serve.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { recordAudit } from '#server/features/audit/commands.ts'

type Row = Selectable<TaxCategories>

export function taxCategories({ read, change }: Serving): void {
  read(calls.listTaxCategories, async ({ db }) => listTaxCategories(db))
  change(calls.addTaxCategory, async ({ trx, actor, body }) => {
    await addTaxCategory(trx, actor, body)
    return { message: 'Tax category added' }
  })
  change(calls.changeTaxCategory, async ({ trx, actor, params, body }) => {
    await changeTaxCategory(trx, actor, params.id, body)
    return { message: 'Tax category changed' }
  })
  change(calls.deleteTaxCategory, async ({ trx, actor, params }) => {
    await deleteTaxCategory(trx, actor, params.id)
    return { message: 'Tax category deleted' }
  })
}

/** Returns all, those in use first, by name. */
async function listTaxCategories(db: Database): Promise<TaxCategory[]> {
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

/** Safe to repeat. Throws 400 for a name that is in use, and 409 `settings_changed`. */
async function addTaxCategory(trx: Trx, actor: Actor, { id, name, accountKey, rateBasisPoints }: NewTaxCategoryBody): Promise<void> {
  const known = await lockCategory(trx, id)
  if (known?.version === 1 && known.name === name && known.rate_basis_points === rateBasisPoints) return
  if (known) throw changed()
  await refuseTakenName(trx, id, name)
  await trx
    .insertInto('tax_categories')
    .values({ id, name, account_key: accountKey || null, rate_basis_points: rateBasisPoints })
    .execute()
  const texts = changedTexts({}, { name, accountKey })
  await recordAudit(trx, { actor, action: 'tax_category.added', subject: subjectOf(id), after: { rateBasisPoints, version: 1 }, texts })
}

/** Does nothing if all is as it was. Throws like `addTaxCategory`, and 404. */
async function changeTaxCategory(trx: Trx, actor: Actor, id: string, wanted: ChangeTaxCategoryBody): Promise<void> {
  const known = await lockCategory(trx, id)
  if (!known) throw notFound('Tax category')
  const { name, accountKey, isActive } = wanted
  const texts = changedTexts(textsOf(known), { name, accountKey })
  if (!texts && known.is_active === isActive) return
  if (known.version !== wanted.version) throw changed()
  if (isActive) await refuseTakenName(trx, id, name)
  const version = known.version + 1
  await trx
    .updateTable('tax_categories')
    .set({ name, account_key: accountKey || null, is_active: isActive, version })
    .where('id', '=', id)
    .execute()
  const [before, after] = [factsOf(known), factsOf({ ...known, version, is_active: isActive })]
  await recordAudit(trx, { actor, action: 'tax_category.changed', subject: subjectOf(id), before, after, texts })
}

/** For one that was entered by mistake. Throws 404, and 409 `tax_category_used` if a tour or service has it. */
async function deleteTaxCategory(trx: Trx, actor: Actor, id: string): Promise<void> {
  const known = await lockCategory(trx, id)
  if (!known) throw notFound('Tax category')
  try {
    await trx.deleteFrom('tax_categories').where('id', '=', id).execute()
  } catch (error) {
    // 23503: a foreign key refers to it.
    if (errorCode(error) !== '23503') throw error
    throw new AppError('tax_category_used', `${known.name} is used by tours or services. You can deactivate it instead.`)
  }
  const texts = changedTexts(textsOf(known), {})
  await recordAudit(trx, { actor, action: 'tax_category.deleted', subject: subjectOf(id), before: factsOf(known), texts })
}

/** Locks the settings too, so that two people cannot take a name at once. */
async function lockCategory(trx: Trx, id: string): Promise<Row | undefined> {
  if (!isUuid(id)) return undefined
  await trx.selectFrom('settings').select('version').forUpdate().execute()
  return trx.selectFrom('tax_categories').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

async function refuseTakenName(trx: Trx, id: string, name: string): Promise<void> {
  const taken = await trx
    .selectFrom('tax_categories')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['name']), '=', eb.fn<string>('lower', [eb.val(name)])))
    .where('is_active', '=', true)
    .where('id', '!=', id)
    .executeTakeFirst()
  const message = 'Another active tax category has this name'
  if (taken) throw new AppError('validation_failed', message, { issues: [{ path: 'name', message }] })
}

const changed = () => new AppError('settings_changed', 'Someone has just changed this tax category. Please check again.')
const subjectOf = (id: string) => ({ kind: 'settings', id }) as const
const textsOf = ({ name, account_key }: Row) => ({ name, accountKey: account_key ?? '' })
const factsOf = ({ rate_basis_points, is_active, version }: Row): AuditFacts => ({
  rateBasisPoints: rate_basis_points,
  isActive: is_active,
  version,
})
