import { sql } from 'kysely'
import type { Database } from '#server/lib/db.ts'

/** A digest of each setting that all processes on a database must share. */
export type Fingerprints = Record<string, string>

export interface Difference {
  setting: string
  /** The names of those with each value. A single value is another data folder than the database's uploaded files are in. */
  machines: string[][]
}

/** Compares the processes that have been seen within three minutes, and `asking`, which need not be one of them. */
export async function listDifferences(db: Database, asking?: { name: string; settings: Fingerprints }): Promise<Difference[]> {
  const running = await db
    .selectFrom('processes')
    .select(['name', sql<Fingerprints>`settings`.as('settings')])
    .where('seen_at', '>', sql<Date>`now() - interval '3 minutes'`)
    .orderBy('name')
    .limit(100)
    .execute()
  const all = asking ? [...running, asking] : running
  const folder = (await db.selectFrom('data_folder').select('id').executeTakeFirst())?.id
  const settings = [...new Set(all.flatMap((each) => Object.keys(each.settings)))].toSorted()
  return settings.flatMap((setting) => {
    const having = all.filter((each) => each.settings[setting] !== undefined)
    const groups = [...Map.groupBy(having, (each) => each.settings[setting])]
    const isElsewhere = setting === 'DATA_DIR' && folder !== undefined && groups[0]?.[0] !== folder
    if (groups.length < 2 && !isElsewhere) return []
    return [{ setting, machines: groups.map(([, members]) => members.map(({ name }) => name)) }]
  })
}
