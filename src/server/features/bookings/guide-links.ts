import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import * as guideCalls from '#shared/bookings/guide-calls.ts'
import { GUIDE_LINK_SPENT, MAX_GUIDE_LINKS, type GuideLink, type GuideManifest } from '#shared/bookings/guide-links.ts'
import { addDays, momentIn, type Day } from '#shared/dates.ts'
import { pageHref, pages } from '#shared/pages.ts'
import * as calls from '#shared/tours/departure-calls.ts'
import { departureId } from '#shared/tours/departures.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { namedDeparture } from '#server/features/tours/departures/departures.ts'
import { actorOf, type NamedActor } from '#server/lib/actors.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { createRateLimit, networkOf } from '#server/lib/rate-limits.ts'
import { createToken, hashToken } from '#server/lib/secrets.ts'
import type { Serving } from '#server/lib/serve.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { keepTicks, listAttendance } from './attendance.ts'
import { getManifest, getManifestTour, recordReading } from './manifest.ts'

const QUARTER_HOUR = 15 * 60
const DAY = 24 * 60 * 60
/** Unknown tokens allowed per network and quarter of an hour. Working links are not counted. */
const GUESSES = 30
/** Uses of one link per day, because each is audited permanently. */
const USES_A_DAY = 5000

export function guideLinkCalls({ read, change }: Serving, deps: Deps): void {
  const { now, origins } = deps
  read(calls.listGuideLinks, async ({ db, params }) => listGuideLinks(db, namedDeparture(params.id), now()))
  change(calls.createGuideLink, async ({ trx, actor, params, request }) => {
    const departure = namedDeparture(params.id)
    const token = await createGuideLink(deps, trx, actor, departure)
    const url = `${origins.ofPages(request)}${pageHref(pages.guide)}?token=${token}`
    return { url, links: await listGuideLinks(trx, departure, now()) }
  })
  change(calls.revokeGuideLink, async ({ trx, actor, params }) =>
    listGuideLinks(trx, await revokeGuideLink(trx, actor, params.id, now()), now()),
  )
}

/** Serves guides who have a link and no account. The token is sent in the body, so that no log or URL contains it. */
export function guideCallsByLink({ flow }: Serving, deps: Deps): void {
  const { db, now, pool } = deps
  const guesses = createRateLimit(pool, 'guide-guess', GUESSES, QUARTER_HOUR)
  const uses = createRateLimit(pool, 'guide-use', USES_A_DAY, DAY)

  /** Runs `work` in a transaction in which the link works. Throws 404 when it does not, and 429 after too many guesses. */
  async function byLink<T>(request: FastifyRequest, token: string, count: number, work: (trx: Trx, link: WorkingLink) => Promise<T>) {
    const known = await findWorkingLink(db, token, now())
    if (!known) {
      await guesses.consume(networkOf(request.ip))
      throw new AppError('not_found', GUIDE_LINK_SPENT)
    }
    await uses.consume(known.id, count)
    return db.transaction().execute(async (trx) => {
      const link = await findWorkingLink(trx, token, now())
      if (!link) throw new AppError('not_found', GUIDE_LINK_SPENT)
      return work(trx, link)
    })
  }

  flow(guideCalls.readGuideManifest, async ({ request, body }) =>
    byLink(request, body.token, 1, async (trx, link) => {
      const manifest = await getGuideManifest(trx, link)
      const read = { departureId: departureId(link.tour_id, link.departs_on), people: manifest.people, bookings: manifest.bookings }
      await recordReading(trx, actorOf(request, null), read, link.id)
      return manifest
    }),
  )
  flow(guideCalls.sendGuideTicks, async ({ request, body: { token, name, ticks } }) =>
    byLink(request, token, 1 + ticks.length, async (trx, { id, tour_id: tourId, departs_on: day }) =>
      keepTicks(deps, trx, { tourId, day, actor: actorOf(request, null), ticker: { linkId: id, name } }, ticks),
    ),
  )
}

interface Departure {
  tourId: string
  day: Day
}

/**
 * Returns the token of a new link to a departure's manifest, valid until the end of the following day in the agency's
 * time zone. Throws 404, 400 `date_in_past` if it would already have expired, and 409 `too_many_links`.
 */
async function createGuideLink(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  trx: Trx,
  actor: NamedActor,
  departure: Departure,
): Promise<string> {
  const { tourId, day } = departure
  await getManifestTour(trx, tourId)
  const expiresAt = momentIn(config.AGENCY_TIME_ZONE, `${addDays(day, 2)}T00:00`)
  if (expiresAt <= now()) throw new AppError('date_in_past', 'This departure is over: a link would no longer work.')
  const links = await listGuideLinks(trx, departure, now())
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
async function revokeGuideLink(trx: Trx, actor: NamedActor, id: string, now: Date): Promise<Departure> {
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
async function listGuideLinks(db: Database | Trx, { tourId, day }: Departure, now: Date): Promise<GuideLink[]> {
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

type WorkingLink = NonNullable<Awaited<ReturnType<typeof findWorkingLink>>>

/** Returns undefined unless the link works. In a transaction, locks it against being revoked. */
async function findWorkingLink(db: Database | Trx, token: string, now: Date) {
  return workingLinks(db, now)
    .select(['guide_links.id', 'tour_id', 'departs_on', 'guide_links.expires_at'])
    .where('token_hash', '=', hashToken(token))
    .$if(db.isTransaction, (links) => links.forShare('guide_links'))
    .executeTakeFirst()
}

async function getGuideManifest(trx: Trx, link: WorkingLink): Promise<GuideManifest> {
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
