import { sql } from 'kysely'
import { calls } from '#shared/paths.ts'
import type { StaffPicture } from '#shared/staff-pictures.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { PICTURE_COLUMNS, toPicture } from '../queries.ts'

/** Returns pictures as staff see them, in this order; unknown ids are left out. */
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
