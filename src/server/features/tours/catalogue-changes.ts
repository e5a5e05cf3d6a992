import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import type { ConnectionOptions, Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { sessionName } from '#server/lib/session-names.ts'
import { inPieces } from '#server/lib/sweeps.ts'

/** How old our data may be, in milliseconds, while notifications arrive. */
const FRESH_MS = 1000
const RETRY_MS = 1000
/** After this long without a look, some changes may have been deleted. */
const LONG_MS = 30 * 60_000
/** How long changes are kept. By then every process has picked them up. */
const KEPT_MS = 60 * 60_000

/** The ids of changed tours, or `everything` when they cannot be listed. */
export type Changes = ReadonlySet<string> | 'everything'

/** Tells the caches which tours have changed. */
export interface CatalogueChanges {
  /** Returns whether the last look was less than a second ago, with no change announced since. */
  isFresh(): boolean
  /** Looks for changes unless the data is fresh. */
  refresh(): Promise<void>
  /** Looks for changes now, so that everything committed before is known. */
  catchUp(): Promise<void>
  stop(): Promise<void>
}

/**
 * Watches the catalogue and reports changes. The database is asked at most once a second while there are readers; a notification only
 * prompts an immediate look. One lost by a half-open connection or a pooler costs a second; without a connection for notifications every
 * reader asks.
 */
export async function watchCatalogue(
  db: Database,
  connection: ConnectionOptions,
  log: FastifyBaseLogger,
  onChange: (changes: Changes) => void,
): Promise<CatalogueChanges> {
  let isListening = false
  let isStopped = false
  let listener: pg.Client | undefined
  let lookedAt = -Infinity
  let announced = 0
  /** Wall-clock time, which goes on while the machine sleeps. */
  let lastLookAt = 0
  let looking: Promise<void> | undefined
  /** Transactions from this id on may have been in progress at the last look. */
  let horizon = '0'
  let seen = new Set<number>()

  async function look(): Promise<void> {
    const startedAt = performance.now()
    const announcedBefore = announced
    const { rows } = await sql<{ horizon: string; changes: { id: number; tour: string | null }[] }>`
      select pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
        coalesce((select json_agg(json_build_object('id', id, 'tour', tour_id)) from catalogue_changes
          where transaction >= ${horizon}::text::xid8), '[]') as changes`.execute(db)
    const [found] = rows
    if (!found) return
    const mayHaveMissed = Date.now() - lastLookAt > LONG_MS
    const fresh = found.changes.filter(({ id }) => !seen.has(id))
    horizon = found.horizon
    seen = new Set(found.changes.map(({ id }) => id))
    lookedAt = announced === announcedBefore ? startedAt : -Infinity
    lastLookAt = Date.now()
    if (mayHaveMissed) return onChange('everything')
    if (fresh.length > 0) onChange(fresh.some(({ tour }) => tour === null) ? 'everything' : new Set(fresh.map(({ tour }) => tour ?? '')))
  }

  /** One look serves all callers that arrive before it starts; a later caller may have made a change that it missed. */
  async function lookOnce(): Promise<void> {
    looking ??= look().finally(() => (looking = undefined))
    return looking
  }

  async function catchUp(): Promise<void> {
    distrust()
    await looking?.catch(() => undefined)
    return lookOnce()
  }

  function distrust(): void {
    announced += 1
    lookedAt = -Infinity
  }

  async function listen(): Promise<void> {
    const client = new pg.Client({ ...connection, application_name: sessionName('catalogue'), keepAlive: true })
    listener = client
    client.on('notification', distrust)
    client.on('error', () => undefined)
    client.on('end', () => {
      isListening = false
      if (!isStopped) setTimeout(() => void listen().catch(() => undefined), RETRY_MS).unref()
    })
    await client.connect()
    await client.query('listen catalogue_changed')
    distrust()
    isListening = true
  }

  await listen().catch((error: unknown) => {
    log.warn({ err: error }, 'the catalogue polls for changes on every request until database notifications resume')
  })
  const isFresh = () => isListening && performance.now() - lookedAt <= FRESH_MS

  return {
    isFresh,
    async refresh() {
      if (!isListening) return catchUp()
      if (!isFresh()) await lookOnce()
    },
    catchUp,
    async stop() {
      isStopped = true
      await listener?.end()
    },
  }
}

/** Deletes changes older than an hour. A process that was suspended for longer reads everything again. */
export async function forgetChanges({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const until = new Date(now().getTime() - KEPT_MS)
  await inPieces(async (max) => {
    const old = db.selectFrom('catalogue_changes').select('id').where('changed_at', '<', until).orderBy('changed_at').limit(max)
    const { numDeletedRows } = await db.deleteFrom('catalogue_changes').where('id', 'in', old).executeTakeFirst()
    return Number(numDeletedRows)
  })
}
