import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { HEAP_ENVIRONMENT } from '../../scripts/site-process.mjs'
import type { ConnectionOptions } from '../../src/server/lib/db.ts'
import { projectRoot } from '../../src/server/config/root.ts'
import { poll } from './poll.ts'
import { SandboxControl } from './sandbox-control.ts'
import { WebBrowser } from './web-browser.ts'

/** The site and its command line as run by the npm scripts, built before any test runs (`global-setup.ts`). */
export const BUILD = 'dist/server/src/server/main.js'
export const COMMAND_LINE = 'dist/server/src/server/cli.js'
export const GENERATOR = 'lab/generator/command.ts'

// Emptied, so that a developer's own `.env` does not affect the tests. Without SMTP, emails become files.
const NEUTRAL = Object.fromEntries(
  [
    'DATABASE_URL',
    'DEMO',
    'PUBLIC_URL',
    'WEB_ORIGIN',
    'ALLOWED_HOSTS',
    'OPEN_CATALOGUE',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'SMTP_URL',
    'MAIL_FROM',
    'SESSION_SECRET',
    'TRUST_PROXY',
    'FILES_IN',
    'S3_ENDPOINT',
    'S3_BUCKET',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
    'S3_PREFIX',
  ].map((key) => [key, '']),
)

/** Shares compiled code between starts, which halves the startup time. */
export const COMPILED = { NODE_COMPILE_CACHE: path.join(os.tmpdir(), 'meridian-compile-cache') }

/** Returns an environment with its own data directory, free ports, and none of the developer's settings. */
export function programEnvironment(dataDir: string, environment: Record<string, string>): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: os.homedir(),
    ...HEAP_ENVIRONMENT,
    ...COMPILED,
    ...NEUTRAL,
    // Each test creates its own business.
    DEMO_BUSINESS: '0',
    PORT: '0',
    CARD_SANDBOX_PORT: '0',
    DATA_DIR: dataDir,
    ...environment,
  }
}

export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

/** The built site in a separate process. */
export class ServerProcess {
  readonly dataDir: string
  readonly exited: Promise<Exit>
  /** Set once the site is ready. */
  origin = ''
  stdout = ''
  stderr = ''
  readonly #environment: Record<string, string>
  readonly #child: ChildProcess

  constructor(dataDir: string, environment: Record<string, string> = {}, ...program: string[]) {
    this.dataDir = dataDir
    this.#environment = environment
    this.#child = spawn(process.execPath, program.length > 0 ? program : [BUILD], {
      cwd: projectRoot,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: programEnvironment(dataDir, environment),
    })
    this.#child.stdout?.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()))
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()))
    this.exited = new Promise((resolve) => this.#child.once('close', (code, signal) => resolve({ code, signal })))
    running.add(this)
    void this.exited.then(() => running.delete(this))
  }

  /** Waits until the site is ready. Throws with its output if the process ends instead. */
  async ready(): Promise<this> {
    const address = await poll('the server to be ready', async () => {
      if (!this.isRunning) throw new Error(`The server ended:\n${this.stdout}${this.stderr}`)
      return /Meridian is ready: (http:\S+)/.exec(this.stdout)?.[1]
    })
    this.origin = address
    return this
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  get isRunning(): boolean {
    return running.has(this)
  }

  /** Returns its log lines as objects. */
  get log(): Record<string, unknown>[] {
    const lines = this.stdout.split('\n').filter((line) => line.startsWith('{') && line.endsWith('}'))
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name)
  }

  async kill9(): Promise<void> {
    this.signal('SIGKILL')
    await this.exited
  }

  /** Restarts a site that has ended, with its data and settings, `minutesLater` by its clock. */
  async startedAgain(minutesLater = 0): Promise<ServerProcess> {
    const ahead = Number(this.#environment['CLOCK_AHEAD_MINUTES'] ?? 0) + minutesLater
    return startServer(this.dataDir, { ...this.#environment, CLOCK_AHEAD_MINUTES: String(ahead) })
  }

  async stop(name: NodeJS.Signals = 'SIGTERM'): Promise<Exit> {
    this.signal(name)
    return this.exited
  }

  visitor(): WebBrowser {
    return new WebBrowser(this.origin)
  }

  async customer(email: string): Promise<WebBrowser> {
    const browser = this.visitor()
    await browser.signUpAndLogIn('Test Traveller', email)
    return browser
  }

  /** Waits for a price, since on a new database the card provider gets the prices just after the start. */
  async pricesAreThere(tourId: string): Promise<void> {
    await poll('the price of the tour', async () => {
      const rows = await this.query('select from tours where id = $1 and stripe_price_id is not null', [tourId])
      return rows.length > 0
    })
  }

  async sandbox(): Promise<{ pid: number; port: number }> {
    const folder = path.join(this.dataDir, 'card-sandbox')
    const [name = ''] = await readdir(folder)
    return JSON.parse(await readFile(path.join(folder, name, 'process.json'), 'utf8')) as { pid: number; port: number }
  }

  async cards(): Promise<SandboxControl> {
    return new SandboxControl(`http://127.0.0.1:${(await this.sandbox()).port}`)
  }

  get connection(): ConnectionOptions {
    const connectionString = this.#environment['DATABASE_URL']
    if (connectionString) return { connectionString }
    return { host: path.join(this.dataDir, 'postgres', 'socket'), port: 5432, user: 'postgres', database: 'meridian' }
  }

  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = await this.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end()
    }
  }

  async connect(): Promise<pg.Client> {
    const client = new pg.Client(this.connection)
    // The connection breaks when the server is stopped underneath it.
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
}

const running = new Set<ServerProcess>()
// A stopped test runner must not leave servers behind.
process.on('exit', () => {
  for (const server of running) server.signal('SIGKILL')
})
const folders = new Set<string>()

export async function createDataDir(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'meridian-'))
  // As root, the database runs under another account, which must be able to enter the folder.
  await chmod(folder, 0o755)
  folders.add(folder)
  return folder
}

export async function startServer(dataDir: string, environment: Record<string, string> = {}): Promise<ServerProcess> {
  return new ServerProcess(dataDir, environment).ready()
}

/** Ends the servers of a test file and removes their folders, once nothing writes there any more. */
export async function cleanUp(): Promise<void> {
  await Promise.all([...running].map((server) => server.kill9()))
  for (const folder of folders) {
    const pidFile = path.join(folder, 'postgres', 'cluster', 'postmaster.pid')
    await poll('the database to be down', async () => !existsSync(pidFile))
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
  folders.clear()
}
