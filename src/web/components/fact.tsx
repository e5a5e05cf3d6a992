import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'

type Props = { icon: ReactNode; name: string; className?: string | undefined; children: ReactNode }

export function Fact({ icon, name, className, children }: Props) {
  return (
    <div className={classNames('relative min-w-0 pl-8 [&_svg]:size-5', className)}>
      <dt className="text-sm text-ink-soft">
        <span aria-hidden="true" className="absolute top-0.5 left-0 text-sea">
          {icon}
        </span>
        {name}
      </dt>
      <dd className="font-semibold text-pretty wrap-anywhere">{children}</dd>
    </div>
  )
}
