import { randomUUID } from 'node:crypto'
import { addDays, momentIn, type Day } from '#shared/dates.ts'
import { departureId } from '#shared/tours/departures.ts'
import { MAX_GUIDE_LINKS } from '#shared/bookings/guide-links.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { createToken, hashToken } from '#server/lib/tokens.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { type NamedActor } from '#server/lib/actors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { getManifestTour } from '../manifest/queries.ts'
import { listGuideLinks } from './queries.ts'

/**
 * Returns the token of a new link to a departure's manifest, valid until the end of the following day in the agency's
 * time zone. Throws 404, 400 `date_in_past` if it would already have expired, and 409 `too_many_links`.
 */
export async function createGuideLink(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  trx: Trx,
  actor: NamedActor,
  { tourId, day }: { tourId: string; day: Day },
): Promise<string> {
  await getManifestTour(trx, tourId)
  const expiresAt = momentIn(config.AGENCY_TIME_ZONE, `${addDays(day, 2)}T00:00`)
  if (expiresAt <= now()) throw new AppError('date_in_past', 'This departure is over: a link would no longer work.')
  const links = await listGuideLinks(trx, tourId, day, now())
  if (links.length >= MAX_GUIDE_LINKS) {
    throw new AppError('too_many_links', `There are already ${MAX_GUIDE_LINKS} links. Please revoke one you don’t need.`)
  }
  const [id, token] = [randomUUID(), createToken()]
  await trx
    .insertInto('guide_links')
    .values({
      id,
      token_hash: hashToken(token),
      tour_id: tourId,
      departs_on: day,
      created_by: actor.accountId,
      created_at: now(),
      expires_at: expiresAt,
    })
    .execute()
  const subject = { kind: 'departure', id: departureId(tourId, day) } as const
  await recordAudit(trx, { actor, action: 'guide_link.created', subject, after: { guideLinkId: id } })
  return token
}

/** Revokes a link immediately and returns its departure; safe to repeat. Throws 404. */
export async function revokeGuideLink(trx: Trx, actor: NamedActor, id: string, now: Date): Promise<{ tourId: string; day: Day }> {
  if (!isUuid(id)) throw notFound('Link')
  const link = await trx
    .selectFrom('guide_links')
    .select(['tour_id', 'departs_on', 'revoked_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!link) throw notFound('Link')
  const departure = { tourId: link.tour_id, day: link.departs_on }
  if (link.revoked_at) return departure
  await trx.updateTable('guide_links').set({ revoked_at: now, revoked_by: actor.accountId }).where('id', '=', id).execute()
  const subject = { kind: 'departure', id: departureId(departure.tourId, departure.day) } as const
  await recordAudit(trx, { actor, action: 'guide_link.revoked', subject, after: { guideLinkId: id.toLowerCase() } })
  return departure
}
