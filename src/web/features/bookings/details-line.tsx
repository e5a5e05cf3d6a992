import type { ReactNode } from 'react'

export function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 py-3 xs:grid-cols-[7rem_minmax(0,1fr)] sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-x-6">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}
