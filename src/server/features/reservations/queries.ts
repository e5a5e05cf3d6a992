import type { Database } from '#server/lib/db.ts'
import { hashToken } from '#server/lib/secrets.ts'

export async function findReservationLink(db: Database, token: string) {
  return db.selectFrom('reservation_links').select('booking_id').where('token_hash', '=', hashToken(token)).executeTakeFirst()
}
