import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { Config } from '#server/config.ts'
import { StorageAwayError } from '#server/lib/file-storage.ts'
import { openPlace } from '#server/lib/site-files.ts'
import { fault, ok, reasonOf, warning, type Finding } from './finding.ts'
import { examineRoom } from './machine.ts'

const ABOUT = 'backup place'
const WAIT_MS = 10_000
const MAKE_ROOM = 'Free up space, lower BACKUP_KEEP, or set BACKUP_TO to a larger disk: backups fail when it is full.'

/** Writes a small file where backups go, and removes it again. */
export async function examineBackupPlace(config: Config): Promise<Finding> {
  const { BACKUP_TO: to, BACKUP_KEY: key } = config
  if (to === undefined) return warning(ABOUT, 'No backup destination is set.', 'Set BACKUP_TO to a folder on another disk or a bucket.')
  try {
    await inTime(tryOut(config, to))
    const tight = to.startsWith('s3:') ? undefined : await examineRoom(ABOUT, to, MAKE_ROOM)
    if (tight) return tight
    return ok(ABOUT, `${to} is writable; backups are ${key === undefined ? 'not encrypted' : 'encrypted'}.`)
  } catch (error) {
    const reason = error instanceof StorageAwayError ? error.trouble : reasonOf(error)
    const remedy = to.startsWith('s3:')
      ? 'Give its key write and delete permission, and check S3_ENDPOINT and S3_REGION.'
      : 'Check that its disk is mounted and that the site’s user can write to it.'
    return fault(ABOUT, `Can’t write to ${to}: ${reason}.`, remedy)
  }
}

async function tryOut(config: Config, to: string): Promise<void> {
  const { storage } = await openPlace(config, to.startsWith('s3:') ? to : await nearestFolder(path.resolve(to)))
  const probe = `doctor-${randomUUID()}.probe`
  try {
    await storage.write(probe, { bytes: ABOUT.length, open: async () => Readable.from([Buffer.from(ABOUT)]) })
    await storage.remove(probe)
  } finally {
    storage.close()
  }
}

/** The first backup makes what is missing; a doctor does not, and under /proc Node would try for ever. */
async function nearestFolder(folder: string): Promise<string> {
  const isThere = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  return isThere ? folder : nearestFolder(path.dirname(folder))
}

/** A disk of the network may never answer. */
async function inTime(work: Promise<void>): Promise<void> {
  const ending = Promise.withResolvers<never>()
  const timer = setTimeout(() => ending.reject(new Error('it doesn’t respond')), WAIT_MS)
  try {
    await Promise.race([work, ending.promise])
  } finally {
    clearTimeout(timer)
  }
}
