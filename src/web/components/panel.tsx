import { useId, type ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'

export function Panel({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classNames('rounded-card border border-line bg-paper p-4 sm:p-6', className)}>
      <h2 id={id} className="mb-4 font-sans text-base font-semibold tracking-normal">
        {title}
      </h2>
      {children}
    </section>
  )
}
