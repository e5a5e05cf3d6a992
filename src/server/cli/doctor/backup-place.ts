import type { Config } from '#server/config.ts'
import { findPlaceTrouble } from '#server/features/backups/places.ts'
import { fault, ok, warning, type Finding } from './finding.ts'
import { examineRoom } from './machine.ts'

const ABOUT = 'backup place'
const MAKE_ROOM = 'Free up space, lower BACKUP_KEEP, or set BACKUP_TO to a larger disk: backups fail when it is full.'

/** Writes a small file where backups go, and removes it again. */
export async function examineBackupPlace(config: Config): Promise<Finding> {
  const { BACKUP_TO: to, BACKUP_KEY: key } = config
  if (to === undefined) return warning(ABOUT, 'No backup destination is set.', 'Set BACKUP_TO to a folder on another disk or a bucket.')
  const trouble = await findPlaceTrouble(config, to)
  if (trouble !== undefined) {
    const remedy = to.startsWith('s3:')
      ? 'Give its key write and delete permission, and check S3_ENDPOINT and S3_REGION.'
      : 'Check BACKUP_TO, that its disk is mounted and that the site’s user (under systemd: ReadWritePaths) can write to it.'
    return fault(ABOUT, trouble, remedy)
  }
  const tight = to.startsWith('s3:') ? undefined : await examineRoom(ABOUT, to, MAKE_ROOM)
  return tight ?? ok(ABOUT, `${to} is writable; backups are ${key === undefined ? 'not encrypted' : 'encrypted'}.`)
}
