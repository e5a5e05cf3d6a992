import { createDatabase, createPool, type ConnectionOptions } from './lib/db.ts'
import { migrate } from './lib/migrate.ts'
import { seedDemo } from './seed/demo.ts'

/** Applies the missing migrations and, when demo content is wanted, fills an empty database with it. */
export async function prepareDatabase(
  connection: ConnectionOptions,
  { isDemo, say = () => undefined }: { isDemo: boolean; say?: (line: string) => void },
): Promise<void> {
  const db = createDatabase(createPool(connection, 2, () => undefined))
  try {
    const applied = await migrate(db)
    if (applied.length > 0) say(`Database brought up to date (${applied.length} migrations).`)
    if (isDemo && (await seedDemo(db))) say('Demo tours, services and accounts written.')
  } finally {
    await db.destroy()
  }
}
