import { changedTexts, type AuditFacts } from '#shared/audit/facts.ts'
import { centsToUnits, unitsToCents } from '#shared/money.ts'
import * as calls from '#shared/vehicles/calls.ts'
import type { ServiceRates, ServiceType } from '#shared/vehicles/public.ts'
import * as staffCalls from '#shared/vehicles/staff-calls.ts'
import type { ChangeServiceBody, StaffService } from '#shared/vehicles/staff.ts'
import type { NamedActor } from '#server/lib/actors.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import type { Feature } from '#server/lib/feature.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { listAudit } from '#server/features/audit/audit.ts'
import { requireTaxCategory } from '#server/features/settings/taxes.ts'
import { coverage } from './coverage.ts'
import { wizardDraft } from './drafts.ts'
import { draftPhotos } from './photos.ts'

/** Injected, since the bookings feature depends on vehicles. */
interface Others {
  countOpenRequests(db: Database): Promise<ReadonlyMap<string, OpenRequests>>
}

export function vehicles(deps: Deps, { countOpenRequests }: Others): Feature {
  return {
    calls(serving) {
      const { read, change } = serving
      read(calls.listServiceTypes, async ({ db }) => listServiceTypes(db))
      read(staffCalls.listServices, async ({ db }) => listStaffServices(db, await countOpenRequests(db)))
      change(staffCalls.changeService, async ({ trx, actor, params, body }) => {
        await changeService(trx, actor, params.id, body)
        return { message: 'Service changed' }
      })
      change(staffCalls.activateService, async ({ trx, actor, params }) => {
        await setServiceActive(trx, actor, params.id, true)
        return { message: 'Service offered' }
      })
      change(staffCalls.deactivateService, async ({ trx, actor, params }) => {
        await setServiceActive(trx, actor, params.id, false)
        return { message: 'Service no longer offered' }
      })
      coverage(serving)
      wizardDraft(serving, deps)
      draftPhotos(serving, deps)
    },
  }
}

/** Sorted by position (specification §3). */
async function listServiceTypes(db: Database): Promise<ServiceType[]> {
  const rows = await db.selectFrom('service_types').selectAll().where('is_active', '=', true).orderBy('position').orderBy('id').execute()
  return rows.map((row) => {
    const rules = [
      { type: 'perFloor' as const, cents: row.per_floor_cents },
      { type: 'perHelper' as const, cents: row.per_helper_cents },
    ]
    return {
      id: row.id,
      name: row.name,
      price: centsToUnits(row.base_price_cents),
      currency: row.currency,
      description: row.description,
      specialrequirements: row.special_requirements,
      stripeProductId: row.stripe_product_id,
      pricingRules: rules.flatMap(({ type, cents }) => (cents === null ? [] : [{ type, value: centsToUnits(cents) }])),
      refundPolicy: policyOf(row),
    }
  })
}

/** Returns undefined if the service does not exist or is no longer offered. */
export async function findOfferedService(db: Database, id: string) {
  return db.selectFrom('service_types').selectAll().where('id', '=', id).where('is_active', '=', true).executeTakeFirst()
}

export type OfferedService = NonNullable<Awaited<ReturnType<typeof findOfferedService>>>

export function ratesOfRow(row: OfferedService): ServiceRates {
  return { baseCents: row.base_price_cents, perFloorCents: row.per_floor_cents, perHelperCents: row.per_helper_cents }
}

const unitsOf = (cents: number | null) => (cents === null ? null : centsToUnits(cents))

const policyOf = (row: OfferedService) => ({
  fullRefundDays: row.full_refund_days,
  partialRefundDays: row.partial_refund_days,
  partialRefundPercentage: row.partial_refund_percentage,
})

export interface OpenRequests {
  open: number
  unpaid: number
}

/**
 * Returns all services, including those no longer offered, in the order travellers see. `requests` are the counts per
 * service.
 */
export async function listStaffServices(db: Database, requests: ReadonlyMap<string, OpenRequests>): Promise<StaffService[]> {
  const rows = await db.selectFrom('service_types').selectAll().orderBy('position').orderBy('id').execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    specialRequirements: row.special_requirements,
    price: centsToUnits(row.base_price_cents),
    currency: row.currency,
    perFloor: unitsOf(row.per_floor_cents),
    perHelper: unitsOf(row.per_helper_cents),
    refundPolicy: policyOf(row),
    taxCategoryId: row.tax_category_id,
    isActive: row.is_active,
    version: row.version,
    openRequests: requests.get(row.id)?.open ?? 0,
    unpaidRequests: requests.get(row.id)?.unpaid ?? 0,
  }))
}

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
async function changeService(trx: Trx, actor: NamedActor, id: string, body: ChangeServiceBody): Promise<void> {
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
async function setServiceActive(trx: Trx, actor: NamedActor, id: string, isActive: boolean): Promise<void> {
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
