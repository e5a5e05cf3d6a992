import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ShownPhone } from '#shared/shown-phones.ts'
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

/** A link if there is an address, otherwise plain content. */
export function MaybeLink({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (to === undefined) return children
  return (
    <Link to={to} className="text-link inline-flex min-h-6 items-center">
      {children}
    </Link>
  )
}

export function PhoneLink({ phone: { text, number } }: { phone: ShownPhone }) {
  return (
    <a href={`tel:${number}`} translate="no" className="text-link inline-flex min-h-6 items-center tabular-nums pointer-coarse:min-h-11">
      {text}
    </a>
  )
}
