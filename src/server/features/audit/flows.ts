import type pg from 'pg'
import { createRateLimit } from '#server/lib/rate-limits.ts'

const DAY = 24 * 60 * 60
const ENTRIES_PER_KEY = 100
const ENTRIES_PER_GROUP = 10_000

/** Limits entries that anyone can cause, such as refusals, so that no one can flood the audit or bury someone else's entries in it. */
export interface AuditBounds {
  /** Counts an entry against today's limit of an account or a network, and returns whether to record it. */
  hasRoom(key: string): Promise<boolean>
  /** Counts an entry for a key and for its group, which has room for a hundred times as many. */
  hasRoomAmong(group: string, key: string): Promise<boolean>
}

export function createAuditBounds(pool: pg.Pool): AuditBounds {
  const keys = createRateLimit(pool, 'audit-a-day', ENTRIES_PER_KEY, DAY)
  const groups = createRateLimit(pool, 'audit-group-a-day', ENTRIES_PER_GROUP, DAY)
  return {
    hasRoom: async (key) => keys.hasRoom(key),
    hasRoomAmong: async (group, key) => (await keys.hasRoom(key)) && groups.hasRoom(group),
  }
}
