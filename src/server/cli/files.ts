import { parseArgs } from 'node:util'
import { loadProcessConfig } from '#server/config.ts'
import { AVATAR_FOLDER } from '#server/features/accounts/avatars.ts'
import { PICTURE_FOLDER } from '#server/features/tours/pictures/files.ts'
import { PHOTO_FOLDER } from '#server/features/vehicles/photos.ts'
import { moveFiles, type MoveReport } from '#server/lib/moved-files.ts'
import { openStorages } from '#server/lib/site-files.ts'
import { UsageError, type Command, type Say } from './command.ts'

const USAGE = `Usage:
  npm run files -- move --to s3        moves photos, avatars and tours' pictures from the data folder to S3
  npm run files -- move --to folder    moves them back
First set where new files go (S3_…, FILES_IN) and restart the site. It then finds every file in either place, even during the move.
Each file is checked after copying and only then removed from its old place. To resume an interrupted move, run the same command again.`

const NAMES = { s3: 'S3', folder: 'the data folder' } as const

export const files: Command = { usage: USAGE, run: runFiles }

async function runFiles(args: string[], say: Say): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { to: { type: 'string' } } })
  if (positionals.join(' ') !== 'move') throw new UsageError('Missing command. Use: move.')
  const { to } = values
  if (to !== 's3' && to !== 'folder') throw new UsageError('Missing destination. Use --to s3 or --to folder.')
  const config = loadProcessConfig()
  const storages = await openStorages(config)
  const { folder, s3 } = storages
  if (!s3) throw new UsageError('S3 isn’t configured: S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY (.env.example).')
  if (config.filesIn !== to) {
    throw new UsageError(`New files still go to ${NAMES[config.filesIn]}: set FILES_IN=${to} and restart the site first.`)
  }
  const report: MoveReport = { moved: 0, bytes: 0, arrivedBefore: 0 }
  try {
    const [source, target] = to === 's3' ? [folder, s3] : [s3, folder]
    await moveFiles(source, target, [PHOTO_FOLDER, AVATAR_FOLDER, PICTURE_FOLDER], report)
    say(`${summary(report, to)} Nothing is left to move.`)
  } catch (error) {
    say(`${summary(report, to)} The rest haven’t moved: run the command again.`)
    throw error
  } finally {
    folder.close()
    s3.close()
  }
}

function summary({ moved, bytes, arrivedBefore }: MoveReport, to: 's3' | 'folder'): string {
  const before = arrivedBefore > 0 ? `, including ${arrivedBefore} copied in an earlier run` : ''
  return `Moved ${moved} files (${(bytes / 1_000_000).toFixed(1)} MB) to ${NAMES[to]}${before}.`
}
