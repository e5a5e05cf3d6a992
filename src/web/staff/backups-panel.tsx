import { useQuery } from '@tanstack/react-query'
import type { Backup } from '#shared/backups/staff.ts'
import { calls } from '#shared/paths.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Panel } from '#web/components/panel.tsx'
import { backupsQuery } from '#web/features/backups/staff/api/list-backups.ts'
import { useMakeBackup } from '#web/features/backups/staff/api/make-backup.ts'
import { BackupList } from '#web/features/backups/staff/backup-list.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { useGuardedDownload } from './download-file.ts'

type Props = { onDone: (message: string) => void; onFailed: (message: string) => void }

/** Backups: where they go, what each is worth, and how one is restored. */
export function BackupsPanel({ onDone, onFailed }: Props) {
  const { data, error } = useQuery(backupsQuery)
  const making = useMakeBackup({
    onSuccess: () => onDone('Backup started. It will appear here within a minute.'),
    onError: (failure) => onFailed(messageOf(failure, 'That didn’t work. Please try again.', NO_RESPONSE)),
  })
  return (
    <Panel title="Backups" className="max-w-3xl">
      {error && !data && <Alert className="mb-4">We couldn’t load the backups.</Alert>}
      {data?.place === null && (
        <p className="text-ink-soft">
          No backup destination is set. Ask whoever runs the site to set <code translate="no">BACKUP_TO</code>.
        </p>
      )}
      {data && data.place !== null && (
        <>
          <p className="mb-4 text-ink-soft wrap-anywhere">
            Daily at {data.at} to {data.place}, {data.isEncrypted ? 'encrypted' : 'not encrypted and without secrets'}.
          </p>
          {data.backups.length > 0 && <BackupList backups={data.backups} Download={data.isEncrypted ? DownloadBackup : undefined} />}
          <Button size="small" variant="secondary" className="min-h-11" isBusy={making.isPending} onClick={() => making.mutate()}>
            Back up now
          </Button>
          <p className="mt-4 text-ink-soft">
            To restore, stop the site and run this command on its server:{' '}
            <code translate="no" className="wrap-anywhere">
              npm run restore -- --from {data.place} --replace
            </code>
            . This replaces everything here. Anything added since the backup will be lost.
          </p>
        </>
      )}
    </Panel>
  )
}

function DownloadBackup({ backup }: { backup: Backup }) {
  const downloading = useGuardedDownload(calls.backupFile(backup.id), {})
  return (
    <Button size="small" variant="quiet" isBusy={downloading.isPending} onClick={() => downloading.mutate()}>
      Download
    </Button>
  )
}
