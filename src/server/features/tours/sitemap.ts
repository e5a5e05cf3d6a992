import { Readable } from 'node:stream'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod/mini'
import { tripPath } from '#shared/pages.ts'
import { TRIPS_SITEMAP } from '#shared/tours/trips-list.ts'
import type { Database } from '#server/lib/db.ts'
import { SITEMAP_END, SITEMAP_START, sitemapEntry, sitemapIndexText, sitemapText, XML_TYPE } from '#server/lib/delivery/served-pages.ts'
import type { App, Deps } from '#server/lib/deps.ts'

const PAGES = '/sitemap-pages.xml'
/** URLs per file; 50,000 are allowed (sitemaps.org). */
export const PART_SIZE = 10_000
/** A part may have grown since the list of parts was made. */
const MAX_IN_PART = 50_000
const BATCH = 1000
/** How long the list of parts is cached, since counting a million tours takes a moment. */
const KEPT_MS = 10 * 60_000

const placeSchema = z.pipe(
  z.string().check(z.regex(/^-?\d{1,9}\..{1,100}$/, 'Unknown page')),
  z.transform((text): Place => {
    const dot = text.indexOf('.')
    return { position: Number(text.slice(0, dot)), id: text.slice(dot + 1) }
  }),
)
const partSchema = z.object({ from: z.optional(placeSchema), to: z.optional(placeSchema) })
type Part = z.infer<typeof partSchema>

/** Serves the sitemap: an index, a file of fixed pages, and the tours in parts. */
export function sitemapRoutes(app: App, { db, origins, now }: Deps, paths: readonly string[]): void {
  let parts: Promise<Part[]> | undefined
  let countedAt = -Infinity

  async function listParts(): Promise<Part[]> {
    if (!parts || now().getTime() - countedAt > KEPT_MS) {
      countedAt = now().getTime()
      parts = listPartStarts(db, PART_SIZE).then((starts) => starts.map((from, index) => ({ from, to: starts[index + 1] })))
      // A failure is not cached, so the next request tries again.
      parts.catch(() => (parts = undefined))
    }
    return parts
  }

  app.get('/sitemap.xml', { schema: { hide: true } }, async (request, reply) => {
    const base = origins.ofRequest(request)
    const files = (await listParts()).map((part) => `${base}${TRIPS_SITEMAP}?${queryOf(part)}`)
    return reply.type(XML_TYPE).send(sitemapIndexText([`${base}${PAGES}`, ...files]))
  })

  app.get(PAGES, { schema: { hide: true } }, async (request, reply) => {
    const base = origins.ofRequest(request)
    return reply.type(XML_TYPE).send(sitemapText(paths.map((path) => `${base}${path}`)))
  })

  app.get(TRIPS_SITEMAP, { schema: { querystring: partSchema, hide: true } }, async (request, reply) => {
    const base = origins.ofRequest(request)
    return reply.type(XML_TYPE).send(Readable.from(sitemapOf(request.query, base)))
  })

  async function* sitemapOf({ from, to }: Part, base: string): AsyncGenerator<string> {
    yield SITEMAP_START
    let after: Place | undefined
    for (let count = 0; count < MAX_IN_PART; count += BATCH) {
      const tours = await listTourChanges(db, { from, to, after, limit: BATCH })
      yield tours.map(({ id, updated_at }) => sitemapEntry(`${base}${tripPath(id)}`, updated_at)).join('')
      if (tours.length < BATCH) break
      after = tours.at(-1)
    }
    yield SITEMAP_END
  }
}

function queryOf({ from, to }: Part): string {
  const written = (place: Place) => `${place.position}.${place.id}`
  return new URLSearchParams({ ...(from && { from: written(from) }), ...(to && { to: written(to) }) }).toString()
}

/** A tour's position in the order of `tours_list_idx`. */
export interface Place {
  position: number
  id: string
}

/** Returns every `size`-th active tour, beginning with the first: the starts of the sitemap's parts. */
export async function listPartStarts(db: Database, size: number): Promise<Place[]> {
  const numbered = db
    .selectFrom('tours')
    .select(['position', 'id', sql<number>`row_number() over (order by position, id)`.as('number')])
    .where('is_active', '=', true)
    .as('numbered')
  return db
    .selectFrom(numbered)
    .select(['position', 'id'])
    .where(sql<number>`number % ${sql.lit(size)}`, '=', 1)
    .orderBy('number')
    .execute()
}

interface Stretch {
  /** Inclusive; undefined means from the beginning. */
  from: Place | undefined
  /** Exclusive; undefined means to the end. */
  to: Place | undefined
  after?: Place | undefined
  limit: number
}

/** Returns the active tours of a stretch, each with the time of its last change. */
export async function listTourChanges(db: Database, { from, to, after, limit }: Stretch): Promise<(Place & { updated_at: Date })[]> {
  return db
    .selectFrom('tours')
    .select(['position', 'id', 'updated_at'])
    .where('is_active', '=', true)
    .$if(after !== undefined, (tours) => tours.where(compared('>', after)))
    .$if(after === undefined && from !== undefined, (tours) => tours.where(compared('>=', from)))
    .$if(to !== undefined, (tours) => tours.where(compared('<', to)))
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .execute()
}

function compared(sign: '>' | '>=' | '<', place: Place | undefined): RawBuilder<boolean> {
  return sql`(position, id) ${sql.raw(sign)} (${place?.position}::integer, ${place?.id}::text)`
}
