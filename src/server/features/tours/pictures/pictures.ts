import { sql, type Selectable } from 'kysely'
import { pathOf } from '#shared/contract.ts'
import { getOriginal } from '#shared/tours/picture-calls.ts'
import type { TourPicture } from '#shared/tours/pictures.ts'
import type { StaffPicture } from '#shared/tours/staff-pictures.ts'
import type { Pictures } from '#server/lib/db-types.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { AppError, notFound } from '#server/lib/errors.ts'

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
      original: hasOriginal ? { url: pathOf(getOriginal, { id: picture.id }), width: original_width, height: original_height } : null,
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
