import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { sessionName } from './session-names.ts'

const CHANNEL = 'console_changes'
const RETRY_MS = 1000
/** A notification to oneself normally takes a few milliseconds. */
const ECHO_MS = 5000

export interface ChangeListener {
  /**
   * Returns whether notifications arrive, which they do not behind some poolers. Keeps listening from then on, and
   * reconnects whenever the connection is lost.
   */
  start(): Promise<boolean>
  /** Sends itself a notification and reconnects if that does not arrive, because a connection can be dead for hours without an error. */
  check(): Promise<void>
  stop(): Promise<void>
}

/** `hear` receives the text of each notification, or undefined if some may have been missed. */
export function createChangeListener(
  connection: pg.ClientConfig,
  log: FastifyBaseLogger,
  hear: (text: string | undefined) => void,
): ChangeListener {
  let client: pg.Client | undefined
  let isWanted = false
  let retry: NodeJS.Timeout | undefined
  const echoes = new Map<string, () => void>()

  async function open(): Promise<boolean> {
    const opened = new pg.Client({ ...connection, application_name: sessionName('changes'), keepAlive: true, query_timeout: ECHO_MS })
    client = opened
    opened.on('error', () => undefined)
    opened.on('end', () => lose(opened))
    opened.on('notification', ({ payload = '' }) => {
      const echo = echoes.get(payload)
      if (echo) echo()
      else if (!payload.startsWith('echo ')) hear(payload)
    })
    await opened.connect()
    await opened.query(`listen ${CHANNEL}`)
    return isEchoed(opened)
  }

  async function isEchoed(through: pg.Client): Promise<boolean> {
    const name = `echo ${randomUUID()}`
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => resolve(false), ECHO_MS)
    echoes.set(name, () => resolve(true))
    try {
      await through.query(`notify ${CHANNEL}, '${name}'`)
      return await promise
    } finally {
      clearTimeout(timer)
      echoes.delete(name)
    }
  }

  function lose(lost: pg.Client): void {
    if (client !== lost) return
    client = undefined
    if (isWanted) retry = setTimeout(() => void reopen(), RETRY_MS).unref()
  }

  async function reopen(): Promise<void> {
    try {
      if (!(await open())) return drop()
      hear(undefined)
    } catch (error) {
      log.warn({ err: error }, 'the console gets no live updates until database notifications resume')
      drop()
    }
  }

  function drop(): void {
    const useless = client
    if (!useless) return
    useless.end().catch(() => undefined)
    // A connection that never came up emits no end event.
    lose(useless)
  }

  return {
    async start() {
      isWanted = true
      try {
        if (await open()) return true
      } catch (error) {
        log.warn({ err: error }, 'the console gets no live updates')
      }
      await this.stop()
      return false
    },
    async check() {
      const checked = client
      if (checked && !(await isEchoed(checked).catch(() => false)) && client === checked) drop()
    },
    async stop() {
      isWanted = false
      clearTimeout(retry)
      const last = client
      client = undefined
      await last?.end().catch(() => undefined)
    },
  }
}
