import type { Day } from '#shared/dates.ts'
import type { GuideLink, GuideManifest } from '#shared/bookings/guide-links.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { listAttendance } from '../attendance/queries.ts'
import { getManifest, getManifestTour } from '../manifest/queries.ts'

/** A link works only as long as its creator is on the staff. */
function workingLinks(db: Database | Trx, now: Date) {
  return db
    .selectFrom('guide_links')
    .innerJoin('users', 'users.id', 'created_by')
    .where('revoked_at', 'is', null)
    .where('guide_links.expires_at', '>', now)
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where('role', '!=', 'customer')
}

/** Oldest first. */
export async function listGuideLinks(db: Database | Trx, tourId: string, day: Day, now: Date): Promise<GuideLink[]> {
  const rows = await workingLinks(db, now)
    .select(['guide_links.id', 'users.name', 'guide_links.created_at', 'guide_links.expires_at'])
    .where('tour_id', '=', tourId)
    .where('departs_on', '=', day)
    .orderBy('guide_links.created_at')
    .orderBy('guide_links.id')
    .execute()
  return rows.map(({ id, name, created_at, expires_at }) => ({
    id,
    createdBy: name,
    createdAt: created_at.toISOString(),
    expiresAt: expires_at.toISOString(),
  }))
}

export type WorkingLink = NonNullable<Awaited<ReturnType<typeof findWorkingLink>>>

/** Returns undefined unless the link works. In a transaction, locks it against being revoked. */
export async function findWorkingLink(db: Database | Trx, token: string, now: Date) {
  return workingLinks(db, now)
    .select(['guide_links.id', 'tour_id', 'departs_on', 'guide_links.expires_at'])
    .where('token_hash', '=', hashToken(token))
    .$if(db.isTransaction, (links) => links.forShare('guide_links'))
    .executeTakeFirst()
}

export async function getGuideManifest(trx: Trx, link: WorkingLink): Promise<GuideManifest> {
  const { facts } = await getManifestTour(trx, link.tour_id)
  const { tour, date, people, bookings } = await getManifest(trx, link.tour_id, link.departs_on)
  const departure = await trx
    .selectFrom('departures')
    .select('cancelled_at')
    .where('tour_id', '=', link.tour_id)
    .where('departs_on', '=', link.departs_on)
    .executeTakeFirst()
  return {
    tour,
    date,
    meetingPoint: facts.meetingPoint,
    startTime: facts.startTime,
    isCancelled: departure?.cancelled_at instanceof Date,
    expiresAt: link.expires_at.toISOString(),
    people,
    // Listed field by field because guides must not see everything that staff see.
    bookings: bookings.map(({ id, guests, travellers, contact }) => ({
      id,
      guests,
      travellers,
      contact: { name: contact.name, phone: contact.phone },
    })),
    attendance: await listAttendance(trx, link.tour_id, link.departs_on),
  }
}
