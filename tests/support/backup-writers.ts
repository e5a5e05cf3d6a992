import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { generateIdentity } from 'age-encryption'
import { onTestFinished } from 'vitest'
import { goLive } from '../../src/server/features/backups/going-live.ts'
import { backUpTo } from '../../src/server/features/backups/making.ts'
import { closeForCopy } from '../../src/server/features/backups/restoring.ts'
import * as backupCalls from '../../src/shared/backups/staff-calls.ts'
import { pathOf } from '../../src/shared/contract.ts'
import { ownerOf } from './command-line.ts'
import { createStaff } from './movers.ts'
import type { Writers } from './payment-writers.ts'
import type { TestApp } from './test-app.ts'

/** Returns the files of backups that write audit entries. */
export function backupWriters(site: TestApp): Writers {
  const { db, config, files } = site.deps
  const bundle = { id: randomUUID(), moment: new Date() }

  async function downloadBackup(): Promise<void> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'meridian-backup-'))
    onTestFinished(async () => rm(folder, { recursive: true, force: true }))
    Object.assign(config, { BACKUP_TO: folder, BACKUP_KEY: await generateIdentity() })
    const admin = await createStaff(site, 'admin')
    await admin.post(backupCalls.makeBackup.path)
    const { id } = await backUpTo({ config, connection: ownerOf(site), db, files }, folder, new Date(), () => undefined)
    await admin.get(pathOf(backupCalls.downloadBackup, { id }))
  }

  return {
    'backups/console.ts': [downloadBackup, ['backup.asked', 'backup.downloaded']],
    'backups/restoring.ts': [
      async () =>
        db.transaction().execute(async (trx) =>
          closeForCopy(trx, {
            ...bundle,
            moment: bundle.moment.toISOString(),
          }),
        ),
      ['site.restored'],
    ],
    'backups/going-live.ts': [async () => void (await goLive(site.deps, site.app.log, bundle)), ['site.went_live']],
  }
}
