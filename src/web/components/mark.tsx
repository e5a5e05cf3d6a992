import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'

export type Tone = 'good' | 'waiting' | 'bad' | 'quiet'

const LOOKS: Record<Tone, { look: string; dot: string }> = {
  good: { look: 'bg-sea-tint text-sea-deep', dot: 'bg-sea' },
  waiting: { look: 'bg-sun-tint text-sun-deep', dot: 'bg-sun' },
  bad: { look: 'bg-danger-tint text-danger-deep', dot: 'bg-danger' },
  quiet: { look: 'bg-sand-deep text-ink-soft', dot: 'bg-ink-soft' },
}

export function Mark({ tone, children }: { tone: Tone; children: ReactNode }) {
  const { look, dot } = LOOKS[tone]
  return (
    <span
      className={classNames('inline-flex items-center gap-1.5 rounded-pill px-2.5 py-0.5 text-xs font-semibold sm:whitespace-nowrap', look)}
    >
      <span aria-hidden="true" className={classNames('size-2 rounded-pill', dot)} />
      {children}
    </span>
  )
}
