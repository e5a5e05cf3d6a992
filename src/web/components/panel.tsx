import { useId, type ReactNode, type Ref } from 'react'
import { classNames } from '#web/lib/class-names.ts'

type Props = {
  title: string
  /** Makes the heading a place to go to. */ heading?: Ref<HTMLHeadingElement>
  className?: string
  children: ReactNode
}

export function Panel({ title, heading, className, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classNames('rounded-card border border-line bg-paper p-4 sm:p-6', className)}>
      <h2 ref={heading} id={id} tabIndex={heading ? -1 : undefined} className="mb-4 font-sans text-base font-semibold tracking-normal">
        {title}
      </h2>
      {children}
    </section>
  )
}
