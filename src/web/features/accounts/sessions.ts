import { listSessions } from '#shared/accounts/security-calls.ts'
import type { accountSessionSchema } from '#shared/accounts/settings.ts'
import { DAY_MS } from '#shared/dates.ts'
import type { Lenient } from '#shared/lenient.ts'
import { queryOf } from '#web/lib/ask.ts'
import { serverNow } from '#web/lib/server-clock.ts'

export type AccountSession = Lenient<typeof accountSessionSchema>

export const sessionsQuery = queryOf(listSessions, {}, { staleTime: 0 })

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Relative time; anything within the server's accuracy of ten minutes is "now". */
export function lastActive(moment: string, now: number = serverNow().getTime()): string {
  const ago = now - Date.parse(moment)
  if (ago < 11 * MINUTE_MS) return 'active now'
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  if (ago < HOUR_MS) return `active ${words.format(-Math.round(ago / MINUTE_MS), 'minute')}`
  if (ago < DAY_MS) return `active ${words.format(-Math.round(ago / HOUR_MS), 'hour')}`
  return `active ${words.format(-Math.round(ago / DAY_MS), 'day')}`
}

/** "21 Nov 2026, 09:30" in the visitor's time zone. */
export function signedInAt(moment: string): string {
  return new Date(moment).toLocaleString('en-IN', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
}
