import { createServer } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { createDeps } from '#server/create-deps.ts'
import { noteProof } from '#server/features/backups/commands.ts'
import type { BackupDeps } from '#server/features/backups/flows.ts'
import { proveBackup } from '#server/features/backups/proof/flows.ts'
import { WORK_ON_DEMAND } from '#server/jobs.ts'
import type { ConnectionOptions } from '#server/lib/db.ts'
import type { Deps, App } from '#server/lib/deps.ts'
import { installQueue } from '#server/lib/queue.ts'
import { openPlace } from '#server/lib/site-files.ts'
import type { Say } from './command.ts'

/** Proves a backup that has just been made, and notes what was found. Throws if it is of no use. */
export async function prove(
  { config, connection, db }: BackupDeps,
  { id, bundle, to }: { id: string; bundle: string; to: string },
  say: Say,
): Promise<void> {
  const place = await openPlace(config, to)
  try {
    const withDepsOn = async (scratch: ConnectionOptions, work: (deps: Deps, log: App['log']) => Promise<void>) =>
      withScratchDeps(config, scratch, work)
    const proof = await proveBackup({ place, bundle, owner: connection, key: config.BACKUP_KEY, withDepsOn }, () => undefined)
    await noteProof(db, id, proof)
    if (proof.proof === 'failed') throw new Error(`The backup ${bundle} is of no use. ${proof.finding}`)
    say(
      proof.proof === 'proven'
        ? `Proven: it was restored and its books agree (${proof.seconds} s).`
        : `Read in full, but not restored: ${proof.finding}`,
    )
  } finally {
    place.storage.close()
  }
}

/** Everything features need on a restored database, which is a copy: the card provider is only read, and nothing is sent. */
async function withScratchDeps(
  config: Config,
  scratch: ConnectionOptions,
  work: (deps: Deps, log: App['log']) => Promise<void>,
): Promise<void> {
  await installQueue(scratch)
  const { log } = createServer({ ...config, LOG_LEVEL: 'silent' })
  const { deps, stop } = await createDeps({ ...config, DATABASE_POOL: 2 }, scratch, { log })
  try {
    await deps.queue.open(WORK_ON_DEMAND)
    await work(deps, log)
  } finally {
    await stop()
  }
}
