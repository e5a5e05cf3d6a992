import { z } from 'zod/mini'
import { calls } from '#shared/paths.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import { contentTypeOf } from '#server/lib/picture-formats.ts'
import { UPLOAD_POLICY } from '#server/lib/response-headers.ts'
import { createUploads } from '#server/lib/uploads.ts'
import { findPictureFile, PICTURE_FOLDER } from './queries.ts'

/** A name is used for one file only, so it may be kept for ever. */
const FOR_EVER = 'public, max-age=31536000, immutable'
const params = z.object({ id: z.string().check(z.maxLength(64)) })

/** The pictures of tours that staff have uploaded, for everybody, as the site's own artwork is. */
export function pictureRoutes(app: App, deps: Deps): void {
  const uploads = createUploads(deps, PICTURE_FOLDER)

  app.get(calls.picture(':id'), { schema: { params } }, async (request, reply) => {
    const name = request.params.id
    const known = await findPictureFile(deps.db, name)
    const file = known && (await uploads.open(known.path, known.bytes))
    if (!file) throw notFound('Picture')
    return reply
      .header('content-type', contentTypeOf(name))
      .header('content-length', known.bytes)
      .header('content-security-policy', UPLOAD_POLICY)
      .header('cache-control', FOR_EVER)
      .send(file)
  })
}
