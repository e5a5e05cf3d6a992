import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, openSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import PostalMime from 'postal-mime'
import { poll } from '../support/poll.ts'
import { SandboxControl } from '../support/sandbox-control.ts'

const root = path.resolve(import.meta.dirname, '../..')
const PROGRAM = 'dist/server/src/server/main.js'

// Set, though empty, so that a developer's own `.env` does not reach the tests. Without SMTP mails become files.
const NEUTRAL = {
  DATABASE_URL: '',
  DEMO: '',
  PUBLIC_URL: '',
  WEB_ORIGIN: '',
  ALLOWED_HOSTS: '',
  OPEN_CATALOGUE: '',
  STRIPE_SECRET_KEY: '',
  STRIPE_WEBHOOK_SECRET: '',
  SMTP_URL: '',
  MAIL_FROM: '',
  SESSION_SECRET: '',
  TRUST_PROXY: '',
}

/** The built program, as `npm start` runs it, on a database and a card sandbox of its own. */
export class RunningSite {
  readonly origin: string
  readonly #dataDir: string
  readonly #child: ChildProcess
  #people = 0

  private constructor(origin: string, dataDir: string, child: ChildProcess) {
    this.origin = origin
    this.#dataDir = dataDir
    this.#child = child
  }

  static async start(): Promise<RunningSite> {
    if (!existsSync(path.join(root, PROGRAM))) throw new Error('There is no build: run `npm test`, or `npm run build` first.')
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'meridian-e2e-'))
    // As root, the database runs under another account, which must be able to go through.
    await chmod(dataDir, 0o755)
    const logFile = path.join(dataDir, 'server.log')
    const log = openSync(logFile, 'w')
    const child = spawn(process.execPath, [PROGRAM], {
      cwd: root,
      stdio: ['ignore', log, log],
      env: { PATH: process.env['PATH'], HOME: os.homedir(), ...NEUTRAL, PORT: '0', CARD_SANDBOX_PORT: '0', DATA_DIR: dataDir },
    })
    // A runner that is killed takes its site with it.
    process.once('exit', () => child.kill('SIGKILL'))
    const origin = await poll('the site to be ready', async () => {
      const said = readFileSync(logFile, 'utf8')
      if (child.exitCode !== null) throw new Error(`The site ended:\n${said}`)
      return /Meridian is ready: (http:\S+)/.exec(said)?.[1]
    })
    const site = new RunningSite(origin, dataDir, child)
    await poll('the prices to be at the card provider', async () => {
      const [row] = await site.query<{ missing: number }>(
        'select count(*)::int as missing from tours where is_active and stripe_price_id is null',
      )
      return row?.missing === 0
    })
    return site
  }

  async stop(): Promise<void> {
    const { exitCode, signalCode } = this.#child
    if (exitCode !== null || signalCode !== null) throw new Error(`The site ended before the tests did: ${signalCode ?? exitCode}`)
    const exited = new Promise((resolve) => this.#child.once('exit', resolve))
    this.#child.kill('SIGTERM')
    await exited
    await rm(this.#dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }

  /** An identity that nobody else uses; it has no account yet. */
  newcomer(name = 'Ada Traveller') {
    this.#people += 1
    return { name, email: `traveller${this.#people}.${this.#child.pid}@example.test`, password: 'voyage-2027' }
  }

  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const host = path.join(this.#dataDir, 'postgres', 'socket')
    const client = new pg.Client({ host, port: 5432, user: 'postgres', database: 'meridian' })
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end()
    }
  }

  /** The card provider, to be told how to behave. */
  async cards(): Promise<SandboxControl> {
    const folder = path.join(this.#dataDir, 'card-sandbox')
    const [name = ''] = await readdir(folder)
    const { port } = JSON.parse(await readFile(path.join(folder, name, 'process.json'), 'utf8')) as { port: number }
    return new SandboxControl(`http://127.0.0.1:${port}`)
  }

  /** The mails that somebody got. */
  async mailsTo(email: string): Promise<{ subject: string; text: string; replyTo: string | undefined }[]> {
    const folder = path.join(this.#dataDir, 'mails')
    const files = existsSync(folder) ? await readdir(folder) : []
    const mails = await Promise.all(files.map(async (file) => PostalMime.parse(await readFile(path.join(folder, file)))))
    return mails
      .filter((mail) => mail.to?.some(({ address }) => address === email))
      .map(({ subject = '', text = '', replyTo }) => ({ subject, text, replyTo: replyTo?.[0]?.address }))
  }
}

export type Account = ReturnType<RunningSite['newcomer']>
