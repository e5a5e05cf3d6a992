import { noteTimeZone } from '#server/features/ledger/posting.ts'
import { ConfigError, type Config } from './config.ts'
import type { Connection } from './connection.ts'
import { admitRole, roleOf } from './lib/database-roles.ts'
import { createDatabase, createPool, type Database } from './lib/db.ts'
import { migrate } from './lib/migrate.ts'
import { installQueue } from './lib/queue.ts'
import { listPublishedPasswords, settleDemoPasswords } from './seed/demo-passwords.ts'
import { seedDemo, type DemoSettings } from './seed/demo.ts'

type Settings = Pick<Config, 'isDemo'> &
  Partial<Pick<Config, 'NODE_ENV' | 'DATA_DIR' | 'openedBy' | 'hasDemoBusiness' | 'AGENCY_TIME_ZONE'>> & { isDemoAdded?: boolean }
type Ways = Pick<Connection, 'options' | 'owner'>
type Say = (line: string) => void

/**
 * As the owner of the tables, applies missing migrations, grants the site's role access, and fills an empty database
 * with the demo content if wanted; `isDemoAdded` adds what any database lacks of it. The demo accounts' passwords are
 * settled only if the settings include `DATA_DIR` and `openedBy`. Throws `ConfigError` in production while an account
 * has a published password.
 */
export async function prepareDatabase({ options, owner }: Ways, settings: Settings, say: Say = () => undefined): Promise<void> {
  // No timeout: a large migration takes long, and so does waiting for another process to finish it.
  const db = createDatabase(createPool(owner, 2, () => undefined, 0))
  const isProduction = settings.NODE_ENV === 'production'
  try {
    const applied = await migrate(db)
    await installQueue(owner)
    const role = roleOf(options)
    // Nothing to do if the owner of the tables is also the site's role.
    if (role !== undefined && role !== roleOf(owner)) await admitRole(db, role)
    if (settings.AGENCY_TIME_ZONE !== undefined) await noteTimeZone(db, settings.AGENCY_TIME_ZONE)
    if (applied.length > 0) say(`Database up to date (${applied.length} migrations applied).`)
    if (settings.isDemo) await writeDemo(db, demoSettings(settings), say)
    // In production without the demo, fixing such an account is up to the operator.
    if (settings.isDemo || !isProduction) await settlePasswords(db, settings, say)
    if (isProduction) await refusePublishedPasswords(db)
  } finally {
    await db.destroy()
  }
}

function demoSettings({ isDemoAdded = false, hasDemoBusiness, AGENCY_TIME_ZONE: timeZone }: Settings): DemoSettings {
  const business = hasDemoBusiness && timeZone !== undefined ? { now: new Date(), timeZone } : undefined
  return { isAdded: isDemoAdded, business }
}

async function writeDemo(db: Database, settings: DemoSettings, say: Say): Promise<void> {
  if (await seedDemo(db, settings)) say(`Demo tours, services and accounts ${settings.isAdded ? 'already present' : 'written'}.`)
}

/** A command that adds to the demo may run with other settings than the site, so it never brings the printed passwords back. */
async function settlePasswords(db: Database, { DATA_DIR, openedBy, isDemoAdded = false }: Settings, say: Say): Promise<void> {
  if (DATA_DIR === undefined || openedBy === undefined) return
  await settleDemoPasswords(db, { DATA_DIR, openedBy, mayReturn: !isDemoAdded }, say)
}

async function refusePublishedPasswords(db: Database): Promise<void> {
  const accounts = await listPublishedPasswords(db)
  if (accounts.length === 0) return
  throw new ConfigError(
    accounts.map(({ email }) => `${email} has a published password: npm run set-password -- --email ${email}`).join('\n'),
  )
}
