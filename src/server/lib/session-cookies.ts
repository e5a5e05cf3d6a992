import type { FastifyReply, FastifyRequest } from 'fastify'

export const ACCESS_COOKIE = 'meridian_access'
export const REFRESH_COOKIE = 'meridian_refresh'
export const ACCESS_SECONDS = 10 * 60
export const REFRESH_SECONDS = 30 * 24 * 60 * 60
/** Until then the names without a prefix are read under https too, so that the change of names signed nobody out. */
export const OLD_NAMES_UNTIL = new Date('2026-12-31T00:00:00Z')

type Requested = Pick<FastifyRequest, 'cookies'>

/** Reads and writes the two cookies of a session, which no script can read and no other site can send. */
export interface SessionCookies {
  accessToken(request: Requested): string | undefined
  refreshToken(request: Requested): string | undefined
  set(reply: FastifyReply, accessToken: string, refreshToken: string): void
  clear(reply: FastifyReply): void
}

/**
 * `isSecure`: the cookies are sent over https only, and their names say so (decisions, "Second round"): a browser then takes them
 * from this host alone, never from another one of its domain.
 */
export function createSessionCookies(isSecure: boolean, now: () => Date): SessionCookies {
  const options = { httpOnly: true, sameSite: 'lax', secure: isSecure } as const
  const access = { name: isSecure ? `__Host-${ACCESS_COOKIE}` : ACCESS_COOKIE, oldName: ACCESS_COOKIE, path: '/' }
  // With a path other than / the prefix of a single host is not to be had.
  const refresh = { name: isSecure ? `__Secure-${REFRESH_COOKIE}` : REFRESH_COOKIE, oldName: REFRESH_COOKIE, path: '/auth' }

  function read({ cookies }: Requested, { name, oldName }: typeof access): string | undefined {
    return cookies[name] ?? (now() < OLD_NAMES_UNTIL ? cookies[oldName] : undefined)
  }

  /** What a browser still has under an old name would outlive what replaces it. */
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
