import { calls } from '#shared/paths.ts'
import { draftResponseSchema } from '#shared/vehicle-drafts.ts'
import { responseOf, getJson } from '#web/lib/http.ts'

export function findDraft() {
  return responseOf(draftResponseSchema, getJson(calls.draft))
}
