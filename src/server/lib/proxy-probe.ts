import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Database } from './db.ts'
import { findSecret, sharedSecret } from './secrets.ts'

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
