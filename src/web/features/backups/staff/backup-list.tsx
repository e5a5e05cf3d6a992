import type { ComponentType } from 'react'
import { PROOFS, type Backup } from '#shared/backups/staff.ts'
import { classNames } from '#web/lib/class-names.ts'
import { momentText } from '#web/lib/moments.ts'

type Props = {
  backups: readonly Backup[]
  /** Shown beside each that can be downloaded. */
  Download: ComponentType<{ backup: Backup }> | undefined
}

/** The backups, the newest first, each with what was found when it was tried. */
export function BackupList({ backups, Download }: Props) {
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
