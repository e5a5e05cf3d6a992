import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'

export type AlertKind = 'error' | 'success' | 'info' | 'warning'

const looks = {
  error: { icon: CircleAlert, box: 'border-danger/35 bg-danger-tint', mark: 'text-danger', text: 'text-danger-deep' },
  success: { icon: CircleCheck, box: 'border-sea/35 bg-sea-tint', mark: 'text-sea', text: 'text-sea-deep' },
  info: { icon: Info, box: 'border-line bg-paper', mark: 'text-ink-soft', text: 'text-ink' },
  warning: { icon: TriangleAlert, box: 'border-sun-deep/35 bg-sun-tint', mark: 'text-sun-deep', text: 'text-ink' },
} as const

type Props = { kind?: AlertKind; title?: string | undefined; children?: ReactNode; action?: ReactNode; className?: string | undefined }

/** Errors interrupt a screen reader; everything else waits its turn. */
export function Alert({ kind = 'error', title, children, action, className }: Props) {
  const { icon: Icon, box, mark, text } = looks[kind]
  return (
    <div
      role={kind === 'error' ? 'alert' : 'status'}
      className={classNames('flex gap-3 rounded-card border px-4 py-3', box, text, className)}
    >
      <Icon aria-hidden="true" className={classNames('mt-0.5 size-5 shrink-0', mark)} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-52">
          {title && <p className="font-semibold">{title}</p>}
          {children && <div>{children}</div>}
        </div>
        {action}
      </div>
    </div>
  )
}

/** Shown while a page waits for a server that has too much to do (`retryWhileBusy`). */
export function BusyNote({ className }: { className?: string }) {
  return (
    <Alert kind="warning" title="We’re very busy right now." className={className}>
      This page will try again automatically in a few seconds.
    </Alert>
  )
}
