import type { FastifyReply, FastifyRequest } from 'fastify'

export const ACCESS_COOKIE = 'meridian_access'
export const REFRESH_COOKIE = 'meridian_refresh'
export const ACCESS_SECONDS = 10 * 60
export const REFRESH_SECONDS = 30 * 24 * 60 * 60
/** Until then names without a prefix are also read under https, so that the renaming signs nobody out. */
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
