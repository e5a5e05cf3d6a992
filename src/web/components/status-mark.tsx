import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'

export type StatusTone = 'waiting' | 'good' | 'bad' | 'over'

const LOOKS: Record<StatusTone, { look: string; dot: string }> = {
  waiting: { look: 'bg-sun-tint text-sun-deep', dot: 'bg-sun' },
  good: { look: 'bg-sea-tint text-sea-deep', dot: 'bg-sea' },
  bad: { look: 'bg-danger-tint text-danger-deep', dot: 'bg-danger' },
  over: { look: 'bg-sand-deep text-ink-soft', dot: 'bg-ink-soft' },
}

/** A status in words, with a colour that says the same. */
export function StatusMark({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  const { look, dot } = LOOKS[tone]
  return (
    <span
      className={classNames('inline-flex items-center gap-1.5 rounded-pill px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap', look)}
    >
      <span aria-hidden="true" className={classNames('size-2 rounded-pill', dot)} />
      {children}
    </span>
  )
}
