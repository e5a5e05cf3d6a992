import { createSigner, createVerifier } from 'fast-jwt'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashToken } from './tokens.ts'

export const DEVICE_COOKIE = 'meridian_device'
/** Renewed with each login; browsers keep no cookie for longer than 400 days. */
const DEVICE_SECONDS = 365 * 24 * 60 * 60

export interface KnownDevice {
  name: string
  /** Which generation of the account's devices it belongs to: earlier ones have been forgotten. */
  generation: number
  /** False for one that has only opened a link by email: it has proved no second factor. */
  hasSignedIn: boolean
}

/**
 * Recognises the devices that an account has signed in on, by a cookie that survives a logout. It opens nothing: it only gives a
 * device tries of its own, so that whoever guesses elsewhere does not lock the owner out (decisions, "Third round").
 */
export interface KnownDevices {
  /** Returns the device that the cookie names for this email address; the account may have forgotten it since: `findKnownDevice`. */
  read(request: FastifyRequest, email: string): KnownDevice | undefined
  remember(reply: FastifyReply, email: string, device: KnownDevice): void
  forget(reply: FastifyReply): void
}

interface Claims {
  sub?: unknown
  did?: unknown
  /** Missing in a cookie from before there were generations. */
  gen?: unknown
  /** How the device became known, where not by signing in. */
  by?: unknown
}

/** `secret`: at least 32 characters. `isSecure`: whether the cookie is sent over https only. */
export function createKnownDevices(secret: string, isSecure: boolean): KnownDevices {
  // A key of its own: the token of a device must never pass for one that proves who is signed in.
  const key = `known-device:${secret}`
  const sign = createSigner({ key, algorithm: 'HS256', expiresIn: DEVICE_SECONDS * 1000 })
  const verify: (token: string) => Claims = createVerifier({ key, algorithms: ['HS256'] })
  const options = { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/auth' } as const
  const cookie = isSecure ? `__Secure-${DEVICE_COOKIE}` : DEVICE_COOKIE

  return {
    read(request, email) {
      try {
        const { sub, did, gen, by } = verify(request.cookies[cookie] ?? '')
        if (sub !== ownerOf(email) || typeof did !== 'string') return undefined
        return { name: did, generation: typeof gen === 'number' ? gen : 0, hasSignedIn: by !== 'link' }
      } catch {
        return undefined
      }
    },
    remember(reply, email, { name, generation, hasSignedIn }) {
      const token = sign({ sub: ownerOf(email), did: name, gen: generation, ...(!hasSignedIn && { by: 'link' }) })
      reply.setCookie(cookie, token, { ...options, maxAge: DEVICE_SECONDS })
    },
    forget: (reply) => void reply.clearCookie(cookie, options),
  }
}

/** Whoever sits at a shared computer after a logout must not read in its cookies who was there. */
function ownerOf(email: string): string {
  return hashToken(email.toLowerCase())
}
