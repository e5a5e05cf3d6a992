import { sql } from 'kysely'
import type { Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { inPages, isOneOf, type PersonalData } from '#server/lib/personal-data.ts'
import { createUploads } from '#server/lib/uploads.ts'
import { PHOTO_FOLDER } from './photos.ts'

export function vehiclePersonalData(deps: Deps): PersonalData {
  return {
    async export(db, userId) {
      const draft = await db.selectFrom('vehicle_drafts').select(['content', 'updated_at']).where('user_id', '=', userId).executeTakeFirst()
      const own = db.selectFrom('vehicle_photos').select('id').where('user_id', '=', userId)
      const photos = await own.orderBy('created_at').orderBy('id').execute()
      return {
        vehicleDraft: draft?.content ? { savedAt: draft.updated_at, ...(draft.content as object) } : null,
        vehiclePhotos: inPages(photos, async (ids) => listPhotos(db, ids)),
      }
    },
    findObstacle: async () => undefined,
    async forget(trx, userId) {
      await trx.deleteFrom('vehicle_drafts').where('user_id', '=', userId).execute()
      const photos = await trx.deleteFrom('vehicle_photos').where('user_id', '=', userId).returning('path').execute()
      return async () => createUploads(deps, PHOTO_FOLDER).remove(photos.map(({ path }) => path))
    },
    async forgetTyped(trx, userId) {
      await trx.deleteFrom('vehicle_drafts').where('user_id', '=', userId).execute()
      const ofDraft = trx.deleteFrom('vehicle_photos').where('user_id', '=', userId).where('booking_id', 'is', null)
      const photos = await ofDraft.returning('path').execute()
      return async () => createUploads(deps, PHOTO_FOLDER).remove(photos.map(({ path }) => path))
    },
    async moveEmail(trx, userId, from, to) {
      await trx
        .updateTable('vehicle_drafts')
        .set({ content: sql`jsonb_set(content, '{contact,email}', to_jsonb(${to}::text))` })
        .where('user_id', '=', userId)
        .where(sql<boolean>`lower(content #>> '{contact,email}') = ${from.toLowerCase()}`)
        .execute()
    },
  }
}

async function listPhotos(db: Database, ids: readonly string[]) {
  return db
    .selectFrom('vehicle_photos')
    .select(['name', 'width', 'height', 'bytes', 'created_at as uploadedAt', 'booking_id as bookingId'])
    .where(isOneOf('id', ids))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
