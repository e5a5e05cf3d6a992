import type { ReactNode } from 'react'

/** One entry of a description list, with a picture before its name. */
export function Fact({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div className="relative min-w-0 pl-8 [&_svg]:size-5">
      <dt className="text-sm text-ink-soft">
        <span aria-hidden="true" className="absolute top-0.5 left-0 text-sea">
          {icon}
        </span>
        {name}
      </dt>
      <dd className="font-semibold wrap-anywhere">{children}</dd>
    </div>
  )
}
