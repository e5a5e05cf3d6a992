import { expect, test, vi } from 'vitest'
import { followServerClock, serverNow } from './server-clock.ts'

const HOUR_MS = 3_600_000
const NOW = new Date('2026-11-28T09:00:00Z')
const response = (at: number, cacheControl = 'no-store') => new Headers({ date: new Date(at).toUTCString(), 'cache-control': cacheControl })

test('a device whose clock is wrong follows the server’s; a second or two are the way of the response', () => {
  vi.useFakeTimers({ now: NOW })
  expect(serverNow()).toEqual(NOW)
  followServerClock(response(NOW.getTime() - HOUR_MS))
  expect(serverNow().getTime()).toBe(NOW.getTime() - HOUR_MS)
  // Neither a response of the browser's cache nor one without a date says what time it is.
  followServerClock(response(NOW.getTime() - 24 * HOUR_MS, 'private, max-age=60'))
  followServerClock(new Headers({ 'cache-control': 'no-store' }))
  expect(serverNow().getTime()).toBe(NOW.getTime() - HOUR_MS)
  followServerClock(response(NOW.getTime() - 2000))
  expect(serverNow()).toEqual(NOW)
  vi.useRealTimers()
})
