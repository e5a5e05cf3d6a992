import { z } from 'zod/mini'
import { contactSchema } from '#shared/vehicles/contacts.ts'
import { MAX_ITEMS, newItemSchema, TOO_MANY_ITEMS } from '#shared/vehicles/items.ts'
import { checkPincodesBodySchema, detailsSchema, movingDateProblem } from '#shared/vehicles/requests.ts'
import { pincodePair, type Draft, type Fields } from '#web/features/vehicles/draft/wizard-draft.ts'
import type { Estimate } from '#web/features/vehicles/estimate/estimate.ts'
import type { Checked } from '#web/lib/form-issues.ts'

const { pickup, drop } = checkPincodesBodySchema.shape

/** Checks step 1 (specification §5). */
export function checkLocation(fields: Fields, now: Date = new Date()): Checked<object> {
  const movingDate = z.string().check(({ value, issues }) => {
    const message = movingDateProblem(value, now)
    if (message !== undefined) issues.push({ code: 'custom', input: value, message })
  })
  return z.object({ pickupPinCode: pickup, dropoffPinCode: drop, movingDate }).safeParse(fields)
}

/** Checks step 3. */
export function checkContact(fields: Fields): Checked<object> {
  return contactSchema.safeParse(fields)
}

/** Checks an item in step 4 before it is added to those already listed. */
export function checkItem(item: object, listed: number): Checked<object> {
  if (listed >= MAX_ITEMS) return { success: false, error: { issues: [{ path: 'name', message: TOO_MANY_ITEMS }] } }
  return newItemSchema.safeParse(item)
}

/** Checks step 5: only what the service asks for; an emptied field counts as 0. */
export function checkDetails(fields: Fields, estimate: Pick<Estimate, 'perFloorCents' | 'perHelperCents'>): Checked<object> {
  const asked = (isAsked: boolean, text: string) => (isAsked && text.trim() !== '' ? Number(text) : 0)
  const hasFloors = estimate.perFloorCents !== null
  return detailsSchema.safeParse({
    pickupFloor: asked(hasFloors, fields.pickupFloor),
    dropFloor: asked(hasFloors, fields.dropFloor),
    helpers: asked(estimate.perHelperCents !== null, fields.helpers),
  })
}

/**
 * Returns how far the visitor may go: the first unfinished step (specification §4). Items are never required. Without an
 * estimate the service has not been chosen, or (`isLoading`) is not known yet.
 */
export function furthestStep({ fields, servedPincodes }: Draft, estimate: Estimate | undefined, isLoading: boolean): number {
  if (fields.movingDate === '' || servedPincodes !== pincodePair(fields)) return 0
  if (!estimate && !(isLoading && fields.serviceTypeId !== '')) return 1
  if (!checkContact(fields).success) return 2
  return estimate && !checkDetails(fields, estimate).success ? 4 : 5
}
