import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

export const CHALLENGE_MS = 5 * 60 * 1000

const NONCE_BYTES = 16
const MOMENT_BYTES = 6
const MAC_BYTES = 32

/**
 * Challenges for a device to sign. An unanswered one is not stored: it carries its own expiry and a MAC that only we can
 * compute, so that any process recognises it and no one can fill a table by asking.
 */
export interface Challenges {
  issue(purpose: string): string
  /** Returns when a challenge expires, or undefined unless we issued it for this purpose and it is still valid. */
  findEnd(challenge: string, purpose: string): Date | undefined
}

/** `secret` is the session secret, at least 32 characters. The key derived from it is used only here. */
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
      // Accepts a single encoding, because another spelling of the same bytes would count as unspent.
      if (bytes.length !== NONCE_BYTES + MOMENT_BYTES + MAC_BYTES || bytes.toString('base64url') !== challenge) return undefined
      const body = bytes.subarray(0, NONCE_BYTES + MOMENT_BYTES)
      if (!timingSafeEqual(bytes.subarray(body.length), macOf(body, purpose))) return undefined
      const end = new Date(body.readUIntBE(NONCE_BYTES, MOMENT_BYTES))
      return end > now() ? end : undefined
    },
  }
}
