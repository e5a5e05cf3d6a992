import { createSigner, createVerifier } from 'fast-jwt'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashToken } from './secrets.ts'

export const ACCESS_COOKIE = 'meridian_access'
export const REFRESH_COOKIE = 'meridian_refresh'
export const ACCESS_SECONDS = 10 * 60
export const REFRESH_SECONDS = 30 * 24 * 60 * 60
/** Until then names without a prefix are also read under https, so that the renaming signs no one out. */
export const OLD_NAMES_UNTIL = new Date('2026-12-31T00:00:00Z')

type Requested = Pick<FastifyRequest, 'cookies'>

export interface SessionCookies {
  accessToken(request: Requested): string | undefined
  refreshToken(request: Requested): string | undefined
  set(reply: FastifyReply, accessToken: string, refreshToken: string): void
  clear(reply: FastifyReply): void
}

/**
 * `isSecure` sends the cookies over https only and with prefixed names, so that a browser accepts them from this host alone and never from
 * another host of its domain.
 */
export function createSessionCookies(isSecure: boolean, now: () => Date): SessionCookies {
  const options = { httpOnly: true, sameSite: 'lax', secure: isSecure } as const
  const access = { name: isSecure ? `__Host-${ACCESS_COOKIE}` : ACCESS_COOKIE, oldName: ACCESS_COOKIE, path: '/' }
  // `__Host-` requires the path /.
  const refresh = { name: isSecure ? `__Secure-${REFRESH_COOKIE}` : REFRESH_COOKIE, oldName: REFRESH_COOKIE, path: '/auth' }

  function read({ cookies }: Requested, { name, oldName }: typeof access): string | undefined {
    return cookies[name] ?? (now() < OLD_NAMES_UNTIL ? cookies[oldName] : undefined)
  }

  /** A cookie under an old name would outlive its replacement. */
  function clearOldNames(reply: FastifyReply): void {
    for (const { name, oldName, path } of [access, refresh]) {
      if (oldName !== name && reply.request.cookies[oldName] !== undefined) reply.clearCookie(oldName, { ...options, path })
    }
  }

  return {
    accessToken: (request) => read(request, access),
    refreshToken: (request) => read(request, refresh),
    set(reply, accessToken, refreshToken) {
      clearOldNames(reply)
      reply.setCookie(access.name, accessToken, { ...options, path: access.path, maxAge: ACCESS_SECONDS })
      reply.setCookie(refresh.name, refreshToken, { ...options, path: refresh.path, maxAge: REFRESH_SECONDS })
    },
    clear(reply) {
      clearOldNames(reply)
      for (const { name, path } of [access, refresh]) reply.clearCookie(name, { ...options, path })
    },
  }
}

export const DEVICE_COOKIE = 'meridian_device'
/** Renewed at each login; browsers limit cookies to 400 days. */
const DEVICE_SECONDS = 365 * 24 * 60 * 60

export interface KnownDevice {
  name: string
  generation: number
  /** False for a device that has only opened an emailed link and so has not passed a second factor. */
  hasSignedIn: boolean
}

/**
 * Recognises devices by a cookie that survives logout. It grants no access, but gives the device its own tries, so that guesses made
 * elsewhere cannot lock the owner out.
 */
export interface KnownDevices {
  /** The account may have forgotten the device since; see `findKnownDevice`. */
  read(request: FastifyRequest, email: string): KnownDevice | undefined
  remember(reply: FastifyReply, email: string, device: KnownDevice): void
  forget(reply: FastifyReply): void
}

interface Claims {
  sub?: unknown
  did?: unknown
  /** Missing in cookies from before generations existed. */
  gen?: unknown
  by?: unknown
}

/** `secret` has at least 32 characters. `isSecure` sends the cookie over https only. */
export function createKnownDevices(secret: string, isSecure: boolean): KnownDevices {
  // A separate key, so that a device token can never pass as an access token.
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

/** Hashed, so that the next user of a shared computer cannot read from its cookies who was there. */
function ownerOf(email: string): string {
  return hashToken(email.toLowerCase())
}
