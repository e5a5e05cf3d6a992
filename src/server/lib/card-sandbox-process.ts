import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { FastifyBaseLogger } from 'fastify'
import { programFile } from './root.ts'

export interface CardSandboxProcess {
  /** Undefined while it is starting again after a crash. */
  port(): number | undefined
  stop(): Promise<void>
}

interface Options {
  port: number
  stateFile: string
  webhookUrl: string
  webhookSecret: string
  merchant: string
  log: FastifyBaseLogger
}

/** The sandbox could not start; the message says why in one line. */
export class CardSandboxError extends Error {}

/** Starts the card sandbox as a program of its own, and again when it ends by itself. */
export async function startCardSandbox(options: Options): Promise<CardSandboxProcess> {
  let child: ChildProcess | undefined
  let port: number | undefined
  let isStopping = false

  async function launch(): Promise<void> {
    const started = spawnSandbox(options)
    child = started
    started.once('exit', (code) => {
      port = undefined
      if (isStopping) return
      options.log.error({ code }, 'card sandbox ended, starting it again')
      setTimeout(() => void launch().catch((error: unknown) => options.log.error({ err: error }, 'card sandbox')), 500)
    })
    port = await announcedPort(started)
  }

  try {
    await launch()
  } catch (error) {
    isStopping = true
    throw error
  }
  return {
    port: () => port,
    async stop() {
      isStopping = true
      if (!child || child.exitCode !== null) return
      const ended = new Promise((resolve) => child?.once('exit', resolve))
      child.stdin?.end()
      await ended
    },
  }
}

function spawnSandbox(options: Options): ChildProcess {
  const args = [
    programFile('card-sandbox/main'),
    '--port', String(options.port),
    '--state', options.stateFile,
    '--public-path', '/card-sandbox',
    '--webhook-url', options.webhookUrl,
    '--merchant', options.merchant,
    '--exit-with-parent',
  ]
  return spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    // A session of its own: Ctrl-C in the terminal reaches us alone, and we end it when our requests are done.
    detached: true,
    env: { CARD_SANDBOX: '1', CARD_SANDBOX_WEBHOOK_SECRET: options.webhookSecret },
  })
}

async function announcedPort(child: ChildProcess): Promise<number> {
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
    child.once('exit', () => reject(new CardSandboxError(said.at(-1) ?? 'The card sandbox could not be started.')))
  })
}
