import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from '#web/lib/class-names.ts'

type Props = {
  id: string
  eyebrow: string
  title: string
  /** One sentence under the title. */
  text: ReactNode
  more: { title: string; path: string }
  isOnInk?: boolean
}

export function SectionHeading({ id, eyebrow, title, text, more, isOnInk = false }: Props) {
  return (
    <div className="mb-8 flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
      <div className="min-w-0">
        <p className={classNames('eyebrow mb-2', isOnInk && 'text-sun')}>{eyebrow}</p>
        <h2 id={id} className={classNames('text-3xl', isOnInk && 'text-white')}>
          {title}
        </h2>
        <p className={classNames('mt-3 max-w-[60ch] text-lg', isOnInk ? 'text-on-night-soft' : 'text-ink-soft')}>{text}</p>
      </div>
      <Link
        to={more.path}
        className={classNames('group/more text-link inline-flex min-h-11 items-center gap-1.5', isOnInk && 'text-sun hover:text-white')}
      >
        {more.title}
        <ArrowRight aria-hidden="true" className="size-4 transition-[translate] group-hover/more:translate-x-1" />
      </Link>
    </div>
  )
}
