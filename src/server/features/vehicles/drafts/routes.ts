import { calls } from '#shared/paths.ts'
import { draftResponseSchema, saveDraftBodySchema, savedDraftResponseSchema } from '#shared/vehicles/drafts.ts'
import { actAs } from '#server/lib/actors.ts'
import { LONG_BODY_BYTES } from '#server/lib/body-limits.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { listDraftPhotos, toPhoto } from '../photos/queries.ts'
import { saveDraft } from './commands.ts'
import { readDraft } from './queries.ts'

/** The wizard's draft, beyond specification §7. */
export function draftRoutes(app: App, { db, auth, now }: Deps): void {
  app.get(calls.draft, { schema: { response: { 200: draftResponseSchema } } }, async (request) => {
    const { userId } = auth.require(request)
    const { version, draft } = await readDraft(db, userId)
    const photos = await listDraftPhotos(db, userId)
    return { version, draft, photos: photos.map(toPhoto) }
  })

  app.put(
    calls.draft,
    { bodyLimit: LONG_BODY_BYTES, schema: { body: saveDraftBodySchema, response: { 200: savedDraftResponseSchema } } },
    async (request) => {
      const who = auth.require(request)
      const { version, draft } = request.body
      return { version: await actAs(db, who, async (trx) => saveDraft(trx, who.userId, version, draft, now())) }
    },
  )
}
