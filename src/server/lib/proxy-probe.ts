import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Database } from './db.ts'
import { sharedSecret } from './secrets.ts'

/** Asks the site whose request this is to it: only `npm run doctor` on the same database can. */
export const PROBE = 'x-doctor'
export const SEEN = 'x-doctor-saw'

const VALID_MS = 60_000

export async function signProbe(db: Database, now: Date): Promise<string> {
  const moment = String(now.getTime())
  return `${moment}.${await sign(db, moment)}`
}

/** False for a probe that another signed, or more than a minute ago. */
export async function isProbe(db: Database, probe: unknown, now: Date): Promise<boolean> {
  if (typeof probe !== 'string') return false
  const [moment = '', signature = ''] = probe.split('.')
  const [given, own] = [Buffer.from(signature), Buffer.from(await sign(db, moment))]
  return given.length === own.length && timingSafeEqual(given, own) && Math.abs(now.getTime() - Number(moment)) < VALID_MS
}

async function sign(db: Database, moment: string): Promise<string> {
  return createHmac('sha256', await sharedSecret(db, 'doctor'))
    .update(moment)
    .digest('base64url')
}
