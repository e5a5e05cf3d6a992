import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** A link if there is an address, otherwise plain content. */
export function MaybeLink({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (to === undefined) return children
  return (
    <Link to={to} className="text-link inline-flex min-h-6 items-center">
      {children}
    </Link>
  )
}
