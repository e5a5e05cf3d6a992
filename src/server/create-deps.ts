import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import { logFailures } from './features/payments/provider/log.ts'
import { createSandboxCards, createStripeCards } from './features/payments/provider/stripe.ts'
import { createAuth } from './lib/auth.ts'
import type { CardProvider } from './lib/card-provider.ts'
import { createChallenges } from './lib/challenges.ts'
import { createDatabase, createPool, type ConnectionOptions, type Database } from './lib/db.ts'
import type { Deps } from './lib/deps.ts'
import { awaitMigrations } from './lib/migrate.ts'
import { createOrigins } from './lib/origins.ts'
import { createQueue } from './lib/queue.ts'
import { openCopyState, readOnlyForCopy } from './lib/restored-copy.ts'
import { createSealing, SANDBOX_SECRET, sharedSecret } from './lib/secrets.ts'
import { createSiteFiles, openStorages } from './lib/site-files.ts'
import { createUploadForms } from './lib/upload-form.ts'

const TOKEN_SECRET = 'access-tokens'

export interface Surroundings {
  log: FastifyBaseLogger
  runsJobs?: boolean
  /** Of the command that puts a restored copy live: it alone may already write at the card provider. */
  goesLive?: boolean
  /** Defaults to PORT. */
  sitePort?: () => number
  /** Returns undefined while the card sandbox is down. Defaults to the configured port. */
  sandboxPort?: () => number | undefined
  /** Verifies the card sandbox's webhooks; defaults to the secret shared on this database. */
  sandboxSecret?: string
  /** The clock, which tests shift; defaults to this machine's plus CLOCK_AHEAD_MINUTES. */
  now?: () => Date
}

/** `stop` first ends the jobs in progress, then the connections. */
export interface Composed {
  deps: Deps
  stop(): Promise<void>
}

/** The database must be prepared. The queue is not open yet. */
export async function createDeps(config: Config, connection: ConnectionOptions, surroundings: Surroundings): Promise<Composed> {
  const { log, runsJobs = false, goesLive = false, sitePort = () => config.PORT } = surroundings
  const { now = () => new Date(Date.now() + config.CLOCK_AHEAD_MINUTES * 60_000) } = surroundings
  const files = createSiteFiles(config, await openStorages(config))
  const pool = createPool(connection, config.DATABASE_POOL, (error) => log.error({ err: error }, 'database'))
  const db = createDatabase(pool)
  const queue = createQueue(connection, log, runsJobs)
  const isSecure = config.PUBLIC_URL?.startsWith('https:') ?? false
  const stop = async () => {
    await queue.stop()
    files.close()
    await db.destroy()
  }
  try {
    const secret = config.SESSION_SECRET ?? (await sharedSecret(db, TOKEN_SECRET))
    // A restore that begins now sees this connection and refuses; one that has begun before is waited for, and found.
    await awaitMigrations(db)
    const copy = await openCopyState(db)
    const cards = logFailures(await createCards(config, db, surroundings), log)
    const deps: Deps = {
      config,
      db,
      pool,
      queue,
      cards: goesLive ? cards : readOnlyForCopy(cards, copy),
      copy,
      auth: createAuth(secret, isSecure, now),
      sealing: createSealing(secret),
      challenges: createChallenges(secret, now),
      origins: createOrigins(config, sitePort),
      files,
      uploadForms: createUploadForms(config.DATA_DIR),
      log,
      now,
    }
    return { deps, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function createCards(config: Config, db: Database, { sandboxPort, sandboxSecret }: Surroundings): Promise<CardProvider> {
  if (config.STRIPE_SECRET_KEY) return createStripeCards(config.STRIPE_SECRET_KEY, config.STRIPE_WEBHOOK_SECRET ?? [])
  return createSandboxCards(sandboxPort ?? (() => config.cardSandboxPort), sandboxSecret ?? (await sharedSecret(db, SANDBOX_SECRET)))
}
