import { z } from 'zod/mini'
import { contactSchema, checkPincodesBodySchema, detailsSchema, movingDateProblem } from '#shared/vehicles/requests.ts'
import { MAX_ITEMS, newItemSchema, TOO_MANY_ITEMS } from '#shared/vehicles/items.ts'
import { typedWhole } from '#shared/typed-numbers.ts'
import { pincodePair, type Draft, type Fields } from '#web/features/vehicles/draft/wizard-draft.ts'
import type { Estimate } from '#web/features/vehicles/price-lines.tsx'
import type { Checked } from '#web/lib/form-issues.ts'
import { serverNow } from '#web/lib/server-clock.ts'

const { pickup, drop } = checkPincodesBodySchema.shape

/** Step 1 (specification §5). */
export function checkLocation(fields: Fields, now: Date = serverNow()): Checked<object> {
  const movingDate = z.string().check(({ value, issues }) => {
    const message = movingDateProblem(value, now)
    if (message !== undefined) issues.push({ code: 'custom', input: value, message })
  })
  return z.object({ pickupPinCode: pickup, dropoffPinCode: drop, movingDate }).safeParse(fields)
}

export function checkContact(fields: Fields): Checked<object> {
  return contactSchema.safeParse(fields)
}

/** An item in step 4, before it is added to the `listed` ones. */
export function checkItem(item: object, listed: number): Checked<object> {
  if (listed >= MAX_ITEMS) return { success: false, error: { issues: [{ path: 'name', message: TOO_MANY_ITEMS }] } }
  return newItemSchema.safeParse(item)
}

/** Step 5: only what the service charges for; an empty field counts as 0. */
export function checkDetails(fields: Fields, estimate: Pick<Estimate, 'perFloorCents' | 'perHelperCents'>): Checked<object> {
  const asked = (isAsked: boolean, text: string) => (isAsked && text.trim() !== '' ? typedWhole(text) : 0)
  const hasFloors = estimate.perFloorCents !== null
  return detailsSchema.safeParse({
    pickupFloor: asked(hasFloors, fields.pickupFloor),
    dropFloor: asked(hasFloors, fields.dropFloor),
    helpers: asked(estimate.perHelperCents !== null, fields.helpers),
  })
}

/**
 * The first unfinished step, beyond which the visitor may not go (specification §4). Items are never required. Without an estimate no
 * service is chosen, or it is still loading (`isLoading`).
 */
export function furthestStep({ fields, servedPincodes }: Draft, estimate: Estimate | undefined, isLoading: boolean): number {
  if (fields.movingDate === '' || servedPincodes !== pincodePair(fields)) return 0
  if (!estimate && !(isLoading && fields.serviceTypeId !== '')) return 1
  if (!checkContact(fields).success) return 2
  return estimate && !checkDetails(fields, estimate).success ? 4 : 5
}
