import { setTimeout as delay } from 'node:timers/promises'
import { brand } from '#shared/brand.ts'
import { deliverEvent } from '#shared/payments/calls.ts'
import { syncFirstPrices } from '#server/features/payments/prices.ts'
import { buildApp, createServer } from './app.ts'
import { backUpBeforeMigrations } from './backup-before-migrations.ts'
import type { Config } from './config.ts'
import { connect } from './connection.ts'
import { createDeps } from './create-deps.ts'
import { tryBackupPlace } from './features/backups/nightly.ts'
import { watchMachines } from './features/desk/machines.ts'
import { createCatalogue, type Catalogue } from './features/tours/catalogue-cache.ts'
import { readSearchKnowledge } from './features/tours/search/search.ts'
import { allJobs, WORK_ON_DEMAND } from './jobs.ts'
import { cardSandboxFolder, startCardSandbox, type CardSandboxProcess } from './lib/card-sandbox-process.ts'
import { closeDataFolder } from './lib/data-folder.ts'
import { exclusively } from './lib/db.ts'
import type { App, Deps } from './lib/deps.ts'
import { logSettings } from './lib/log-settings.ts'
import { createMailer } from './lib/mailer.ts'
import { SANDBOX_SECRET, sharedSecret } from './lib/secrets.ts'
import { sweepIncoming } from './lib/upload-form.ts'
import { prepareDatabase } from './prepare-database.ts'
import { listPastPayments } from './seed/business/past-payments.ts'
import { listPublishedPasswords, type PrintedAccount } from './seed/demo-passwords.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const FIRST_PRICES_MS = 10_000
/** Connections that the system accepts for us while we are busy; its own limit is often the same. */
const BACKLOG = 4096
/** How often a restored copy looks whether it has gone live. */
const LOOK_MS = 2000

export interface Runtime {
  address: string
  printedAccounts(): Promise<PrintedAccount[]>
  /** Lets load balancers turn away, finishes the requests and jobs in progress, then stops everything that was started. */
  stop(): Promise<void>
}

/** On failure, stops everything already started. */
export async function startRuntime(config: Config, say: (line: string) => void): Promise<Runtime> {
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const step of stops.splice(0).toReversed()) await step()
  }
  try {
    const leaving = new AbortController()
    const started = await start(config, say, stops, leaving.signal)
    const leave = async () => {
      leaving.abort()
      await delay(config.DRAIN_SECONDS * 1000)
      await stop()
    }
    return { ...started, stop: leave }
  } catch (error) {
    await stop().catch(() => undefined)
    throw error
  }
}

/** Starts all parts. `stops` collects how to stop each of them, in the order of starting. */
async function start(
  config: Config,
  say: (line: string) => void,
  stops: (() => Promise<unknown>)[],
  leaving: AbortSignal,
): Promise<Omit<Runtime, 'stop'>> {
  const app = createServer(config, { logger: logSettings(config, leaving) })
  const { log } = app
  // Loaded only where someone watches.
  const metrics = config.METRICS_PORT === undefined ? undefined : (await import('./features/desk/metrics.ts')).createMetrics(app)
  const searchKnowledge = await readSearchKnowledge(config)
  await closeDataFolder(config.DATA_DIR)
  // Done here as well as in the nightly job, which runs on only one of several machines.
  await sweepIncoming(config.DATA_DIR, new Date(Date.now() - DAY_MS))
  const connection = await connect(config, say)
  stops.push(() => connection.stop())
  await backUpBeforeMigrations(config, connection, say)
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
  await buildApp(app, { deps, catalogue, leaving, ...(config.usesCardSandbox && { cardSandboxPort: sandboxPort }) })
  // The first request may already enqueue a job.
  await deps.queue.open(WORK_ON_DEMAND)
  stops.push(() => app.close())
  port = await listen(app, config)
  stops.push(await watchMachines(deps, port))
  const watched = await metrics?.serve(deps, catalogue.use)
  stops.push(async () => watched?.stop())

  if (config.usesCardSandbox) sandbox = await startSandbox(deps, port, app)
  if (!(await deps.copy.isCopy())) await priceFirstTours(deps, catalogue, log)
  const work = async () => {
    await tryBackupPlace(deps)
    await deps.queue.start(allJobs(deps, createMailer(config, log), log))
  }
  stops.push(await onceLive(deps, work))
  return {
    address: config.PUBLIC_URL ?? `http://localhost:${port}`,
    printedAccounts: async () => (config.openedBy === null ? listPublishedPasswords(deps.db) : []),
  }
}

/** Lets the first visitor book: waits until the first page of tours has prices. A job does what is left after the limit. */
async function priceFirstTours(deps: Deps, catalogue: Catalogue, log: App['log']): Promise<void> {
  try {
    await syncFirstPrices(deps, log, FIRST_PRICES_MS)
    await catalogue.catchUp()
  } catch (error) {
    log.warn({ err: error }, 'prices not synced at start')
  }
}

/** Runs the work now, or, on a restored copy, once that has gone live. Returns what ends the waiting. */
async function onceLive({ copy, log }: Deps, work: () => Promise<void>): Promise<() => Promise<void>> {
  if (!(await copy.isCopy())) {
    await work()
    return async () => undefined
  }
  log.warn('This is a restored copy. Until you run npm run go-live, no jobs run, no emails are sent and no payments are taken.')
  const timer = setInterval(() => {
    const look = async () => {
      if (await copy.isCopy()) return
      clearInterval(timer)
      await work()
    }
    look().catch((error: unknown) => log.error({ err: error }, 'after going live'))
  }, LOOK_MS)
  return async () => clearInterval(timer)
}

async function listen(app: App, { HOST, PORT }: Config): Promise<number> {
  // In a full queue a new connection waits for seconds, until the visitor's system tries again.
  await app.listen({ host: HOST, port: PORT, backlog: BACKLOG })
  const bound = app.server.address()
  return typeof bound === 'object' && bound ? bound.port : PORT
}

async function startSandbox({ config, db, origins }: Deps, sitePort: number, { log }: App): Promise<CardSandboxProcess> {
  const webhookSecret = await sharedSecret(db, SANDBOX_SECRET)
  return startCardSandbox({
    port: config.cardSandboxPort,
    folder: cardSandboxFolder(config.DATA_DIR, webhookSecret),
    webhookUrl: `http://127.0.0.1:${sitePort}${deliverEvent.path}`,
    webhookSecret,
    merchant: brand.name,
    log,
    past: async () => listPastPayments(db, origins.ofMails()),
    exclusively: (work) => exclusively(db, 'card-sandbox', work),
  })
}
