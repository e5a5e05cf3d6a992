import type { ReactNode } from 'react'

/** One fact in the details of a booking. */
export function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 py-3 xs:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}
