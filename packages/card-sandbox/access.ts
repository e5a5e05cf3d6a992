import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from './errors.ts'

/** Published with the code, so `requireClient` also checks where a call comes from. */
export const SANDBOX_KEY = 'sk_test_sandbox'

const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

function readKey(authorization: string | undefined): string | undefined {
  const [scheme, value = ''] = (authorization ?? '').split(' ')
  if (scheme?.toLowerCase() === 'bearer') return value
  if (scheme?.toLowerCase() === 'basic') return Buffer.from(value, 'base64').toString().split(':')[0]
  return undefined
}

/**
 * Throws ApiError 403 for calls forwarded by the site (from a browser) or sent under a foreign host name (DNS rebinding), and 401 without
 * the key.
 */
export function requireClient(headers: IncomingHttpHeaders): void {
  const isForwarded = ['x-forwarded-for', 'x-forwarded-host', 'forwarded'].some((name) => headers[name] !== undefined)
  if (isForwarded || !LOCAL_HOST.test(headers.host ?? '')) throw new ApiError(403, 'Only this machine can call the card sandbox.')
  const given = readKey(headers.authorization)
  if (given === undefined || given === '') {
    throw new ApiError(401, 'You did not provide an API key. Provide it in the Authorization header, using Bearer auth.')
  }
  const bytes = Buffer.from(given)
  const expected = Buffer.from(SANDBOX_KEY)
  if (bytes.length !== expected.length || !timingSafeEqual(bytes, expected)) {
    throw new ApiError(401, `Invalid API Key provided: ${given.slice(0, 8)}***`)
  }
}
