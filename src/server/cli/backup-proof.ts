import type { BackupDeps } from '#server/features/backups/making.ts'
import { proveBackup } from '#server/features/backups/proof.ts'
import { noteProof, type Proof } from '#server/features/backups/records.ts'
import { findFreeBytes } from '#server/lib/data-folder.ts'
import { unlessRunning, type ConnectionOptions } from '#server/lib/db.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { openPlace } from '#server/lib/site-files.ts'
import type { Say } from './command.ts'
import { withCopyDeps } from './with-deps.ts'

/**
 * Proves a backup that has just been made, or only reads it, and notes what was found. Throws if it is of no use or could not be proven as asked,
 * or while another is being proven.
 */
export async function prove(
  { config, connection, db }: BackupDeps,
  { id, bundle, to, isRestored }: { id: string; bundle: string; to: string; isRestored: boolean },
  say: Say,
): Promise<void> {
  const place = await openPlace(config, to)
  try {
    const withDepsOn = async (scratch: ConnectionOptions, work: (deps: Deps, log: App['log']) => Promise<void>) =>
      withCopyDeps(config, scratch, work)
    // The disk of a database of one's own is not known here.
    const findFree = config.DATABASE_URL === undefined ? async () => findFreeBytes(config.DATA_DIR) : undefined
    const order = { place, bundle, owner: connection, findFree, key: config.BACKUP_KEY, site: db, isRestored, withDepsOn }
    let proof: Proof | undefined
    await unlessRunning(db, 'proof', async () => {
      proof = await proveBackup(order, () => undefined)
      await noteProof(db, id, proof)
    })
    if (!proof) throw new Error('Another backup is being verified.')
    if (proof.proof === 'failed') throw new Error(`The backup ${bundle} is unusable. ${proof.finding}`)
    if (proof.proof === 'read' && isRestored) throw new Error(`The backup ${bundle} was read in full but not verified: ${proof.finding}`)
    say(
      proof.proof === 'proven'
        ? `Verified: restored, and the books agree (${proof.seconds} s).`
        : `Read in full but not verified: ${proof.finding}`,
    )
  } finally {
    place.storage.close()
  }
}
