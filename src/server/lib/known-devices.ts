import { randomUUID } from 'node:crypto'
import { createSigner, createVerifier } from 'fast-jwt'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashToken } from './tokens.ts'

export const DEVICE_COOKIE = 'meridian_device'
/** Renewed with each login; browsers keep no cookie for longer than 400 days. */
const DEVICE_SECONDS = 365 * 24 * 60 * 60

/**
 * Recognises the devices that an account has signed in on, by a cookie that survives a logout. It opens nothing: it only gives a
 * device tries of its own, so that whoever guesses elsewhere does not lock the owner out (decisions, "Second round").
 */
export interface KnownDevices {
  /** Returns the device's name if the account with this email address has signed in on it. */
  find(request: FastifyRequest, email: string): string | undefined
  remember(reply: FastifyReply, email: string): void
  forget(reply: FastifyReply): void
}

/** `secret`: at least 32 characters. `isSecure`: whether the cookie is sent over https only. */
export function createKnownDevices(secret: string, isSecure: boolean): KnownDevices {
  // A key of its own: the token of a device must never pass for one that proves who is signed in.
  const key = `known-device:${secret}`
  const sign = createSigner({ key, algorithm: 'HS256', expiresIn: DEVICE_SECONDS * 1000 })
  const verify: (token: string) => { sub?: unknown; did?: unknown } = createVerifier({ key, algorithms: ['HS256'] })
  const options = { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/auth' } as const
  const name = isSecure ? `__Secure-${DEVICE_COOKIE}` : DEVICE_COOKIE

  function find(request: FastifyRequest, email: string): string | undefined {
    try {
      const { sub, did } = verify(request.cookies[name] ?? '')
      return sub === ownerOf(email) && typeof did === 'string' ? did : undefined
    } catch {
      return undefined
    }
  }

  return {
    find,
    remember(reply, email) {
      const did = find(reply.request, email) ?? randomUUID()
      reply.setCookie(name, sign({ sub: ownerOf(email), did }), { ...options, maxAge: DEVICE_SECONDS })
    },
    forget: (reply) => void reply.clearCookie(name, options),
  }
}

/** Whoever sits at a shared computer after a logout must not read in its cookies who was there. */
function ownerOf(email: string): string {
  return hashToken(email.toLowerCase())
}
