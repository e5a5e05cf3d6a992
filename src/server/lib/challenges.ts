import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** So long somebody may take to find their device and unlock it. */
export const CHALLENGE_MS = 5 * 60 * 1000

const NONCE_BYTES = 16
const MOMENT_BYTES = 6
const MAC_BYTES = 32

/**
 * Questions that a device signs. Nothing is kept of one until it has been answered: it carries its own end, and a code that only we
 * can make, so that any process knows it again and nobody fills a table by asking.
 */
export interface Challenges {
  /** Returns a new one. `purpose`: what an answer to it is good for, and for whom. */
  issue(purpose: string): string
  /** Returns when a challenge ends; undefined unless we issued it for this purpose and it has not ended. */
  findEnd(challenge: string, purpose: string): Date | undefined
}

/** `secret`: that of the sessions, at least 32 characters. The key is derived from it for this use alone. */
export function createChallenges(secret: string, now: () => Date): Challenges {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'meridian challenges', MAC_BYTES))
  const macOf = (body: Buffer, purpose: string) => createHmac('sha256', key).update(body).update(purpose).digest()

  return {
    issue(purpose) {
      const end = Buffer.alloc(MOMENT_BYTES)
      end.writeUIntBE(now().getTime() + CHALLENGE_MS, 0, MOMENT_BYTES)
      const body = Buffer.concat([randomBytes(NONCE_BYTES), end])
      return Buffer.concat([body, macOf(body, purpose)]).toString('base64url')
    },
    findEnd(challenge, purpose) {
      const bytes = Buffer.from(challenge, 'base64url')
      // One text for each challenge: another spelling of the same bytes would count as unspent.
      if (bytes.length !== NONCE_BYTES + MOMENT_BYTES + MAC_BYTES || bytes.toString('base64url') !== challenge) return undefined
      const body = bytes.subarray(0, NONCE_BYTES + MOMENT_BYTES)
      if (!timingSafeEqual(bytes.subarray(body.length), macOf(body, purpose))) return undefined
      const end = new Date(body.readUIntBE(NONCE_BYTES, MOMENT_BYTES))
      return end > now() ? end : undefined
    },
  }
}
