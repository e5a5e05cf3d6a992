import { z } from 'zod/mini'
import { calls } from '#shared/paths.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import { contentTypeOf } from '#server/lib/picture-formats.ts'
import { UPLOAD_POLICY } from '#server/lib/response-headers.ts'
import { createUploads } from '#server/lib/uploads.ts'
import { findPictureFile, PICTURE_FOLDER } from './queries.ts'

/** A name always stands for the same file, so it can be cached forever. */
const FOR_EVER = 'public, max-age=31536000, immutable'
const params = z.object({ id: z.string().check(z.maxLength(64)) })

/** Serves uploaded tour pictures to everyone, like the site's own artwork. */
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
