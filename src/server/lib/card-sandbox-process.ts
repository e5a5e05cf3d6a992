import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import httpProxy from '@fastify/http-proxy'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { z } from 'zod/mini'
import { programFile } from '#server/config/root.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './data-folder.ts'

export interface CardSandboxProcess {
  port(): number | undefined
  stop(): Promise<void>
}

interface Options {
  port: number
  /** Folder of the sandbox's state. Instances with the same folder share one sandbox. */
  folder: string
  webhookUrl: string
  webhookSecret: string
  merchant: string
  log: FastifyBaseLogger
  /** Returns the history for a sandbox that has no state yet, one object per payment (packages/card-sandbox/past.ts). */
  past(): Promise<readonly object[]>
  exclusively<T>(work: () => Promise<T>): Promise<T>
}

/** The sandbox's state belongs to one database, known by its secret; another one in the same data folder gets its own sandbox. */
export function cardSandboxFolder(dataDir: string, webhookSecret: string): string {
  const name = createHash('sha256').update(webhookSecret).digest('hex').slice(0, 12)
  return path.join(path.resolve(dataDir), 'card-sandbox', name)
}

/** The journal of a sandbox's state, in its folder. */
export const CARD_SANDBOX_STATE = 'state.jsonl'

export class CardSandboxError extends Error {}

interface Running {
  port: number
  ended: Promise<void>
  /** Leaves a process started by another instance alone. */
  stop(): Promise<void>
}

const PORT_TAKEN = 3
const LOOK_EVERY_MS = 500

/**
 * Starts the card sandbox, or uses the one that another instance runs on the same folder, since its journal can have
 * only one writer. When it ends, one of the remaining instances restarts it.
 */
export async function startCardSandbox(options: Options): Promise<CardSandboxProcess> {
  const { log } = options
  let isStopping = false
  const first = await obtain(options)
  let current: Promise<Running | undefined> = Promise.resolve(first)
  let port: number | undefined = first.port

  async function obtainAgain(): Promise<Running | undefined> {
    await delay(LOOK_EVERY_MS)
    if (isStopping) return undefined
    return obtain(options).catch(async (error: unknown) => {
      log.error({ err: error }, 'card sandbox')
      return obtainAgain()
    })
  }

  async function keep(): Promise<void> {
    for (let running: Running | undefined = first; running; running = await current) {
      port = running.port
      await running.ended
      port = undefined
      if (isStopping) return
      log.error('card sandbox ended, restarting it')
      current = obtainAgain()
    }
  }

  void keep()
  return {
    port: () => port,
    async stop() {
      isStopping = true
      await (await current)?.stop()
    },
  }
}

async function obtain(options: Options): Promise<Running> {
  return options.exclusively(async () => {
    const record = await readRecord(options.folder)
    if (record && (await isRunning(record))) return join(record)
    await writePast(options)
    const child = spawnSandbox(options)
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    const port = await announcedPort(child, options.port)
    await writeRecord(options.folder, { pid: child.pid ?? 0, port })
    await rm(pastFile(options), { force: true })
    return {
      port,
      ended,
      async stop() {
        child.stdin?.end()
        await ended
      },
    }
  })
}

const stateFile = ({ folder }: Options) => path.join(folder, CARD_SANDBOX_STATE)
const pastFile = ({ folder }: Options) => path.join(folder, 'past.jsonl')

/** Writes the history for a sandbox that has no state yet, or that was interrupted before reading it. */
async function writePast(options: Options): Promise<void> {
  if (existsSync(stateFile(options))) return
  const past = await options.past()
  await mkdir(options.folder, { recursive: true, mode: PRIVATE_FOLDER })
  await writeFile(pastFile(options), past.map((payment) => `${JSON.stringify(payment)}\n`).join(''), { mode: PRIVATE_FILE })
}

function join(record: { pid: number; port: number }): Running {
  const leaving = new AbortController()
  async function watch(): Promise<void> {
    while (!leaving.signal.aborted && (await isRunning(record))) {
      await delay(LOOK_EVERY_MS, undefined, { signal: leaving.signal }).catch(() => undefined)
    }
  }
  return { port: record.port, ended: watch(), stop: async () => leaving.abort() }
}

function spawnSandbox(options: Options): ChildProcess {
  const args = [
    programFile('packages/card-sandbox/main'),
    '--port',
    String(options.port),
    '--state',
    stateFile(options),
    '--past',
    pastFile(options),
    '--public-path',
    '/card-sandbox',
    '--webhook-url',
    options.webhookUrl,
    '--merchant',
    options.merchant,
    '--exit-with-parent',
  ]
  return spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    // A separate session keeps the terminal's Ctrl-C from reaching the sandbox; we end it once our requests are done.
    detached: true,
    env: { CARD_SANDBOX: '1', CARD_SANDBOX_WEBHOOK_SECRET: options.webhookSecret },
  })
}

async function announcedPort(child: ChildProcess, wantedPort: number): Promise<number> {
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new CardSandboxError('The card sandbox could not be started.')
  return new Promise((resolve, reject) => {
    const said: string[] = []
    createInterface(stderr).on('line', (line) => said.push(line))
    createInterface(stdout).on('line', (line) => {
      const match = /listening on (\d+)/.exec(line)
      if (match) resolve(Number(match[1]))
    })
    child.once('error', reject)
    child.once('exit', (code) => {
      const isTaken = code === PORT_TAKEN
      const reason = isTaken
        ? `Port ${wantedPort}, for the card sandbox, is taken. Choose another one: CARD_SANDBOX_PORT=3101 npm start`
        : said.at(-1)
      reject(new CardSandboxError(reason ?? 'The card sandbox could not be started.'))
    })
  })
}

const recordSchema = z.object({ pid: z.int(), port: z.int() })
type SandboxRecord = z.infer<typeof recordSchema>

const fileIn = (folder: string) => path.join(folder, 'process.json')

async function writeRecord(folder: string, record: SandboxRecord): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  await writeFile(`${fileIn(folder)}.new`, JSON.stringify(record), { mode: PRIVATE_FILE })
  await rename(`${fileIn(folder)}.new`, fileIn(folder))
}

/** The recorded sandbox may have ended since. */
async function readRecord(folder: string): Promise<SandboxRecord | undefined> {
  try {
    return recordSchema.parse(JSON.parse(await readFile(fileIn(folder), 'utf8')))
  } catch {
    return undefined
  }
}

/** Checks both, because the process may be a zombie and either number may have been reused. */
async function isRunning({ pid, port }: SandboxRecord): Promise<boolean> {
  return isAlive(pid) && (await isListening(port))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('close', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/**
 * Serves the sandbox's hosted checkout page and receipts under the site's own origin, without passing cookies in either
 * direction. `port()` is undefined while the sandbox is down.
 */
export function addCardPages(app: FastifyInstance, port: () => number | undefined): void {
  void app.register(httpProxy, {
    prefix: '/card-sandbox',
    upstream: '',
    // The proxy would log the URLs, which contain session names.
    disableRequestLogging: true,
    // The pages redirect to relative URLs, which need no rewriting.
    internalRewriteLocationHeader: false,
    replyOptions: {
      getUpstream: () => `http://127.0.0.1:${port() ?? 9}`,
      rewriteRequestHeaders: (request, { cookie: _cookie, authorization: _authorization, ...headers }) => ({
        ...headers,
        'x-forwarded-host': request.headers.host ?? '',
      }),
      rewriteHeaders: ({ 'set-cookie': _setCookie, ...headers }) => headers,
    },
  })
}
