import { checkPincodesBodySchema, detailsSchema, movingDateProblem } from '#shared/vehicle-requests.ts'
import { MAX_ITEMS, newItemSchema, TOO_MANY_ITEMS } from '#shared/vehicle-items.ts'
import { contactSchema } from '#shared/vehicle-contacts.ts'
import type { Estimate } from '#web/features/vehicles/estimate/estimate.ts'
import {
  pincodePair,
  type Draft,
  type FieldName,
  type Fields,
  type Item,
  type ItemField,
} from '#web/features/vehicles/draft/wizard-draft.ts'

export type FieldIssues = Partial<Record<FieldName, string>>
type Check = { success: true } | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } }

/** Step 1 (specification §5). */
export function locationIssues(fields: Fields, now: Date = new Date()): FieldIssues {
  const pincodes = checkPincodesBodySchema.safeParse({ pickup: fields.pickupPinCode, drop: fields.dropoffPinCode })
  const { pickup, drop } = firstByField<'pickup' | 'drop'>(pincodes)
  return present({ pickupPinCode: pickup, dropoffPinCode: drop, movingDate: movingDateProblem(fields.movingDate, now) })
}

/** Step 3. */
export function contactIssues({ name, phone, email, address, dropaddress }: Fields): FieldIssues {
  return firstByField<FieldName>(contactSchema.safeParse({ name, phone, email, address, dropaddress }))
}

/** Adding an item in step 4 to those that are listed already. */
export function itemIssues({ name, length, width, height }: Item, listed: number): Partial<Record<ItemField, string>> {
  if (listed >= MAX_ITEMS) return { name: TOO_MANY_ITEMS }
  return firstByField<ItemField>(newItemSchema.safeParse({ name, length, width, height }))
}

/** Step 5: only what the service asks for. */
export function detailIssues(fields: Fields, estimate: Pick<Estimate, 'perFloorCents' | 'perHelperCents'>): FieldIssues {
  const asked = (isAsked: boolean, text: string) => (isAsked && text.trim() !== '' ? Number(text) : 0)
  const hasFloors = estimate.perFloorCents !== null
  return firstByField<FieldName>(
    detailsSchema.safeParse({
      pickupFloor: asked(hasFloors, fields.pickupFloor),
      dropFloor: asked(hasFloors, fields.dropFloor),
      helpers: asked(estimate.perHelperCents !== null, fields.helpers),
    }),
  )
}

/**
 * How far the visitor may go: the first step that is not done (specification §4). Items are never required. Without
 * an estimate the service is not chosen, or (`isLoading`) not known yet.
 */
export function furthestStep({ fields, servedPincodes }: Draft, estimate: Estimate | undefined, isLoading: boolean): number {
  if (fields.movingDate === '' || servedPincodes !== pincodePair(fields)) return 0
  if (!estimate && !(isLoading && fields.serviceTypeId !== '')) return 1
  if (hasIssues(contactIssues(fields))) return 2
  return estimate && hasIssues(detailIssues(fields, estimate)) ? 4 : 5
}

export function hasIssues(issues: FieldIssues): boolean {
  return Object.keys(issues).length > 0
}

/** The first message of each wrong field. */
function firstByField<Name extends string>(check: Check): Partial<Record<Name, string>> {
  const issues: Record<string, string> = {}
  if (!check.success) for (const { path, message } of check.error.issues) issues[String(path[0])] ??= message
  return issues as Partial<Record<Name, string>>
}

function present(issues: Record<string, string | undefined>): FieldIssues {
  return Object.fromEntries(Object.entries(issues).filter(([, message]) => message !== undefined))
}
