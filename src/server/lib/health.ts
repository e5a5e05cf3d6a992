import { createHmac, timingSafeEqual } from 'node:crypto'
import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { isReachable, type Database } from './db.ts'
import type { App, Deps } from './deps.ts'
import { veryBusy } from './errors.ts'
import { isMigrated } from './migrate.ts'
import { findSecret, sharedSecret } from './secrets.ts'

/** From `leaving` on it is not ready, and so gets no new work of a load balancer, although it does what still comes. */
export function healthRoutes(app: App, { db, now }: Deps, leaving: AbortSignal): void {
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }))

  // Asked for several times a second; what is applied stays applied.
  let isUpToDate = false
  const isProbe = createProbeCheck(db)
  app.get('/readyz', { logLevel: 'warn' }, async (request, reply) => {
    const database = await isReachable(db)
    const migrations = database && (isUpToDate ||= await isMigrated(db).catch(() => false))
    const isReady = database && migrations && !leaving.aborted
    if (migrations && (await isProbe(request.headers[PROBE], now()))) reply.header(SEEN, request.ip)
    const status = leaving.aborted ? 'stopping' : isReady ? 'ready' : 'not ready'
    return reply.code(isReady ? 200 : 503).send({ status, database, migrations })
  })
}

/** Asks the site whose request this is to it: only `npm run doctor` on the same database can. */
export const PROBE = 'x-doctor'
export const SEEN = 'x-doctor-saw'

const SECRET = 'doctor'
const VALID_MS = 60_000
const FORM = /^(\d{13})\.([\w-]{43})$/

export async function signProbe(db: Database, now: Date): Promise<string> {
  const moment = String(now.getTime())
  return `${moment}.${sign(await sharedSecret(db, SECRET), moment)}`
}

/**
 * Returns what is false for a probe that another signed, or more than a minute ago. Anyone can send one, so the database is asked last, is
 * never written to, and is asked no more once it has told the secret.
 */
export function createProbeCheck(db: Database): (probe: unknown, now: Date) => Promise<boolean> {
  let secret: string | undefined
  return async (probe, now) => {
    const [, moment, signature] = (typeof probe === 'string' && FORM.exec(probe)) || []
    if (moment === undefined || signature === undefined || Math.abs(now.getTime() - Number(moment)) >= VALID_MS) return false
    secret ??= await findSecret(db, SECRET)
    return secret !== undefined && timingSafeEqual(Buffer.from(signature), Buffer.from(sign(secret, moment)))
  }
}

function sign(secret: string, moment: string): string {
  return createHmac('sha256', secret).update(moment).digest('base64url')
}

const WAIT_MS = 5000

/** Notifies the monitor at the address that the site lives. Throws if it does not take that. */
export async function beat(url: string): Promise<void> {
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(WAIT_MS) })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The server responded with ${response.status}.`)
}

/** Share of the heap limit above which no new work is accepted; a process that reaches the limit dies. */
const FULL = 0.9

/**
 * Answers 503 while the heap is nearly full, so that work in progress can finish and free memory. What is only
 * slow is the business of `load-shedding.ts`.
 */
export async function addMemoryGuard(app: FastifyInstance, full = FULL): Promise<void> {
  await app.register(underPressure, {
    maxHeapUsedBytes: getHeapStatistics().heap_size_limit * full,
    sampleInterval: 250,
    pressureHandler: () => {
      throw veryBusy()
    },
  })
}
