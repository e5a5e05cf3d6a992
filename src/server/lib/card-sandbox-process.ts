import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { programFile } from '#server/config/root.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './data-folder.ts'
import { isRunning, readRecord, writeRecord } from './card-sandbox-record.ts'

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
