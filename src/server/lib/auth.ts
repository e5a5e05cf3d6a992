import { createHmac } from 'node:crypto'
import { createSigner, createVerifier } from 'fast-jwt'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { unauthenticated } from './errors.ts'
import { ACCESS_SECONDS, createKnownDevices, createSessionCookies, type KnownDevices } from './session-cookies.ts'

const REMEMBERED_TOKENS = 1000

export interface SignedIn {
  userId: string
  sessionId: string
}

export interface HeldSession {
  refreshToken: string | undefined
  /** The token may have expired. */
  sessionId: string | undefined
}

export interface Auth {
  devices: KnownDevices
  issueAccessToken(who: SignedIn): string
  /** Returns undefined without a valid access token. The session may have ended since: see `addSessionGuard`. */
  identify(request: FastifyRequest): SignedIn | undefined
  /** Throws 401 `unauthenticated`. */
  require(request: FastifyRequest): SignedIn
  held(request: FastifyRequest): HeldSession
  /** Returns the next token in rotation: always the same one, which cannot be derived without our secret. */
  successorOf(refreshToken: string): string
  setCookies(reply: FastifyReply, accessToken: string, refreshToken: string): void
  clearCookies(reply: FastifyReply): void
}

/** `secret` has at least 32 characters. `isSecure` sends the cookies over https only. */
export function createAuth(secret: string, isSecure: boolean, now: () => Date): Auth {
  const sign = createSigner({ key: secret, algorithm: 'HS256', expiresIn: ACCESS_SECONDS * 1000 })
  const verify = verifierOf(secret, false)
  const verifySignature = verifierOf(secret, true)
  const verified = new Map<string, { who: SignedIn; expiresAtMs: number }>()
  const cookies = createSessionCookies(isSecure, now)

  function identify(request: FastifyRequest): SignedIn | undefined {
    const token = cookies.accessToken(request)
    if (!token) return undefined
    // A page sends many requests with one token; checking its signature each time cost 8% of a tour list response.
    const known = verified.get(token)
    if (known && known.expiresAtMs > Date.now()) return known.who
    const fresh = verify(token)
    if (!fresh) return undefined
    if (verified.size >= REMEMBERED_TOKENS) verified.clear()
    verified.set(token, fresh)
    return fresh.who
  }

  return {
    devices: createKnownDevices(secret, isSecure),
    identify,
    issueAccessToken: ({ userId, sessionId }) => sign({ sub: userId, sid: sessionId }),
    require(request) {
      const who = identify(request)
      if (!who) throw unauthenticated()
      return who
    },
    held(request) {
      return { refreshToken: cookies.refreshToken(request), sessionId: verifySignature(cookies.accessToken(request) ?? '')?.who.sessionId }
    },
    successorOf: (refreshToken) => createHmac('sha256', secret).update(`refresh-token:${refreshToken}`).digest('base64url'),
    setCookies: cookies.set,
    clearCookies: cookies.clear,
  }
}

function verifierOf(secret: string, ignoreExpiration: boolean) {
  const verify: (token: string) => { sub?: unknown; sid?: unknown; exp?: unknown } = createVerifier({
    key: secret,
    algorithms: ['HS256'],
    ignoreExpiration,
  })
  return (token: string): { who: SignedIn; expiresAtMs: number } | undefined => {
    try {
      const { sub, sid, exp } = verify(token)
      if (typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number') return undefined
      return { who: { userId: sub, sessionId: sid }, expiresAtMs: exp * 1000 }
    } catch {
      return undefined
    }
  }
}
