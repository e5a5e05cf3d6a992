import type { Readable } from 'node:stream'
import * as calls from '#shared/backups/staff-calls.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { decideAs } from '#server/lib/actors.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import type { Feature } from '#server/lib/feature.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { BundleError } from './bundle-format.ts'
import { BACK_UP_JOB, findBackup, listBackups } from './records.ts'
import { wholeBundle } from './whole-bundle.ts'

export function backups({ config, queue }: Deps): Feature {
  const downloadAlone = oneAtATime()
  return {
    calls({ read, flow }) {
      read(calls.listBackups, async ({ db }) => ({
        place: config.BACKUP_TO ?? null,
        isEncrypted: config.BACKUP_KEY !== undefined,
        at: config.BACKUP_AT,
        backups: await listBackups(db),
      }))
      flow(calls.makeBackup, async ({ deps: { db }, actor }) => {
        if (config.BACKUP_TO === undefined) throw new AppError('no_backups', 'No backup destination is set: set BACKUP_TO.')
        await decideAs(db, actor, 'backups.make', async (trx) => {
          await recordAudit(trx, { actor, action: 'backup.asked', subject: { kind: 'backup', id: null } })
          await queue.enqueue(trx, BACK_UP_JOB, {})
        })
        return { message: 'Backup started' }
      })
      flow(calls.downloadBackup, async ({ deps: { db }, actor, params: { id }, request, reply }) => {
        const backup = isUuid(id) ? await findBackup(db, id) : undefined
        if (!backup?.moment || backup.proof === 'failed') throw notFound('Backup')
        if (config.BACKUP_KEY === undefined) throw new AppError('no_backups', 'You can only download encrypted backups: set BACKUP_KEY.')
        reply
          .header('content-type', 'application/octet-stream')
          .header('content-disposition', `attachment; filename="${backup.name}"`)
          .header('cache-control', 'no-store')
        if (request.method === 'HEAD') return reply.send()
        const stream = await downloadAlone(async () => wholeBundle(config, backup)).catch((error: unknown) => {
          throw error instanceof BundleError ? new AppError('no_backups', error.message) : error
        })
        try {
          await decideAs(db, actor, 'backups.download', async (trx) =>
            recordAudit(trx, { actor, action: 'backup.downloaded', subject: { kind: 'backup', id } }),
          )
        } catch (error) {
          stream.destroy()
          throw error
        }
        return reply.send(stream)
      })
    },
  }
}

const RETRY_SECONDS = 60

/** Makes one download at a time: each decrypts and encrypts the whole backup. The next can start once the stream has closed. */
function oneAtATime(): (open: () => Promise<Readable>) => Promise<Readable> {
  let isBusy = false
  return async (open) => {
    if (isBusy) {
      const message = 'Another backup download is in progress. Please try again once it has finished.'
      throw new AppError('too_many_requests', message, { retryAfter: RETRY_SECONDS })
    }
    isBusy = true
    const free = () => (isBusy = false)
    try {
      return (await open()).once('close', free)
    } catch (error) {
      free()
      throw error
    }
  }
}
