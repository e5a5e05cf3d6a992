import { mkdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { loadProcessConfig, type Config } from '#server/config.ts'
import { connect } from '#server/connection.ts'
import { BundleError } from '#server/features/backups/bundle-format.ts'
import { openTarget, type Target } from '#server/features/backups/places.ts'
import { restoreBundle } from '#server/features/backups/restoring.ts'
import { verifyBundle } from '#server/features/backups/whole-bundle.ts'
import { CARD_SANDBOX_STATE, cardSandboxFolder } from '#server/lib/card-sandbox-process.ts'
import { PRIVATE_FOLDER } from '#server/lib/data-folder.ts'
import { SANDBOX_SECRET, sharedSecret } from '#server/lib/secrets.ts'
import { withBackupDeps } from './backup.ts'
import { UsageError, type Command, type Say } from './command.ts'
import { eraseAccounts, listErasedSince } from './erase-again.ts'
import { withCopyDeps } from './with-deps.ts'

const USAGE = `Usage:
  npm run restore -- --from site.backup [--replace]
  npm run restore -- --from /mnt/backups            restores the newest backup there (also works with s3://bucket/folder)
Restores a backup into an empty database, or, with --replace, over an existing site. Until you run npm run go-live, the copy sends no email and takes or refunds no payments. Staff accounts stay disabled until you run npm run create-admin or npm run staff -- enable.`

/** Where the sandbox's journal waits until everything else stands. */
const CARD_SANDBOX_RESTORED = 'card-sandbox.restored'

export const restore: Command = { usage: USAGE, run: runRestore }

async function runRestore(args: string[], say: Say, note?: Say): Promise<void> {
  const { values } = parseArgs({ args, options: { from: { type: 'string' }, replace: { type: 'boolean', default: false } } })
  if (!values.from) throw new UsageError('Missing --from: which backup?')
  const config = loadProcessConfig()
  const { place, bundle } = await openTarget(config, values.from)
  try {
    if (bundle === undefined) throw new Error(`No backups in ${place.name}.`)
    await restoreFrom(config, { place, bundle }, values.replace, say, note)
  } catch (error) {
    if (!(error instanceof BundleError)) throw error
    throw new BundleError(`Nothing was changed. ${bundle}: ${error.message}`, { cause: error })
  } finally {
    place.storage.close()
  }
}

async function restoreFrom(config: Config, target: Target, isReplacing: boolean, say: Say, note?: Say): Promise<void> {
  const startedAt = Date.now()
  say(`Reading ${target.bundle}…`)
  const whole = await verifyBundle(target, config.BACKUP_KEY)
  say(`The backup is complete. It was made at ${whole.manifest.moment}.`)
  // Before anything is changed, in case the place fails.
  const deleted = await listErasedSince(target.place, new Date(whole.manifest.moment))
  // A new machine has no database yet.
  await withBackupDeps(await connect(config, note), config, async ({ connection, db, files }) => {
    const cardSandbox = config.usesCardSandbox ? path.join(config.DATA_DIR, CARD_SANDBOX_RESTORED) : undefined
    await mkdir(config.DATA_DIR, { recursive: true, mode: PRIVATE_FOLDER })
    const order = { ...target, owner: connection, key: config.BACKUP_KEY, isReplacing, files, cardSandbox }
    const { rows, files: count, hasCardSandbox } = await restoreBundle(order, whole, say)
    if (hasCardSandbox && cardSandbox !== undefined) {
      const folder = cardSandboxFolder(config.DATA_DIR, await sharedSecret(db, SANDBOX_SECRET))
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
      await rename(cardSandbox, path.join(folder, CARD_SANDBOX_STATE))
    }
    if (deleted.length > 0) await withCopyDeps(config, connection, async (deps, log) => eraseAccounts(deps, log, deleted, say))
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
    say(
      `Done: ${rows} rows and ${count} files in ${seconds} s. This is a copy: run npm start to view it, or npm run go-live to make it the live site.`,
    )
  })
}
