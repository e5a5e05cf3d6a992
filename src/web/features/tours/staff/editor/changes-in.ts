import { errorResponseSchema } from '#shared/errors.ts'
import type { TourChange } from '#shared/tours/changes.ts'
import { CallError } from '#web/lib/call-error.ts'

/** What others have changed since, if this is why a tour could not be saved. */
export function changesIn(error: unknown): TourChange[] | undefined {
  if (!(error instanceof CallError) || error.code !== 'tour_changed') return undefined
  const response = errorResponseSchema.safeParse(error.body)
  return response.success ? response.data.tourChanges?.changes : undefined
}
