import { isDeepStrictEqual } from 'node:util'
import { changedTexts, type AuditFacts } from '#shared/audit/facts.ts'
import type { AuditAction } from '#shared/audit/staff.ts'
import { dayIn } from '#shared/dates.ts'
import type { Issue } from '#shared/errors.ts'
import { unitsToCents } from '#shared/money.ts'
import type { TourChange } from '#shared/tours/changes.ts'
import type { SaleEnd } from '#shared/tours/sale-ends.ts'
import * as calls from '#shared/tours/staff-calls.ts'
import { missingToPublish, type TourFieldName, type TourFields } from '#shared/tours/staff.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { requireTaxCategory } from '#server/features/settings/taxes.ts'
import type { Actor } from '#server/lib/actors.ts'
import { LONG_BODY_BYTES } from '#server/lib/body-limits.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import type { Serving } from '#server/lib/serve.ts'
import { resizeDepartures } from '../departures/changes.ts'
import { listUndescribed, refuseUnknownPictures } from '../pictures/pictures.ts'
import { askForPrice } from '../prices.ts'
import { askToForget, listWords } from '../search/known-words.ts'
import { toDayRows, toTourColumns } from '../tour-rows.ts'
import { getEditedTour, getStaffTour, listChanges, pictureIdsOf, type EditedTour } from './staff-tours.ts'

const MAX_LISTED = 20

export interface TourChangeBy {
  tourId: string
  /** The version that the editor saw. */
  version: number
  actor: Actor
  now: Date
}

type Needs = Pick<Deps, 'queue' | 'config'>

export function editingCalls(serving: Serving, deps: Deps): void {
  serving.change(
    calls.editTour,
    async ({ trx, actor, params, body }) => {
      const now = deps.now()
      await editTour(deps, trx, { tourId: params.id, version: body.version, actor, now }, body.fields)
      return getStaffTour(trx, params.id, dayIn(deps.config.AGENCY_TIME_ZONE, now))
    },
    { bodyLimit: LONG_BODY_BYTES },
  )
}

/** Throws 404, and 409 `tour_changed` saying what has changed since it was seen. */
export async function lockTour(trx: Trx, { tourId, version }: Pick<TourChangeBy, 'tourId' | 'version'>): Promise<EditedTour> {
  const locked = await trx.selectFrom('tours').select('id').where('id', '=', tourId).forNoKeyUpdate().executeTakeFirst()
  if (!locked) throw notFound('Tour')
  const tour = await getEditedTour(trx, tourId)
  if (tour.version === version) return tour
  const changes = await listChanges(trx, tourId, { limit: MAX_LISTED, since: version })
  const who = changes[0]?.by ?? 'Someone'
  throw new AppError('tour_changed', `${who} has just changed this tour. Please check again: your changes haven’t been saved.`, {
    tourChanges: { version: tour.version, changes },
  })
}

/**
 * Writes all fields of a tour, and resizes its departures to the maximum group. Does nothing if no field differs. Throws
 * the same errors as `lockTour`, and 400 for an unknown picture or tax category or if a published tour would become incomplete.
 */
async function editTour(deps: Needs, trx: Trx, by: TourChangeBy, fields: TourFields): Promise<void> {
  const before = await lockTour(trx, by)
  const changed = changedFields(before.fields, fields)
  if (changed.length === 0) return
  if (before.selling) refuseOwnPrice(changed)
  await refuseUnknownPictures(trx, pictureIdsOf(fields))
  if (changed.includes('taxCategoryId')) await requireTaxCategory(trx, fields.taxCategoryId)
  if (before.status === 'published') {
    const missedBefore = new Set((await findMissing(trx, before.fields)).map(({ path }) => path))
    refuseMissing((await findMissing(trx, fields)).filter(({ path }) => !missedBefore.has(path)))
  }
  const words = await listWords(trx, by.tourId)
  await writeFields(trx, by.tourId, fields, changed)
  await askToForget(deps, trx, by.tourId, words)
  if (changed.includes('maxPeople')) await resizeDepartures(trx, by.tourId, fields.maxPeople, dayIn(deps.config.AGENCY_TIME_ZONE, by.now))
  await noteChange(trx, by, { change: 'edited', fields: changed }, before.fields, fields)
  const isRepriced = changed.includes('basePrice') || changed.includes('currency')
  if (isRepriced && before.status === 'published') await askForPrice(deps, trx, before)
}

/** Price and largest group of a tour with options follow from these. */
function refuseOwnPrice(changed: TourFieldName[]): void {
  const issues = changed
    .filter((name) => name === 'basePrice' || name === 'maxPeople')
    .map((name) => ({ path: `fields.${name}`, message: 'This is set by the tour’s options' }))
  if (issues.length > 0) throw new AppError('validation_failed', 'This is set by the tour’s options', { issues })
}

export async function writeFields(
  trx: Trx,
  tourId: string,
  fields: TourFields,
  changed = Object.keys(fields) as TourFieldName[],
): Promise<void> {
  await trx.updateTable('tours').set(toTourColumns(fields)).where('id', '=', tourId).execute()
  if (changed.includes('images')) {
    await trx.deleteFrom('tour_images').where('tour_id', '=', tourId).execute()
    const rows = fields.images.map((picture_id, position) => ({ tour_id: tourId, position, picture_id }))
    if (rows.length > 0) await trx.insertInto('tour_images').values(rows).execute()
  }
  if (changed.includes('itinerary')) {
    await trx.deleteFrom('itinerary_days').where('tour_id', '=', tourId).execute()
    const rows = toDayRows(tourId, fields)
    if (rows.length > 0) await trx.insertInto('itinerary_days').values(rows).execute()
  }
}

/** Increments the version, and records the change for the next editor and in the audit log. */
export async function noteChange(
  trx: Trx,
  { tourId, version, actor, now }: TourChangeBy,
  { change, fields = [] }: { change: TourChange['change']; fields?: (TourFieldName | 'selling')[] },
  before?: TourFields,
  after?: TourFields,
): Promise<void> {
  const next = change === 'created' ? version : version + 1
  const isRepriced = before && after && (before.basePrice !== after.basePrice || before.currency !== after.currency)
  await trx.updateTable('tours').set({ version: next, updated_at: now }).where('id', '=', tourId).execute()
  await trx
    .insertInto('tour_changes')
    .values({
      tour_id: tourId,
      version: next,
      change,
      fields,
      changed_by: actor.accountId,
      changed_at: now,
      ...(isRepriced && {
        from_cents: unitsToCents(before.basePrice),
        from_currency: before.currency,
        to_cents: unitsToCents(after.basePrice),
        to_currency: after.currency,
      }),
    })
    .execute()
  await recordAudit(trx, {
    actor,
    action: ACTIONS[change],
    subject: { kind: 'tour', id: tourId },
    before: change === 'created' ? {} : { version, ...figuresOf(before) },
    after: { version: next, ...figuresOf(after) },
    texts: before && after && changedTexts(textsOf(before), textsOf(after)),
  })
}

function changedFields(before: TourFields, after: TourFields): TourFieldName[] {
  return (Object.keys(after) as TourFieldName[]).filter((name) => !isDeepStrictEqual(before[name], after[name]))
}

const ACTIONS: Record<TourChange['change'], AuditAction> = {
  created: 'tour.created',
  edited: 'tour.edited',
  published: 'tour.published',
  deactivated: 'tour.deactivated',
}

function figuresOf(fields: TourFields | undefined): AuditFacts {
  if (!fields) return {}
  const { basePrice, currency, taxCategoryId, maxPeople, leastGroup, saleEnd } = fields
  return {
    amountCents: unitsToCents(basePrice),
    currency,
    ...(taxCategoryId !== null && { taxCategoryId }),
    capacity: maxPeople,
    leastGroup,
    saleEnd: saleEndFact(saleEnd),
  }
}

/** Returns the editable texts by their names in the audit log: one per itinerary day, and lists with one line per entry. */
function textsOf({ name, destination, overview, tourType, termsAndConditions, tags, facts, itinerary }: TourFields) {
  const days = itinerary.map(({ title, description, activities, accommodation, transportation }, index) => [
    `day_${index + 1}`,
    linesOf([title, description, ...activities, accommodation, transportation]),
  ])
  return {
    name,
    destination,
    overview,
    tourType,
    termsAndConditions,
    tags: linesOf(tags),
    included: linesOf(facts.included ?? []),
    notIncluded: linesOf(facts.notIncluded ?? []),
    meetingPoint: facts.meetingPoint ?? '',
    ...(Object.fromEntries(days) as Record<string, string>),
  }
}

function linesOf(texts: readonly (string | null | undefined)[]): string {
  return texts.filter(Boolean).join('\n')
}

/** Uses only the characters that the audit log allows. */
function saleEndFact(saleEnd: SaleEnd | null): NonNullable<AuditFacts['saleEnd']> {
  if (!saleEnd) return 'none'
  const [hours = '', minutes = ''] = saleEnd.time.split(':')
  const day = saleEnd.daysBefore === 0 ? 'on_the_day' : 'the_day_before'
  return `${hours}-${minutes}_${day}_${saleEnd.timeZone.replaceAll('/', '-')}` as NonNullable<AuditFacts['saleEnd']>
}

/** Returns what the tour still lacks before it can be published. */
export async function findMissing(trx: Trx, fields: TourFields): Promise<Issue[]> {
  const undescribed = await listUndescribed(trx, pictureIdsOf(fields))
  return [...missingToPublish(fields), ...undescribed.map((id) => ({ path: `pictures.${id}`, message: 'Please describe this picture' }))]
}

/** Throws 400 if there are any issues. */
export function refuseMissing(issues: Issue[]): void {
  if (issues.length > 0) throw new AppError('validation_failed', 'Some details are missing. Please complete the tour first.', { issues })
}
