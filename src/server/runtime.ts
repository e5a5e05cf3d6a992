import { createHash } from 'node:crypto'
import path from 'node:path'
import { brand } from '#shared/brand.ts'
import { calls } from '#shared/paths.ts'
import { buildApp, createServer } from './app.ts'
import type { Config } from './config.ts'
import { connect } from './connection.ts'
import { syncPrices } from './features/payments/prices/flows.ts'
import { createSandboxCards, createStripeCards } from './features/payments/provider.ts'
import { createCatalogue } from './features/tours/catalogue-cache.ts'
import { allJobs } from './jobs.ts'
import { createAuth } from './lib/auth.ts'
import { startCardSandbox, type CardSandboxProcess } from './lib/card-sandbox-process.ts'
import { createDatabase, createPool, exclusively } from './lib/db.ts'
import type { Deps } from './lib/deps.ts'
import { createFileMailer, createSmtpMailer } from './lib/mailer.ts'
import { migrate } from './lib/migrate.ts'
import { createOrigins } from './lib/origins.ts'
import { createQueue } from './lib/queue.ts'
import { sharedSecret } from './lib/secrets.ts'
import { seedDemo } from './seed.ts'

/** A running site. */
export interface Runtime {
  address: string
  /** Finishes the requests and jobs in hand, then stops everything that was started. */
  stop(): Promise<void>
}

/** Starts config → database → queue → http, in this order; whatever has been started is stopped again on failure. */
export async function startRuntime(config: Config, say: (line: string) => void): Promise<Runtime> {
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const step of stops.splice(0).toReversed()) await step()
  }
  try {
    return await start(config, say, stops, stop)
  } catch (error) {
    await stop().catch(() => undefined)
    throw error
  }
}

async function start(
  config: Config,
  say: (line: string) => void,
  stops: (() => Promise<unknown>)[],
  stop: () => Promise<void>,
): Promise<Runtime> {
  const app = createServer(config)
  const { log } = app
  const connection = await connect(config, say)
  stops.push(() => connection.stop())

  const pool = createPool(connection.options, config.DATABASE_POOL, (error) => log.error({ err: error }, 'database'))
  const db = createDatabase(pool)
  stops.push(() => db.destroy())
  const applied = await migrate(db)
  if (applied.length > 0) say(`Database brought up to date (${applied.length} migrations).`)
  if (config.isDemo && (await seedDemo(db))) say('Demo tours, services and accounts written.')

  let port = config.PORT
  let sandbox: CardSandboxProcess | undefined
  const webhookSecret = config.usesCardSandbox ? await sharedSecret(db, 'card-sandbox-webhook') : ''
  const cards = config.STRIPE_SECRET_KEY
    ? createStripeCards(config.STRIPE_SECRET_KEY, config.STRIPE_WEBHOOK_SECRET ?? [])
    : createSandboxCards(() => sandbox?.port(), webhookSecret)
  const queue = createQueue(connection.options, log)
  const isSecure = config.PUBLIC_URL?.startsWith('https:') ?? false
  const deps: Deps = {
    config,
    db,
    pool,
    queue,
    cards,
    auth: createAuth(config.SESSION_SECRET ?? (await sharedSecret(db, 'access-tokens')), isSecure),
    origins: createOrigins(config, () => port),
    now: () => new Date(),
  }
  const catalogue = await createCatalogue(db, connection.options, log)
  stops.push(() => catalogue.stop())
  await buildApp(app, {
    deps,
    catalogue,
    ...(config.usesCardSandbox && { cardSandboxPort: () => sandbox?.port() }),
  })
  // Stopped after the requests and jobs that may still ask it.
  stops.push(async () => sandbox?.stop())
  const from = config.MAIL_FROM ?? `${brand.name} <${brand.email}>`
  const sendMail = config.SMTP_URL
    ? createSmtpMailer(config.SMTP_URL, from)
    : createFileMailer(path.join(config.DATA_DIR, 'mails'), from, (file) => log.info({ file }, 'mail written'))
  const jobs = allJobs(deps, sendMail, log)
  stops.push(() => queue.stop())
  // The first request may already hand in work.
  await queue.open(jobs.filter((job) => !job.cron).map((job) => job.name))
  stops.push(() => app.close())
  await app.listen({ host: config.HOST, port: config.PORT })
  const bound = app.server.address()
  port = typeof bound === 'object' && bound ? bound.port : config.PORT

  if (config.usesCardSandbox) {
    // What it knows belongs to this database: another one on the same data directory has a sandbox of its own.
    const name = createHash('sha256').update(webhookSecret).digest('hex').slice(0, 12)
    sandbox = await startCardSandbox({
      port: config.CARD_SANDBOX_PORT ?? (config.PORT === 0 ? 0 : config.PORT + 1),
      folder: path.join(path.resolve(config.DATA_DIR), 'card-sandbox', name),
      webhookUrl: `http://127.0.0.1:${port}${calls.webhook}`,
      webhookSecret,
      merchant: brand.name,
      log,
      exclusively: (work) => exclusively(db, 'card-sandbox', work),
    })
  }
  // So that the first visitor can book at once; with Stripe, the job does it.
  if (sandbox) await syncPrices(deps, log)
  await queue.start(jobs)
  return { address: config.PUBLIC_URL ?? `http://localhost:${port}`, stop }
}
