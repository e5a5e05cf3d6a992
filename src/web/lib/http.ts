import { calls } from '#shared/paths.ts'
import { CallError, errorOfAnswer, NO_RESPONSE } from '#web/lib/call-error.ts'
import { refreshOnce } from '#web/lib/refresh.ts'
import { leaveForLogin } from '#web/lib/session-end.ts'

export { CallError, messageOf } from '#web/lib/call-error.ts'

type QueryValue = string | number | boolean | undefined
type Query = Record<string, QueryValue>
type Options = { signal?: AbortSignal | undefined }

const base = (import.meta.env?.['VITE_API_BASE_URL'] as string | undefined) ?? ''

/** The address of a call or file on the API's host, for links and images. */
export function callAddress(path: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  const text = search.toString()
  return text === '' ? `${base}${path}` : `${base}${path}?${text}`
}

export function getJson<T>(path: string, query: Query = {}, options: Options = {}): Promise<T> {
  return send<T>(callAddress(path, query), path, { method: 'GET', ...withSignal(options) })
}

/** An absent body is sent as `{}` ("empty body", specification §7). */
export function postJson<T>(path: string, body: unknown = {}, options: Options = {}): Promise<T> {
  return sendJson<T>('POST', path, body, options)
}

export function sendJson<T>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body: unknown = {},
  options: Options = {},
): Promise<T> {
  return send<T>(callAddress(path), path, { method, body: JSON.stringify(body), ...withSignal(options) })
}

/** Sends a form with a file. */
export function postForm<T>(path: string, form: FormData): Promise<T> {
  return send<T>(callAddress(path), path, { method: 'POST', body: form })
}

/** A 401 is retried once after a refresh; if that does not help the session is over (specification §8). */
async function send<T>(address: string, path: string, init: RequestInit): Promise<T> {
  const startedAt = performance.now()
  const answer = await fetchJson(address, init)
  if (answer.status !== 401 || path.startsWith('/auth/')) return unwrap<T>(answer)

  const isRefreshed = await refreshOnce(startedAt, () => fetchJson(callAddress(calls.refreshToken), { method: 'POST', body: '{}' }))
  const second = isRefreshed ? await fetchJson(address, init) : answer
  if (second.status === 401) leaveForLogin()
  return unwrap<T>(second)
}

type Answer = { status: number; isSuccess: boolean; body: unknown }

async function fetchJson(address: string, init: RequestInit): Promise<Answer> {
  const headers: Record<string, string> = { accept: 'application/json' }
  // A form brings its own type, with the boundary between its parts.
  if (typeof init.body === 'string') headers['content-type'] = 'application/json'
  try {
    const response = await fetch(address, { ...init, headers, credentials: 'include' })
    const text = await response.text()
    return { status: response.status, isSuccess: response.ok, body: parse(text) }
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

function unwrap<T>(answer: Answer): T {
  if (!answer.isSuccess) throw errorOfAnswer(answer.status, answer.body)
  return answer.body as T
}

function withSignal({ signal }: Options): RequestInit {
  return signal ? { signal } : {}
}
