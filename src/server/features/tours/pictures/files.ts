import { buffer } from 'node:stream/consumers'
import { getOriginal, getPicture } from '#shared/tours/picture-calls.ts'
import type { Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import { UPLOAD_POLICY } from '#server/lib/response-headers.ts'
import type { Serving } from '#server/lib/serve.ts'
import { contentTypeOf, createUploads } from '#server/lib/uploads.ts'

export const PICTURE_FOLDER = 'pictures'

/** A name always stands for the same file, so it can be cached forever. */
const FOR_EVER = 'public, max-age=31536000, immutable'

export function pictureFiles(serving: Serving, deps: Deps): void {
  const uploads = createUploads(deps, PICTURE_FOLDER)

  // Uploaded pictures are for everyone, like the site's own artwork.
  serving.read(getPicture, async ({ db, params, reply }) => {
    const known = await findPictureFile(db, params.id)
    const file = known && (await uploads.open(known.path, known.bytes))
    if (!file) throw notFound('Picture')
    return reply
      .header('content-type', contentTypeOf(params.id))
      .header('content-length', known.bytes)
      .header('content-security-policy', UPLOAD_POLICY)
      .header('cache-control', FOR_EVER)
      .send(file)
  })

  serving.read(getOriginal, async ({ db, params, reply }) => {
    const { original } = await getPictureSource(db, params.id)
    const file = await uploads.open(original.path, original.bytes)
    if (!file) throw notFound('Picture')
    return reply
      .header('content-type', 'image/webp')
      .header('content-length', original.bytes)
      .header('content-security-policy', UPLOAD_POLICY)
      .send(file)
  })
}

/** Reads an uploaded picture by its URL, or returns undefined if there is none. Throws 503 while the storage is unavailable. */
export async function readUpload(deps: Deps, address: string): Promise<Buffer | undefined> {
  const known = await findPictureFile(deps.db, address.slice(getPicture.path.indexOf(':')))
  const file = known && (await createUploads(deps, PICTURE_FOLDER).open(known.path, known.bytes))
  return file && buffer(file)
}

/** Finds one size of a picture by the last segment of its URL. */
export async function findPictureFile(db: Database, name: string): Promise<{ path: string; bytes: number } | undefined> {
  return db.selectFrom('picture_files').select(['path', 'bytes']).where('name', '=', name).executeTakeFirst()
}

/** Returns a picture's original and crop. Throws 404, also for the site's own artwork. */
export async function getPictureSource(db: Database, id: string) {
  const row = await db
    .selectFrom('pictures')
    .innerJoin('picture_originals', 'picture_originals.id', 'original_id')
    .select(['name', 'alt', 'picture_originals.id', 'path', 'bytes', 'picture_originals.width', 'picture_originals.height'])
    .where('pictures.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Picture')
  const { name, alt, ...original } = row
  return { name, alt, original }
}

/** Lists all pictures' files and originals by their keys in the storage, for a backup. */
export async function listPictureFiles(db: Database): Promise<{ key: string; bytes: number }[]> {
  const rows = await db
    .selectFrom('picture_files')
    .select(['path', 'bytes'])
    .union(db.selectFrom('picture_originals').select(['path', 'bytes']))
    .orderBy('path')
    .execute()
  return rows.map(({ path, bytes }) => ({ key: `${PICTURE_FOLDER}/${path}`, bytes }))
}
