import { parseArgs } from 'node:util'
import { generateIdentity } from 'age-encryption'
import { loadProcessConfig, type Config } from '#server/config.ts'
import { connectExisting, type Connection } from '#server/connection.ts'
import { gently } from '#server/features/backups/bundle-writing.ts'
import { backUpTo, backUpToFile, type BackupDeps, type Made } from '#server/features/backups/making.ts'
import { BUNDLE } from '#server/features/backups/places.ts'
import { findNewestProven } from '#server/features/backups/records.ts'
import { createDatabase, createPool } from '#server/lib/db.ts'
import { createSiteFiles, openStorages, placeName } from '#server/lib/site-files.ts'
import { prove } from './backup-proof.ts'
import { UsageError, type Command, type Say } from './command.ts'

const USAGE = `Usage:
  npm run backup                                 adds a backup to BACKUP_TO
  npm run backup -- --to site.backup             writes everything to one file
  npm run backup -- --to /mnt/backups            adds a backup to a folder; backups share one copy of uploaded files
  npm run backup -- --to s3://bucket/folder      does the same in a bucket (requires BACKUP_KEY)
  npm run backup -- --prove                      then restores it into a scratch database and checks its books
  npm run backup -- --new-key                    generates a key for BACKUP_KEY
The site keeps running. With BACKUP_KEY backups are encrypted (age) and hold the site's secrets; without it, people have to set up two-step sign-in again after a restore.`

/** A little less than a week, so that the night is the same each time. */
const WEEK_MS = 6.5 * 24 * 60 * 60_000

const OPTIONS = {
  to: { type: 'string' },
  'new-key': { type: 'boolean', default: false },
  prove: { type: 'boolean', default: false },
  /** How the site itself begins it: proves it as BACKUP_PROOF says. */
  nightly: { type: 'boolean', default: false },
} as const

export const backup: Command = { usage: USAGE, run: runBackup }

async function runBackup(args: string[], say: Say, note?: Say): Promise<void> {
  const { values } = parseArgs({ args, options: OPTIONS })
  if (values['new-key']) return say(await generateIdentity())
  const config = loadProcessConfig()
  const to = values.to ?? config.BACKUP_TO
  if (to === undefined) throw new UsageError('Missing destination. Use --to or set BACKUP_TO.')
  if (to.startsWith('s3:') && !config.BACKUP_KEY) throw new UsageError('Backups to a bucket must be encrypted: set BACKUP_KEY.')
  await withBackupDeps(await connectExisting(config, note), config, async (opened) => {
    const deps = { ...opened, pace: gently() }
    const startedAt = Date.now()
    if (BUNDLE.test(to)) return sayMade(await backUpToFile(deps, to, say), Date.now() - startedAt, config, say)
    const { id, made, bundle } = await backUpTo(deps, to, new Date(), say)
    sayMade(made, Date.now() - startedAt, config, say)
    const isRestored = values.prove || config.BACKUP_PROOF !== 'off'
    if (values.prove || (values.nightly && (await isProofDue(deps, placeName(to))))) await prove(deps, { id, bundle, to, isRestored }, say)
  })
}

async function isProofDue({ config, db }: BackupDeps, place: string): Promise<boolean> {
  if (config.BACKUP_PROOF !== 'weekly') return true
  const { provenAt } = await findNewestProven(db, place)
  return provenAt === null || Date.now() - provenAt.getTime() > WEEK_MS
}

/** Without bringing the database up to date: it is backed up as it is. */
export async function withBackupDeps(connection: Connection, config: Config, work: (deps: BackupDeps) => Promise<void>): Promise<void> {
  const db = createDatabase(createPool(connection.owner, 3, () => undefined, 0))
  const files = createSiteFiles(config, await openStorages(config))
  try {
    await work({ config, connection: connection.owner, db, files })
  } finally {
    files.close()
    await db.destroy()
    await connection.stop()
  }
}

function sayMade({ moment, bytes, rows, files }: Made, milliseconds: number, { BACKUP_KEY }: Config, say: Say): void {
  for (const key of files.missing) say(`File missing but still used by the site: ${key}`)
  const seconds = (milliseconds / 1000).toFixed(1)
  say(
    `Done: ${rows} rows and ${files.members.length} files of ${moment.toISOString()}, ${(bytes / 1e6).toFixed(1)} MB in ${seconds} s${BACKUP_KEY ? ', encrypted' : ', without secrets (no BACKUP_KEY)'}.`,
  )
}
