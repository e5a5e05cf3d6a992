import { sql } from 'kysely'
import type { Crop } from '#shared/tours/staff-pictures.ts'
import type { Trx } from '#server/lib/db.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { isOneOf } from '#server/lib/personal-data.ts'
import { type Actor } from '#server/lib/actors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { listAudit } from '#server/features/audit/audit.ts'
import { findUnused } from './queries.ts'

export interface Original {
  id: string
  /** Relative to the picture folder. */
  path: string
  bytes: number
  /** In pixels. */
  width: number
  height: number
}

/** One size of a picture. `name` is the last segment of its URL. */
export interface NewFile {
  name: string
  path: string
  bytes: number
}

interface NewPicture {
  id: string
  name: string
  alt: string
  filePath: string
  width: number
  height: number
  color: string
  widths: number[]
  files: NewFile[]
  original: Original
  crop: Crop
  actor: Actor
  now: Date
}

export async function insertOriginal(trx: Trx, original: Original): Promise<void> {
  await trx.insertInto('picture_originals').values(original).execute()
}

/** Returns the id. Throws 404 if its original has been removed in the meantime. */
export async function insertPicture(trx: Trx, picture: NewPicture): Promise<string> {
  const { id, name, alt, filePath, width, height, color, widths, files, original, crop, actor, now } = picture
  const kept = await trx.selectFrom('picture_originals').select('id').where('id', '=', original.id).forKeyShare().executeTakeFirst()
  if (!kept) throw notFound('Picture')
  await trx
    .insertInto('pictures')
    .values({
      id,
      name,
      alt,
      width,
      height,
      color,
      widths,
      file_path: filePath,
      original_id: original.id,
      crop_left: crop.left,
      crop_top: crop.top,
      crop_width: crop.width,
      crop_height: crop.height,
      created_at: now,
    })
    .execute()
  await trx
    .insertInto('picture_files')
    .values(files.map((file) => ({ ...file, picture_id: id })))
    .execute()
  await recordAudit(trx, { actor, action: 'picture.added', subject: { kind: 'picture', id } })
  return id
}

/** Throws 404, and 409 `picture_changed` saying who has changed the description in the meantime, and to what. */
export async function describePicture(
  trx: Trx,
  actor: Actor,
  id: string,
  { alt, seenAlt }: { alt: string; seenAlt: string },
): Promise<void> {
  const picture = await trx.selectFrom('pictures').select('alt').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!picture) throw notFound('Picture')
  if (picture.alt === alt) return
  if (picture.alt !== seenAlt) {
    const [change] = await listAudit(trx, { subject: id, action: 'picture.described', limit: 1 })
    const who = change?.actor?.name ?? 'Someone'
    throw new AppError('picture_changed', `${who} has just changed this picture’s description: “${picture.alt}”. Please check again.`)
  }
  await trx.updateTable('pictures').set({ alt }).where('id', '=', id).execute()
  await recordAudit(trx, { actor, action: 'picture.described', subject: { kind: 'picture', id } })
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

/** Throws 400 unless all these pictures exist. Locks them against the nightly removal of unused ones. */
export async function refuseUnknownPictures(trx: Trx, ids: readonly string[]): Promise<void> {
  const found = await trx
    .selectFrom('pictures')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .orderBy('id')
    .forKeyShare()
    .execute()
  const known = new Set(found.map(({ id }) => id))
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length === 0) return
  const message = 'One of this tour’s pictures no longer exists. Please upload it again.'
  throw new AppError('validation_failed', message, { issues: unknown.map((id) => ({ path: `pictures.${id}`, message })) })
}

export async function listUndescribed(trx: Trx, ids: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('pictures')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .where('alt', '=', '')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
