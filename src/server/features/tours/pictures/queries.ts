import { sql, type Selectable } from 'kysely'
import { calls } from '#shared/paths.ts'
import type { TourPicture } from '#shared/tours/pictures.ts'
import type { StaffPicture } from '#shared/tours/staff-pictures.ts'
import type { Pictures } from '#server/lib/db-types.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { notFound } from '#server/lib/errors.ts'
import { isOneOf } from '#server/lib/personal-data.ts'

export const PICTURE_FOLDER = 'pictures'

export const PICTURE_COLUMNS = [
  'pictures.id',
  'pictures.name',
  'file_path',
  'alt',
  'pictures.width',
  'pictures.height',
  'color',
  'widths',
] as const
export type PictureRow = Pick<Selectable<Pictures>, 'id' | 'name' | 'file_path' | 'alt' | 'width' | 'height' | 'color' | 'widths'>

export function toPicture({ file_path, ...row }: PictureRow): TourPicture {
  return { ...row, filePath: file_path }
}

export async function readPictures(db: Database, ids: readonly string[]): Promise<Map<string, TourPicture>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('pictures')
    .select([...PICTURE_COLUMNS])
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, toPicture(row)]))
}

/** Keeps the order of `ids` and leaves out unknown ones. */
export async function listStaffPictures(db: Database | Trx, ids: readonly string[]): Promise<StaffPicture[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('pictures')
    .leftJoin('picture_originals', 'picture_originals.id', 'original_id')
    .select([...PICTURE_COLUMNS])
    .select(['original_id', 'picture_originals.width as original_width', 'picture_originals.height as original_height'])
    .select(['crop_left', 'crop_top', 'crop_width', 'crop_height'])
    .where('pictures.id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  const pictures = rows.map((row): StaffPicture => {
    const { original_id, original_width, original_height, crop_left, crop_top, crop_width, crop_height, ...picture } = row
    const hasOriginal = original_id !== null && original_width !== null && original_height !== null
    return {
      ...toPicture(picture),
      alt: picture.alt,
      original: hasOriginal ? { url: calls.originalPicture(picture.id), width: original_width, height: original_height } : null,
      crop:
        crop_left === null || crop_top === null || crop_width === null || crop_height === null
          ? null
          : { left: crop_left, top: crop_top, width: crop_width, height: crop_height },
    }
  })
  const byId = new Map(pictures.map((picture) => [picture.id, picture]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Throws 404. */
export async function getStaffPicture(db: Database, id: string): Promise<StaffPicture> {
  const [picture] = await listStaffPictures(db, [id])
  if (!picture) throw notFound('Picture')
  return picture
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

/** Finds one size of a picture by the last segment of its URL. */
export async function findPictureFile(db: Database, name: string): Promise<{ path: string; bytes: number } | undefined> {
  return db.selectFrom('picture_files').select(['path', 'bytes']).where('name', '=', name).executeTakeFirst()
}

/** Returns those files that belong to a picture; the others were left by interrupted uploads. */
export async function findKnownFiles(db: Database, files: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('picture_files')
    .select('path')
    .where('path', 'in', files)
    .union(db.selectFrom('picture_originals').select('path').where('path', 'in', files))
    .execute()
  return new Set(rows.map(({ path }) => path))
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

export interface UploadedPicture {
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
