import { sql } from 'kysely'
import { daysBefore } from '#shared/dates.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { isOneOf } from '#server/lib/personal-data.ts'
import { pagesOf, workTogether } from '#server/lib/sweeps.ts'
import { createUploads } from '#server/lib/uploads.ts'
import { PICTURE_FOLDER } from './files.ts'

/** Removes pictures unused for a day, and files left by interrupted uploads. */
export async function tidyPictures(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const { db } = deps
  const uploads = createUploads(deps, PICTURE_FOLDER)
  const yesterday = daysBefore(deps.now(), 1)
  for await (const page of pagesOf(async (limit, after?: UploadedPicture) => listUploaded(db, limit, after), { stopping })) {
    const unused = await findUnused(
      db,
      page.map(({ id }) => id),
      yesterday,
    )
    const files = await workTogether(deps, 'to remove a picture', unused, removeUnusedPictures)
    await uploads.remove(files.flat())
  }
  for await (const page of pagesOf(async (limit, after?: { id: string }) => listOriginals(db, limit, after), { stopping })) {
    const files = await workTogether(deps, 'to remove an original', page, removeBareOriginals)
    await uploads.remove(files.flat())
  }
  await uploads.sweep(async (files) => findKnownFiles(db, files), yesterday)
}

interface UploadedPicture {
  id: string
  originalId: string
}

/** Grouped by original. */
export async function listUploaded(db: Database, limit: number, after?: UploadedPicture): Promise<UploadedPicture[]> {
  const behind = after ? sql`and (original_id, id) > (${after.originalId}::uuid, ${after.id})` : sql``
  const { rows } = await sql<UploadedPicture>`
    select id, original_id as "originalId" from pictures where original_id is not null ${behind}
    order by original_id, id limit ${limit}`.execute(db)
  return rows
}

export async function listOriginals(db: Database, limit: number, after?: { id: string }): Promise<{ id: string }[]> {
  return db
    .selectFrom('picture_originals')
    .select('id')
    .$if(after !== undefined, (query) => query.where('id', '>', after?.id ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()
}

const IS_UNUSED = sql<boolean>`not exists (select from tour_images where picture_id = pictures.id)
  and not exists (select from itinerary_days where picture_ids @> array[pictures.id])
  and not exists (select from tour_selling where content -> 'extras' @> jsonb_build_array(jsonb_build_object('pictureId', pictures.id)))`

/** Returns those pictures that no tour uses, optionally only ones created before a moment. */
export async function findUnused(db: Database, ids: readonly string[], before?: Date): Promise<{ id: string }[]> {
  return db
    .selectFrom('pictures')
    .select('id')
    .where(isOneOf('id', ids))
    .$if(before !== undefined, (query) => query.where('created_at', '<', before as Date))
    .where(IS_UNUSED)
    .execute()
}

/** Removes pictures that no tour uses, skipping those being added to one. Returns their files, to be removed after the transaction. */
export async function removeUnusedPictures(trx: Trx, pictures: readonly { id: string }[]): Promise<string[]> {
  const chosen = isOneOf(
    'id',
    pictures.map(({ id }) => id),
  )
  const locked = await trx.selectFrom('pictures').select('id').where(chosen).orderBy('id').forUpdate().skipLocked().execute()
  // Checked again, since a picture may have been added to a tour before it was locked.
  const unused = await findUnused(
    trx,
    locked.map(({ id }) => id),
  )
  const ids = unused.map(({ id }) => id)
  const files = await trx.deleteFrom('picture_files').where(isOneOf('picture_id', ids)).returning('path').execute()
  await trx.deleteFrom('pictures').where(isOneOf('id', ids)).execute()
  return files.map(({ path }) => path)
}

/** Removes originals without pictures. Returns their files, to be removed after the transaction. */
export async function removeBareOriginals(trx: Trx, originals: readonly { id: string }[]): Promise<string[]> {
  const rows = await trx
    .deleteFrom('picture_originals')
    .where(
      isOneOf(
        'id',
        originals.map(({ id }) => id),
      ),
    )
    .where((eb) => eb.not(eb.exists(eb.selectFrom('pictures').select('id').whereRef('original_id', '=', 'picture_originals.id'))))
    .returning('path')
    .execute()
  return rows.map(({ path }) => path)
}

/** Returns those files that belong to a picture; the others were left by interrupted uploads. */
async function findKnownFiles(db: Database, files: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('picture_files')
    .select('path')
    .where('path', 'in', files)
    .union(db.selectFrom('picture_originals').select('path').where('path', 'in', files))
    .execute()
  return new Set(rows.map(({ path }) => path))
}
