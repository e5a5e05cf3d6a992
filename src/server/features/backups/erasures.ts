import { Readable } from 'node:stream'
import type { Database } from '#server/lib/db.ts'
import { type Place } from '#server/lib/site-files.ts'
import { ERASURES } from './places.ts'

/** Looks this far back, in case no site has run for a while. */
const LOOKED_BACK_MS = 7 * 24 * 60 * 60_000

interface Erasure {
  id: string
  at: Date
}

/**
 * Writes beside the backups who has deleted an account, so that a restore of one made before deletes it again: an empty file each, named by
 * moment and account. `written` remembers what is there.
 */
export async function writeErasures(db: Database, place: Place, written: Set<string>, now: Date): Promise<void> {
  if (written.size === 0) for (const { id, at } of await listErasures(place)) written.add(nameOf({ id, at }))
  const rows = await db
    .selectFrom('users')
    .select(['id', 'deleted_at as at'])
    .where('deleted_at', '>', new Date(now.getTime() - LOOKED_BACK_MS))
    .execute()
  for (const { id, at } of rows) {
    const name = nameOf({ id, at: at ?? now })
    if (written.has(name)) continue
    await place.storage.writeStream(`${ERASURES}/${name}`, Readable.from([Buffer.from('\n')]))
    written.add(name)
  }
}

export async function listErasures({ storage }: Place): Promise<Erasure[]> {
  const found: Erasure[] = []
  for await (const { key } of storage.list(ERASURES)) {
    const [, at, id] = /\/(\d+)-([\w-]+)$/.exec(key) ?? []
    if (at !== undefined && id !== undefined) found.push({ id, at: new Date(Number(at)) })
  }
  return found
}

function nameOf({ id, at }: Erasure): string {
  return `${at.getTime()}-${id}`
}
