import { calls } from '#shared/paths.ts'
import { savedDraftResponseSchema, type DraftContent } from '#shared/vehicles/drafts.ts'
import { responseOf, sendJson } from '#web/lib/http.ts'

export function saveDraft(version: number, draft: DraftContent) {
  return responseOf(savedDraftResponseSchema, sendJson('PUT', calls.draft, { version, draft }))
}
