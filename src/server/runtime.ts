import { createHash } from 'node:crypto'
import path from 'node:path'
import { brand } from '#shared/brand.ts'
import { calls } from '#shared/paths.ts'
import { buildApp, createServer } from './app.ts'
import type { Config } from './config.ts'
import { connect } from './connection.ts'
import { createDeps, SANDBOX_SECRET } from './create-deps.ts'
import { syncPrices } from './features/payments/prices/flows.ts'
import { createCatalogue } from './features/tours/catalogue-cache.ts'
import { readSearchKnowledge } from './features/tours/search/knowledge.ts'
import { allJobs, WORK_ON_DEMAND } from './jobs.ts'
import { startCardSandbox, type CardSandboxProcess } from './lib/card-sandbox-process.ts'
import { closeDataFolder } from './lib/data-folder.ts'
import { exclusively } from './lib/db.ts'
import type { App, Deps } from './lib/deps.ts'
import { createMailer } from './lib/mailer.ts'
import { sharedSecret } from './lib/secrets.ts'
import { sweepIncoming } from './lib/upload-form.ts'
import { prepareDatabase } from './prepare-database.ts'
import { listPastPayments } from './seed/business/past-payments.ts'
import { listPublishedPasswords, type PrintedAccount } from './seed/published-passwords.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const FIRST_PRICES_MS = 10_000

export interface Runtime {
  address: string
  printedAccounts(): Promise<PrintedAccount[]>
  /** Finishes the requests and jobs in progress, then stops everything that was started. */
  stop(): Promise<void>
}

/** On failure, stops everything already started. */
export async function startRuntime(config: Config, say: (line: string) => void): Promise<Runtime> {
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const step of stops.splice(0).toReversed()) await step()
  }
  try {
    return { ...(await start(config, say, stops)), stop }
  } catch (error) {
    await stop().catch(() => undefined)
    throw error
  }
}

/** Starts all parts. `stops` collects how to stop each of them, in the order of starting. */
async function start(config: Config, say: (line: string) => void, stops: (() => Promise<unknown>)[]): Promise<Omit<Runtime, 'stop'>> {
  const app = createServer(config)
  const { log } = app
  // Loaded only where somebody watches.
  const metrics = config.METRICS_PORT === undefined ? undefined : (await import('./features/desk/metrics/metrics.ts')).createMetrics(app)
  const searchKnowledge = await readSearchKnowledge(config)
  await closeDataFolder(config.DATA_DIR)
  // Done here as well as in the nightly job, which runs on only one of several machines.
  await sweepIncoming(config.DATA_DIR, new Date(Date.now() - DAY_MS))
  const connection = await connect(config, say)
  stops.push(() => connection.stop())
  await prepareDatabase(connection, config, say)

  let port = config.PORT
  let sandbox: CardSandboxProcess | undefined
  // Pushed first, so that it outlives the requests and jobs that may still call it.
  stops.push(async () => sandbox?.stop())
  const sandboxPort = () => sandbox?.port()
  const { deps, stop } = await createDeps(config, connection.options, { log, runsJobs: true, sitePort: () => port, sandboxPort })
  stops.push(stop)
  const catalogue = await createCatalogue(deps, connection.options, searchKnowledge)
  stops.push(() => catalogue.stop())
  await buildApp(app, { deps, catalogue, ...(config.usesCardSandbox && { cardSandboxPort: sandboxPort }) })
  // The first request may already enqueue a job.
  await deps.queue.open(WORK_ON_DEMAND)
  stops.push(() => app.close())
  port = await listen(app, config)
  const watched = await metrics?.serve(deps)
  stops.push(async () => watched?.stop())

  if (config.usesCardSandbox) {
    sandbox = await startSandbox(deps, port, app)
    // Lets the first visitor book at once. A job does the rest, and everything if cards go to Stripe or the sandbox does not respond.
    await syncPrices(deps, log, { limitMs: FIRST_PRICES_MS }).catch((error: unknown) =>
      log.warn({ err: error }, 'prices not synced at start'),
    )
  }
  await deps.queue.start(allJobs(deps, createMailer(config, log), log))
  return {
    address: config.PUBLIC_URL ?? `http://localhost:${port}`,
    printedAccounts: async () => (config.openedBy === null ? listPublishedPasswords(deps.db) : []),
  }
}

async function listen(app: App, { HOST, PORT }: Config): Promise<number> {
  await app.listen({ host: HOST, port: PORT })
  const bound = app.server.address()
  return typeof bound === 'object' && bound ? bound.port : PORT
}

async function startSandbox({ config, db, origins }: Deps, sitePort: number, { log }: App): Promise<CardSandboxProcess> {
  const webhookSecret = await sharedSecret(db, SANDBOX_SECRET)
  // The sandbox's state belongs to this database; another one in the same data folder gets its own sandbox.
  const name = createHash('sha256').update(webhookSecret).digest('hex').slice(0, 12)
  return startCardSandbox({
    port: config.cardSandboxPort,
    folder: path.join(path.resolve(config.DATA_DIR), 'card-sandbox', name),
    webhookUrl: `http://127.0.0.1:${sitePort}${calls.webhook}`,
    webhookSecret,
    merchant: brand.name,
    log,
    past: async () => listPastPayments(db, origins.ofMails()),
    exclusively: (work) => exclusively(db, 'card-sandbox', work),
  })
}
