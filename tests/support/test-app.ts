import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { hash } from '@node-rs/argon2'
import type { RouteOptions } from 'fastify'
import { inject as provided } from 'vitest'
import { startCardSandbox, type RunningSandbox } from '../../packages/card-sandbox/sandbox.ts'
import { buildApp, createServer } from '../../src/server/app.ts'
import { loadConfig } from '../../src/server/config.ts'
import { createDeps } from '../../src/server/create-deps.ts'
import { requestLink } from '../../src/server/features/accounts/links.ts'
import type { NewPassword } from '../../src/server/features/accounts/passwords.ts'
import { createAccount } from '../../src/server/features/accounts/sign-up.ts'
import { createCatalogue, type Catalogue } from '../../src/server/features/tours/catalogue-cache.ts'
import { readSearchKnowledge } from '../../src/server/features/tours/search/search.ts'
import { WORK_ON_DEMAND } from '../../src/server/jobs.ts'
import type { ConnectionOptions } from '../../src/server/lib/db.ts'
import type { App, Deps } from '../../src/server/lib/deps.ts'
import { logSettings } from '../../src/server/lib/log-settings.ts'
import { STAFF_PASSWORD_TOO_SHORT } from '../../src/shared/accounts/public.ts'
import { deliverEvent } from '../../src/shared/payments/calls.ts'
import { Browser } from './browser.ts'
import { administer, asSite, cloneDatabase } from './databases.ts'
import { SandboxControl } from './sandbox-control.ts'

export const WEBHOOK_SECRET = 'whsec_of_the_tests_only_0123456789'
/** Signs the access tokens, so that a test can forge one. */
export const TOKEN_SECRET = 'a secret of the tests, long enough to sign'

/** For tests that make more calls than one person may. */
export const NO_LIMITS = {
  SIGN_IN_TRIES_PER_ACCOUNT: '1000000',
  SIGN_IN_TRIES_PER_ADDRESS: '1000000',
  CODE_TRIES_PER_ACCOUNT: '1000000',
  SIGN_UPS_PER_ADDRESS: '1000000',
  LINK_MAILS_PER_ACCOUNT: '1000000',
  LINK_TRIES_PER_ADDRESS: '1000000',
  CHECKOUTS_PER_ACCOUNT: '1000000',
  ENQUIRIES_PER_ADDRESS: '1000000',
  OPEN_HOLDS_PER_ACCOUNT: '1000000',
  OPEN_HOLDS_UNCONFIRMED: '1000000',
  OPEN_HOLDS_UNCONFIRMED_PER_ADDRESS: '1000000',
  QUOTE_REQUESTS_PER_DAY: '1000000',
  PHOTOS_PER_DAY: '1000000',
  REVIEWS_PER_DAY: '1000000',
  TRAVELLER_LISTS_PER_DAY: '1000000',
  MAILS_PER_ADDRESS: '1000000',
}

export interface TestApp {
  app: App
  deps: Deps
  catalogue: Catalogue
  connection: ConnectionOptions
  /** Controls and inspects the card provider. */
  cards: SandboxControl
  /** Where the site listens, for tests over the network. */
  origin: string
  visitor(): Browser
  /** Returns a visitor logged in to a new account. */
  customer(name?: string): Promise<Browser>
  /** Runs statements as the owner of the tables, which the site's own role is not. */
  asOwner(...statements: string[]): Promise<void>
  /** Moves the site's clock (not the card provider's). */
  advance(ms: number): void
  /** Stops the card provider and starts it on the same state and port. */
  restartCards(): Promise<void>
  close(): Promise<void>
}

const PASSWORD = 'password1'
/** A site under https runs only in production. */
const SERVED = { NODE_ENV: 'production', CARD_SANDBOX: '1', MAIL_TO_FILES: '1', TRUST_PROXY: '0' }
/** A cheap hash, so that logging in is also quick. */
const preparedPassword: Promise<NewPassword> = hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 }).then((cheap) => ({
  hash: cheap,
  weakness: STAFF_PASSWORD_TOO_SHORT,
}))

interface Options {
  postgres?: ConnectionOptions
  /** Receives every route, with its schema. */
  onRoute?: (route: RouteOptions) => void
  /** Receives each line that the site logs. */
  onLine?: (line: string) => void
}

/** Creates the whole application with its own database and card sandbox. Jobs are queued but run only when a test runs them. */
export async function createTestApp(
  environment: Record<string, string> = {},
  { postgres = provided('postgres'), onRoute, onLine }: Options = {},
): Promise<TestApp> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'meridian-app-'))
  const database = await cloneDatabase(postgres)
  const connection = asSite(database.connection)
  const config = loadConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: '0',
    DATA_DIR: folder,
    SESSION_SECRET: TOKEN_SECRET,
    ...(environment['PUBLIC_URL']?.startsWith('https:') && SERVED),
    ...environment,
  })
  const app = createServer(config, onLine && { logger: { ...logSettings(config), stream: { write: onLine } } })
  if (onRoute) app.addHook('onRoute', onRoute)
  let offsetMs = 0
  let sitePort = 0
  let sandbox: RunningSandbox | undefined
  const { deps, stop } = await createDeps(config, connection, {
    log: app.log,
    sitePort: () => sitePort,
    sandboxPort: () => sandbox?.port,
    sandboxSecret: WEBHOOK_SECRET,
    now: () => new Date(Date.now() + offsetMs),
  })
  await deps.queue.open(WORK_ON_DEMAND)
  const catalogue = await createCatalogue(deps, connection, await readSearchKnowledge(config))
  // How busy the machine is decides no test.
  const load = { refuses: () => false }
  await buildApp(app, { deps, catalogue, cardSandboxPort: () => sandbox?.port, load })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  sitePort = typeof address === 'object' && address ? address.port : 0
  const origin = `http://127.0.0.1:${sitePort}`
  const startCards = async (port: number) => {
    sandbox = await startCardSandbox({
      port,
      stateFile: path.join(folder, 'cards.jsonl'),
      publicPath: '/card-sandbox',
      webhookUrl: `${origin}${deliverEvent.path}`,
      webhookSecret: WEBHOOK_SECRET,
    })
    return sandbox
  }
  await copyFile(provided('cardsState'), path.join(folder, 'cards.jsonl'))
  const cards = await startCards(0)
  let people = 0

  return {
    app,
    deps,
    catalogue,
    connection,
    cards: new SandboxControl(cards.url),
    origin,
    visitor: () => new Browser(app, origin),
    async customer(name = 'Test Traveller') {
      const browser = new Browser(app, origin)
      const email = `traveller${++people}@example.test`
      const password = await preparedPassword
      await deps.db.transaction().execute(async (trx) => {
        await createAccount(trx, { name, email, password })
        await requestLink(trx, deps.queue, 'confirm', email)
      })
      await browser.logIn(email, PASSWORD)
      return browser
    },
    asOwner: async (...statements) => administer(database.connection, ...statements),
    advance: (ms) => {
      offsetMs += ms
    },
    async restartCards() {
      await sandbox?.close()
      await startCards(cards.port)
    },
    async close() {
      await app.close()
      await sandbox?.close()
      await catalogue.stop()
      await stop()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
