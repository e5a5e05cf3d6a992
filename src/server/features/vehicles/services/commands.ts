import { changedTexts, type AuditFacts } from '#shared/audit/facts.ts'
import { unitsToCents } from '#shared/money.ts'
import type { ChangeServiceBody } from '#shared/vehicles/staff.ts'
import type { Trx } from '#server/lib/db.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { type Actor } from '#server/lib/actors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { listAudit } from '#server/features/audit/queries.ts'
import { requireTaxCategory } from '#server/features/settings/taxes.ts'
import type { OfferedService } from '../queries.ts'

const FACT_NAMES: Record<string, string> = {
  baseCents: 'the price',
  perFloorCents: 'the price per floor',
  perHelperCents: 'the price per helper',
  fullRefundDays: 'the refund policy',
  partialRefundDays: 'the refund policy',
  partialRefundPercentage: 'the refund policy',
  taxCategoryId: 'the tax category',
  hasNewTexts: 'the texts',
}

/**
 * Existing requests keep their price and policy. Throws 404, 400 for a tax category that is not in use, and 409
 * `service_changed`, saying who changed what, if the service is no longer at the version seen.
 */
export async function changeService(trx: Trx, actor: Actor, id: string, body: ChangeServiceBody): Promise<void> {
  const service = await lockService(trx, id)
  if (service.version !== body.version) throw await changedMeanwhile(trx, id)
  const texts = { name: body.name, description: body.description, special_requirements: body.specialRequirements }
  const figures = {
    base_price_cents: unitsToCents(body.price),
    per_floor_cents: body.perFloor === null ? null : unitsToCents(body.perFloor),
    per_helper_cents: body.perHelper === null ? null : unitsToCents(body.perHelper),
    full_refund_days: body.refundPolicy.fullRefundDays,
    partial_refund_days: body.refundPolicy.partialRefundDays,
    partial_refund_percentage: body.refundPolicy.partialRefundPercentage,
    tax_category_id: body.taxCategoryId,
  }
  const newTexts = changedTexts(
    { name: service.name, description: service.description, special_requirements: service.special_requirements },
    texts,
  )
  const hasNewTexts = newTexts !== undefined
  const [before, after] = changedFacts(factsOf(service), factsOf(figures))
  if (!hasNewTexts && Object.keys(after).length === 0) return
  if (body.taxCategoryId !== service.tax_category_id) await requireTaxCategory(trx, body.taxCategoryId)
  const version = service.version + 1
  await trx
    .updateTable('service_types')
    .set({ ...texts, ...figures, version })
    .where('id', '=', id)
    .execute()
  await recordAudit(trx, {
    actor,
    action: 'service.changed',
    subject: { kind: 'service', id },
    before,
    after: { ...after, ...(hasNewTexts && { hasNewTexts }), version },
    texts: newTexts,
  })
}

/** Existing requests are not affected. Safe to repeat. Throws 404. */
export async function setServiceActive(trx: Trx, actor: Actor, id: string, isActive: boolean): Promise<void> {
  const service = await lockService(trx, id)
  if (service.is_active === isActive) return
  await trx.updateTable('service_types').set({ is_active: isActive }).where('id', '=', id).execute()
  await recordAudit(trx, { actor, action: isActive ? 'service.activated' : 'service.deactivated', subject: { kind: 'service', id } })
}

async function lockService(trx: Trx, id: string): Promise<OfferedService> {
  const service = await trx.selectFrom('service_types').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!service) throw notFound('Service')
  return service
}

type Figures = Pick<
  OfferedService,
  | 'base_price_cents'
  | 'per_floor_cents'
  | 'per_helper_cents'
  | 'full_refund_days'
  | 'partial_refund_days'
  | 'partial_refund_percentage'
  | 'tax_category_id'
>

function factsOf(figures: Figures): AuditFacts {
  return {
    baseCents: figures.base_price_cents,
    perFloorCents: figures.per_floor_cents,
    perHelperCents: figures.per_helper_cents,
    fullRefundDays: figures.full_refund_days,
    partialRefundDays: figures.partial_refund_days,
    partialRefundPercentage: figures.partial_refund_percentage,
    taxCategoryId: figures.tax_category_id,
  }
}

function changedFacts(before: AuditFacts, after: AuditFacts): [AuditFacts, AuditFacts] {
  const names = (Object.keys(after) as (keyof AuditFacts)[]).filter((name) => before[name] !== after[name])
  const pick = (facts: AuditFacts) => Object.fromEntries(names.map((name) => [name, facts[name]])) as AuditFacts
  return [pick(before), pick(after)]
}

async function changedMeanwhile(trx: Trx, id: string): Promise<AppError> {
  const [change] = await listAudit(trx, { subject: id, action: 'service.changed', limit: 1, before: undefined })
  const names = Object.entries(FACT_NAMES).flatMap(([fact, name]) => (fact in (change?.after ?? {}) ? name : []))
  const what = names.length === 0 ? 'it' : [...new Set(names)].join(' and ')
  return new AppError('service_changed', `${change?.actor?.name ?? 'Someone'} has just changed ${what}. Please check again.`)
}
