import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { downloadBackup, listBackups, makeBackup } from '#shared/backups/staff-calls.ts'
import { PROOFS, type Backup } from '#shared/backups/staff.ts'
import { pathOf } from '#shared/contract.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Panel } from '#web/components/panel.tsx'
import { ask, queryOf } from '#web/lib/ask.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { classNames } from '#web/lib/class-names.ts'
import { momentText } from '#web/lib/moments.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useGuardedDownload } from './download-file.ts'

/** One that was asked for begins soon, and ends some time later. */
const LOOK_MS = 10_000

type Props = { onDone: (message: string) => void; onFailed: (message: string) => void }

/** Backups: where they go, what each is worth, and how one is restored. */
export function BackupsPanel({ onDone, onFailed }: Props) {
  const { data, error } = useQuery({ ...queryOf(listBackups, {}, { staleTime: 0 }), refetchInterval: LOOK_MS })
  const making = useCall({
    mutationFn: async () => ask(makeBackup, {}),
    onSuccess: () => onDone('Backup started. It will appear here within a minute.'),
    onError: (failure) => onFailed(messageOf(failure, 'That didn’t work. Please try again.', NO_RESPONSE)),
  })
  return (
    <Panel title="Backups" className="max-w-3xl">
      {error && !data && <Alert className="mb-4">We couldn’t load the backups.</Alert>}
      {data?.place === null && (
        <p className="text-ink-soft">
          No backup destination is set. Ask the person who runs the site to set <code translate="no">BACKUP_TO</code>.
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

type ListProps = {
  backups: readonly Backup[]
  /** Shown beside each that can be downloaded. */
  Download: ComponentType<{ backup: Backup }> | undefined
}

/** The backups, the newest first, each with what was found when it was tried. */
function BackupList({ backups, Download }: ListProps) {
  return (
    <ul className="mb-4 divide-y divide-line border-y border-line">
      {backups.map((backup) => {
        const { id, startedAt, endedAt, moment, bytes, failure, proof, finding, seconds } = backup
        const isBad = failure !== null || proof === 'failed'
        const size = bytes === null ? '' : `, ${(bytes / 1e6).toFixed(1)} MB`
        return (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 grow basis-48">
              <p className="font-semibold tabular-nums">
                {momentText(moment ?? startedAt)}
                {size}
              </p>
              <p className={classNames('wrap-anywhere', isBad ? 'text-danger' : 'text-ink-soft')}>
                {failure ?? (endedAt === null ? 'In progress…' : proof === null ? 'Not verified' : PROOFS[proof])}
                <span>{proof === 'proven' && seconds !== null && ` (${seconds} s)`}</span>
                <span>{finding !== null && `: ${finding}`}</span>
              </p>
            </div>
            {Download && moment !== null && proof !== 'failed' && <Download backup={backup} />}
          </li>
        )
      })}
    </ul>
  )
}

function DownloadBackup({ backup }: { backup: Backup }) {
  const downloading = useGuardedDownload(pathOf(downloadBackup, { id: backup.id }), {})
  return (
    <Button size="small" variant="quiet" isBusy={downloading.isPending} onClick={() => downloading.mutate()}>
      Download
    </Button>
  )
}
