import { calls } from '#shared/paths.ts'
import { draftResponseSchema } from '#shared/vehicles/drafts.ts'
import { responseOf, getJson } from '#web/lib/http.ts'

export function findDraft() {
  return responseOf(draftResponseSchema, getJson(calls.draft))
}
