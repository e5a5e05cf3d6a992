import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as accountCalls from '#shared/accounts/calls.ts'
import { LOG_OUT, NO_COOKIES, REFRESH_TOKEN } from '#shared/accounts/session-paths.ts'
import * as bookingCalls from '#shared/bookings/calls.ts'
import { CallError, isBusy, messageOf, retryWhileBusy } from './call-error.ts'
import { areCookiesBlocked, awaitCookies, getJson, postJson } from './http.ts'
import { getSession, signIn, signOut } from './session.ts'

type Sent = { path: string; method: string; body: unknown; credentials: unknown }
let sent: Sent[] = []

const answer = (status: number, body: unknown = {}) => new Response(body === null ? '' : JSON.stringify(body), { status })

/** Starts a fake server that answers each call. */
function serve(respond: (path: string, nth: number) => Response | Promise<Response>) {
  const seen = new Map<string, number>()
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const nth = (seen.get(path) ?? 0) + 1
    seen.set(path, nth)
    sent.push({ path, method: init.method ?? 'GET', body: init.body, credentials: init.credentials })
    return await respond(path, nth)
  })
}

const refreshes = () => sent.filter((call) => call.path === REFRESH_TOKEN).length

beforeEach(() => {
  sent = []
  vi.stubGlobal('location', { hash: '#/bookings' })
  signIn({ id: 'user_1', name: 'Ana', email: 'ana@example.org' })
})
afterEach(() => vi.unstubAllGlobals())

describe('a call', () => {
  it('sends cookies and leaves out absent query values', async () => {
    serve(() => answer(200, [1]))
    await expect(getJson('/tours/view_all', { page: 1, isActive: true, search: undefined })).resolves.toEqual([1])
    expect(sent[0]).toMatchObject({ path: '/tours/view_all?page=1&isActive=true', credentials: 'include' })
  })

  it('sends {} for an empty body', async () => {
    serve(() => answer(200, null))
    await postJson(LOG_OUT)
    expect(sent[0]?.body).toBe('{}')
  })

  it('fails with the message, code and issues of the server', async () => {
    serve(() =>
      answer(409, {
        statusCode: 409,
        code: 'email_taken',
        message: 'That e-mail is already used',
        issues: [{ path: 'email', message: 'Used' }],
      }),
    )
    const error = await postJson(accountCalls.signUp.path, {}).catch((e: unknown) => e)
    expect(error).toBeInstanceOf(CallError)
    expect(error).toMatchObject({ status: 409, code: 'email_taken', message: 'That e-mail is already used', hasResponse: true })
    expect((error as CallError).issues).toHaveLength(1)
  })

  it('survives a response that is not JSON, and says when there is none', async () => {
    serve((_path, nth) => (nth === 1 ? new Response('<html>', { status: 502 }) : Promise.reject(new TypeError('failed'))))
    const proxy = await getJson('/x').catch((e: unknown) => e)
    const silence = await getJson('/x').catch((e: unknown) => e)
    expect(messageOf(proxy, 'Fallback')).toBe('Fallback')
    expect(silence).toMatchObject({ status: 0, hasResponse: false })
    expect(messageOf(silence, 'Fallback', 'Offline')).toBe('Offline')
  })
})

describe('a call refused because the server is busy', () => {
  const refusalOf = async (headers: Record<string, string>) => {
    serve(() => new Response('{"message":"Busy"}', { status: 503, headers }))
    return getJson('/x').catch((error: unknown) => error)
  }

  it('says when to try again, and is tried as often as it takes', async () => {
    const busy = await refusalOf({ 'retry-after': '5' })
    expect(busy).toMatchObject({ retryAfterMs: 5000, message: 'Busy' })
    expect([isBusy(busy), retryWhileBusy(100, busy)]).toEqual([true, true])
  })

  it('is like any other failure if it does not say when, or not in seconds', async () => {
    for (const headers of [{}, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }]) {
      const failure = await refusalOf(headers)
      expect([isBusy(failure), retryWhileBusy(0, failure), retryWhileBusy(1, failure)]).toEqual([false, true, false])
    }
  })
})

describe('a refused call (401)', () => {
  it('is retried once after a refresh', async () => {
    serve((path, nth) => (path === REFRESH_TOKEN ? answer(200) : nth === 1 ? answer(401) : answer(200, ['ok'])))
    await expect(getJson(bookingCalls.listTourBookings.path)).resolves.toEqual(['ok'])
    expect(refreshes()).toBe(1)
  })

  it('shares one refresh with other calls refused at the same time', async () => {
    serve((path, nth) => (path === REFRESH_TOKEN ? answer(200) : nth === 1 ? answer(401) : answer(200, path)))
    await Promise.all([getJson('/a'), getJson('/b'), getJson('/c')])
    expect(refreshes()).toBe(1)
    expect(sent).toHaveLength(7)
  })

  it('needs no second refresh when the first one came while it was in progress', async () => {
    let letSlowGo = () => {}
    const slow = new Promise<void>((resolve) => {
      letSlowGo = resolve
    })
    serve(async (path, nth) => {
      if (path === REFRESH_TOKEN) return answer(200)
      if (nth > 1) return answer(200, path)
      if (path === '/slow') await slow
      return answer(401)
    })
    const late = getJson('/slow')
    await getJson('/quick')
    letSlowGo()
    await expect(late).resolves.toBe('/slow')
    expect(refreshes()).toBe(1)
  })

  it('signs out and goes to the login when the refresh fails', async () => {
    serve(() => answer(401, { message: 'Please sign in' }))
    await expect(getJson('/a')).rejects.toMatchObject({ status: 401, message: 'Please sign in' })
    expect(getSession().isAuthenticated).toBe(false)
    expect(location.hash).toBe('/login')
    expect(sent.map((call) => call.path)).toEqual(['/a', REFRESH_TOKEN])
  })

  it('signs out when the retry is refused again, without a third try', async () => {
    serve((path) => (path === REFRESH_TOKEN ? answer(200) : answer(401)))
    await expect(getJson('/a')).rejects.toMatchObject({ status: 401 })
    expect(sent.map((call) => call.path)).toEqual(['/a', REFRESH_TOKEN, '/a'])
    expect(location.hash).toBe('/login')
  })

  it('from an account endpoint is a response like any other', async () => {
    signOut()
    serve(() => answer(401, { message: 'Invalid credentials' }))
    await expect(postJson(accountCalls.logIn.path, {})).rejects.toMatchObject({ message: 'Invalid credentials' })
    expect(refreshes()).toBe(0)
  })
})

describe('blocked cookies', () => {
  beforeEach(() => vi.stubGlobal('navigator', { cookieEnabled: true }))

  const refuse = (headers: Record<string, string>) => serve(() => new Response('{}', { status: 401, headers }))

  it('are noticed when no cookie comes back after a login', async () => {
    refuse({ [NO_COOKIES]: '1' })
    awaitCookies()
    await getJson('/tours/my_bookings').catch(() => undefined)
    expect([areCookiesBlocked(), getSession().isAuthenticated, location.hash]).toEqual([true, false, '/login'])
    awaitCookies()
    expect(areCookiesBlocked(), 'at the next login').toBe(false)
  })

  it('are not to blame for a session that has ended, or without a login', async () => {
    awaitCookies()
    refuse({})
    await getJson('/tours/my_bookings').catch(() => undefined)
    expect(areCookiesBlocked()).toBe(false)
    serve((path, nth) => answer(path === REFRESH_TOKEN || nth > 1 ? 200 : 401))
    await getJson('/tours/my_bookings')
    refuse({ [NO_COOKIES]: '1' })
    await getJson('/tours/my_bookings').catch(() => undefined)
    expect(areCookiesBlocked(), 'the cookies have expired').toBe(false)
  })
})
