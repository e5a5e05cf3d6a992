import { jwtVerify, SignJWT } from 'jose'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'

export const ACCESS_COOKIE = 'meridian_access'
export const REFRESH_COOKIE = 'meridian_refresh'
export const ACCESS_SECONDS = 10 * 60
export const REFRESH_SECONDS = 30 * 24 * 60 * 60

/** Who is signed in, as proved by the access token. */
export interface SignedIn {
  userId: string
  sessionId: string
}

/** Signs and checks the short-lived access tokens, and reads and writes the two cookies. */
export interface Auth {
  issueAccessToken(who: SignedIn): Promise<string>
  /** The signed-in person, or undefined without a valid access token. */
  identify(request: FastifyRequest): Promise<SignedIn | undefined>
  /** The signed-in person; throws 401 `unauthenticated`. */
  require(request: FastifyRequest): Promise<SignedIn>
  setCookies(reply: FastifyReply, accessToken: string, refreshToken: string): void
  clearCookies(reply: FastifyReply): void
}

/** `secret`: at least 32 characters. `isSecure`: cookies only over https. */
export function createAuth(secret: string, isSecure: boolean): Auth {
  const key = new TextEncoder().encode(secret)
  const cookie = { httpOnly: true, sameSite: 'lax', secure: isSecure } as const

  async function identify(request: FastifyRequest): Promise<SignedIn | undefined> {
    const token = request.cookies[ACCESS_COOKIE]
    if (!token) return undefined
    try {
      const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] })
      const sessionId = payload['sid']
      if (typeof payload.sub !== 'string' || typeof sessionId !== 'string') return undefined
      return { userId: payload.sub, sessionId }
    } catch {
      return undefined
    }
  }

  return {
    identify,
    async issueAccessToken({ userId, sessionId }) {
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(userId)
        .setIssuedAt()
        .setExpirationTime(`${ACCESS_SECONDS}s`)
        .sign(key)
    },
    async require(request) {
      const who = await identify(request)
      if (!who) throw new AppError('unauthenticated', 'Please log in to continue.')
      return who
    },
    setCookies(reply, accessToken, refreshToken) {
      reply.setCookie(ACCESS_COOKIE, accessToken, { ...cookie, path: '/', maxAge: ACCESS_SECONDS })
      reply.setCookie(REFRESH_COOKIE, refreshToken, { ...cookie, path: '/auth', maxAge: REFRESH_SECONDS })
    },
    clearCookies(reply) {
      reply.clearCookie(ACCESS_COOKIE, { ...cookie, path: '/' })
      reply.clearCookie(REFRESH_COOKIE, { ...cookie, path: '/auth' })
    },
  }
}
