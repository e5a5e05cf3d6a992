import { ConfigError, type Config } from './config.ts'
import type { Connection } from './connection.ts'
import { admitRole, roleOf } from './lib/database-roles.ts'
import { createDatabase, createPool, type Database } from './lib/db.ts'
import { migrate } from './lib/migrate.ts'
import { installQueue } from './lib/queue.ts'
import { seedDemo, type DemoSettings } from './seed/demo.ts'
import { listPublishedPasswords } from './seed/published-passwords.ts'

type Settings = Pick<Config, 'isDemo'> &
  Partial<Pick<Config, 'NODE_ENV' | 'hasDemoBusiness' | 'AGENCY_TIME_ZONE'>> & { isDemoAdded?: boolean }
type Ways = Pick<Connection, 'options' | 'owner'>
type Say = (line: string) => void

/**
 * As the owner of the tables: applies the missing migrations, lets the site's own role use what they made, and, when demo
 * content is wanted, fills an empty database with it, or with `isDemoAdded` adds what any database lacks of it. Throws
 * `ConfigError` in production while an account has a password that everybody can read.
 */
export async function prepareDatabase({ options, owner }: Ways, settings: Settings, say: Say = () => undefined): Promise<void> {
  // A migration of a large table takes its time, and so does waiting for the process that makes it.
  const db = createDatabase(createPool(owner, 2, () => undefined, 0))
  const isPublic = settings.NODE_ENV === 'production'
  try {
    const applied = await migrate(db)
    await installQueue(owner)
    const role = roleOf(options)
    // Nothing to do where the owner of the tables is the site's role as well.
    if (role !== undefined && role !== roleOf(owner)) await admitRole(db, role)
    if (applied.length > 0) say(`Database brought up to date (${applied.length} migrations).`)
    if (settings.isDemo) await writeDemo(db, demoSettings(settings), say)
    if (isPublic) await refusePublishedPasswords(db)
  } finally {
    await db.destroy()
  }
}

function demoSettings({ NODE_ENV, isDemoAdded = false, hasDemoBusiness, AGENCY_TIME_ZONE: timeZone }: Settings): DemoSettings {
  const business = hasDemoBusiness && timeZone !== undefined ? { now: new Date(), timeZone } : undefined
  return { isPublic: NODE_ENV === 'production', isAdded: isDemoAdded, business }
}

async function writeDemo(db: Database, settings: DemoSettings, say: Say): Promise<void> {
  const accounts = await seedDemo(db, settings)
  if (!accounts) return
  say(`Demo tours, services and accounts ${settings.isAdded ? 'are there' : 'written'}.`)
  if (!settings.isPublic || accounts.length === 0) return
  say('The passwords of the demo accounts are shown only now:')
  for (const { email, password } of accounts) say(`  ${email}  ${password}`)
}

async function refusePublishedPasswords(db: Database): Promise<void> {
  const emails = await listPublishedPasswords(db)
  if (emails.length === 0) return
  throw new ConfigError(emails.map((email) => `${email} has a published password: npm run set-password -- --email ${email}`).join('\n'))
}
