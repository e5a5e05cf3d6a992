import type { z } from 'zod/mini'
import { CONFIRM_IDENTITY, NO_COOKIES, REFRESH_TOKEN } from '#shared/accounts/session-paths.ts'
import type { Lenient } from '#shared/lenient.ts'
import { TOTAL_COUNT } from '#shared/list-pages.ts'
import { pages } from '#shared/pages.ts'
import { identityPrompt, isCatalogueOpen, wantedPage } from '#web/lib/access.ts'
import { CallError, errorOfResponse, NO_RESPONSE } from '#web/lib/call-error.ts'
import { readLeniently, type Losses } from '#web/lib/lenient-reader.ts'
import { logProblem } from '#web/lib/log.ts'
import { followServerClock } from '#web/lib/server-clock.ts'
import { getSession, signOut } from '#web/lib/session.ts'

type QueryValue = string | number | boolean | undefined
type Query = Record<string, QueryValue>
type Options = { signal?: AbortSignal | undefined }

const base = (import.meta.env?.['VITE_API_BASE_URL'] as string | undefined) ?? ''

/** Address of a call or file on the API's host, for links and images. */
export function callAddress(path: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  const text = search.toString()
  return text === '' ? `${base}${path}` : `${base}${path}?${text}`
}

/**
 * Parses a response leniently, since other servers with the same contract may omit or garble fields. Throws only if the response as a whole
 * lacks what it needs.
 */
export async function responseOf<S extends z.ZodMiniType>(schema: S, call: Promise<unknown>): Promise<Lenient<S>> {
  const body = await call
  const losses: Losses = { count: 0 }
  const answer = readLeniently(schema, body, losses) ?? readLeniently(schema, {}, losses)
  if (losses.count > 0) logProblem(`${losses.count} entries of an answer are of no use`, body)
  if (answer === undefined) throw new Error('The answer lacks what is needed')
  return answer
}

export function getJson(path: string, query: Query = {}, options: Options = {}): Promise<unknown> {
  return send(callAddress(path, query), path, { method: 'GET', ...withSignal(options) })
}

/** Returns a page of a list with its headers and the list's total, which is undefined if the server does not send it. */
export async function getPage(
  path: string,
  query: Query = {},
  options: Options = {},
): Promise<{ body: unknown; total: number | undefined; headers: Headers }> {
  const { body, headers } = await sendFully(callAddress(path, query), path, { method: 'GET', ...withSignal(options) })
  return { body, total: countOf(headers.get(TOTAL_COUNT)), headers }
}

/** Without a body it sends `{}` ("empty body", specification §7). */
export function postJson(path: string, body: unknown = {}, options: Options = {}): Promise<unknown> {
  return send(callAddress(path), path, { method: 'POST', body: JSON.stringify(body), ...withSignal(options) })
}

/** Sends a request, and repeats it if the user first has to confirm their identity. */
async function sendFully(address: string, path: string, init: RequestInit): Promise<Answer> {
  const answer = await sendRenewed(address, path, init)
  if (errorOfResponse(answer.status, answer.body).code !== 'confirm_identity') return successOf(answer)
  await identityPrompt.confirm(answer.body)
  return successOf(await sendRenewed(address, path, init))
}

/**
 * Sends a request. After a 401 the session is refreshed and the request retried once; if that fails, the session is over (specification
 * §8).
 */
async function sendRenewed(address: string, path: string, init: RequestInit): Promise<Answer> {
  const startedAt = performance.now()
  const answer = await fetchJson(address, init)
  if (answer.status !== 401 || isWithoutSession(path)) return answer

  const isRefreshed = await refreshOnce(startedAt, refreshSession)
  const second = isRefreshed ? await fetchJson(address, init) : answer
  if (second.status === 401) leaveForLogin()
  return second
}

async function refreshSession(): Promise<Answer> {
  const answer = await fetchJson(callAddress(REFRESH_TOKEN), { method: 'POST', body: '{}' })
  noteRefresh(answer)
  return answer
}

function isWithoutSession(path: string): boolean {
  return path.startsWith('/auth/') && path !== CONFIRM_IDENTITY
}

export async function send(address: string, path: string, init: RequestInit): Promise<unknown> {
  return (await sendFully(address, path, init)).body
}

type Answer = { status: number; isSuccess: boolean; body: unknown; headers: Headers }

async function fetchJson(address: string, init: RequestInit): Promise<Answer> {
  const headers: Record<string, string> = { accept: 'application/json' }
  // Form data sets its own content type, which includes the boundary.
  if (typeof init.body === 'string') headers['content-type'] = 'application/json'
  try {
    const response = await fetch(address, { ...init, headers, credentials: 'include' })
    followServerClock(response.headers)
    const text = await response.text()
    return { status: response.status, isSuccess: response.ok, body: parse(text), headers: response.headers }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new CallError(0, NO_RESPONSE)
  }
}

function parse(text: string): unknown {
  try {
    return text === '' ? null : (JSON.parse(text) as unknown)
  } catch {
    return null
  }
}

function countOf(header: string | null): number | undefined {
  return header !== null && /^\d{1,9}$/.test(header) ? Number(header) : undefined
}

function successOf(answer: Answer): Answer {
  if (!answer.isSuccess) throw errorOfResponse(answer.status, answer.body, answer.headers)
  return answer
}

function withSignal({ signal }: Options): RequestInit {
  return signal ? { signal } : {}
}

type RefreshCall = () => Promise<{ isSuccess: boolean }>

let underWay: Promise<boolean> | undefined
let lastRefreshedAt = Number.NEGATIVE_INFINITY

/**
 * Refreshes the session once for all calls refused at the same time. A call sent before the last refresh was refused only for its old token
 * and needs no new refresh. Returns whether the session is still alive.
 */
function refreshOnce(callStartedAt: number, refresh: RefreshCall): Promise<boolean> {
  if (underWay) return underWay
  if (callStartedAt < lastRefreshedAt) return Promise.resolve(true)
  underWay = oneTabAtATime(refresh).finally(() => {
    underWay = undefined
  })
  return underWay
}

/** Serialises refreshes across tabs: they share the rotating refresh token, and two refreshes at once would look like token reuse. */
function oneTabAtATime(refresh: RefreshCall): Promise<boolean> {
  const run = async () => {
    const isSuccess = await refresh().then(
      (answer) => answer.isSuccess,
      () => false,
    )
    if (isSuccess) lastRefreshedAt = performance.now()
    return isSuccess
  }
  const locks = globalThis.navigator?.locks as LockManager | undefined
  return locks ? locks.request('session-refresh', run) : run()
}

let isAwaitingCookies = false
let areCookiesMissing = false

/** After a successful login, the next refused call shows whether the browser has kept the session's cookies. */
export function awaitCookies(): void {
  isAwaitingCookies = true
  areCookiesMissing = false
}

/** Called after each attempt to refresh the session. */
function noteRefresh({ isSuccess, headers }: { isSuccess: boolean; headers: Headers }): void {
  areCookiesMissing = isAwaitingCookies && getSession().isAuthenticated && headers.has(NO_COOKIES)
  if (isSuccess) isAwaitingCookies = false
}

/** Whether the browser blocks cookies, without which no one stays signed in. */
export function areCookiesBlocked(): boolean {
  return areCookiesMissing || !globalThis.navigator.cookieEnabled
}

/** Clears an expired session and goes to the login (specification §8). */
function leaveForLogin(): void {
  const page = globalThis.location.hash.slice(1)
  // A visitor of an open catalogue signs in to book, and then returns to the tour.
  const wantsToComeBack = getSession().isAuthenticated || isCatalogueOpen()
  if (wantsToComeBack && page.length > 1 && page !== pages.login) wantedPage.keep(page)
  signOut()
  globalThis.location.hash = pages.login
}
