import type pg from 'pg'
import { createRateLimit } from '#server/lib/rate-limits.ts'

const DAY = 24 * 60 * 60
const ENTRIES_PER_KEY = 100
const ENTRIES_PER_GROUP = 10_000

/** Bounds what people can set off as often as they like, such as refusals: nobody fills the audit, and nobody's flood hides another's entries. */
export interface AuditBounds {
  /** Counts one more entry of today for an account or a network, and returns whether it is to be recorded. */
  hasRoom(key: string): Promise<boolean>
  /** Counts likewise for a key, and for a group of keys that together have room for a hundred times as many. */
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
