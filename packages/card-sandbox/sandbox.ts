import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { runDueTasks } from './agenda.ts'
import { nowMs } from './clock.ts'
import { pruneResponses } from './idempotency.ts'
import { readPast } from './past.ts'
import { bookEarlier } from './resources/earlier.ts'
import { createListener } from './server.ts'
import { openStore, type Store } from './store.ts'
import { createSender, UNWRITTEN_PAUSE_MS } from './webhooks.ts'

export interface SandboxOptions {
  /** 0 picks a free port. */
  port: number
  /** Path of the journal, created if absent. Only one process may use it. */
  stateFile: string
  /** Payments that a new state starts with (past.ts). */
  pastFile?: string
  /** The prefix under which the site forwards to the pages. */
  publicPath: string
  /** Receives the events; without it they are only listed. */
  webhookUrl?: string
  webhookSecret?: string
  /** Shown to customers on the page. */
  merchant?: string
}

export interface RunningSandbox {
  port: number
  url: string
  close(): Promise<void>
}

function openOrClose({ stateFile, pastFile }: SandboxOptions, http: Server): Store {
  try {
    const store = openStore(stateFile, () => (pastFile === undefined ? [] : readPast(pastFile)))
    bookEarlier(store)
    return store
  } catch (failure) {
    http.close()
    throw failure
  }
}

const MAX_PAUSE_MS = 60 * 60 * 1000
const PRUNE_EVERY_MS = 60 * 60 * 1000

/** Listens on 127.0.0.1. Throws the listening error (`EADDRINUSE` if the port is taken), or an error naming a damaged state file. */
export async function startCardSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const { publicPath, webhookUrl, webhookSecret = '', merchant = 'Meridian' } = options
  if (webhookUrl !== undefined && webhookSecret === '') throw new Error('the card sandbox needs a webhook secret')
  // Longer than any client keeps a connection, so that none is reused while we close it.
  const http = createServer({ keepAliveTimeout: 75_000 })
  http.listen(options.port, '127.0.0.1')
  // Bind before reading the state file, because holding the port also guards the file.
  await once(http, 'listening')
  const store = openOrClose(options, http)

  let prunedMs = -Infinity
  let timer: NodeJS.Timeout | undefined
  const wake = (): void => {
    clearTimeout(timer)
    if (!http.listening) return
    let pauseMs = UNWRITTEN_PAUSE_MS
    try {
      pauseMs = doWhatIsDue()
    } catch (failure) {
      // A full disk, most likely: what is due stays due.
      console.error(failure)
    }
    timer = setTimeout(wake, pauseMs)
  }
  const doWhatIsDue = (): number => {
    if (nowMs(store) - prunedMs > PRUNE_EVERY_MS) {
      pruneResponses(store)
      prunedMs = nowMs(store)
    }
    runDueTasks(store)
    const untilDelivery = sender.pump()
    const untilTask = store.nextDue('task') - nowMs(store)
    return Math.min(MAX_PAUSE_MS, Math.max(1, Math.min(untilDelivery, untilTask)))
  }
  const sender = createSender(store, webhookUrl, webhookSecret, wake)
  http.on('request', createListener({ store, publicPath, webhookUrl, merchant, sender, wake, busy: new Set(), hits: new Map() }))
  wake()

  const { port } = http.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      clearTimeout(timer)
      sender.close()
      http.close()
      http.closeAllConnections()
      await once(http, 'close')
      store.close()
    },
  }
}
