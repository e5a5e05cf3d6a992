import { Star } from 'lucide-react'
import { classNames } from '#web/lib/class-names.ts'

const FILLED = 'fill-sun text-sun'

type Props = { /** 0 to 5, fractions included. */ rating: number; className?: string }

/** Five stars filled to the rating; in words for screen readers. */
export function Stars({ rating, className }: Props) {
  return (
    <span role="img" aria-label={`${rating} out of 5 stars`} className={classNames('inline-flex gap-0.5', className)}>
      {[0, 1, 2, 3, 4].map((before) => (
        <OneStar key={before} filled={Math.min(1, Math.max(0, rating - before))} />
      ))}
    </span>
  )
}

function OneStar({ filled }: { /** 0 to 1. */ filled: number }) {
  return (
    <span className="relative size-[1em] shrink-0">
      <Star aria-hidden="true" className={classNames('size-full', filled === 1 ? FILLED : 'text-line-strong/70')} />
      {filled > 0 && filled < 1 && (
        <span className="absolute inset-y-0 left-0 overflow-hidden" style={{ width: `${filled * 100}%` }}>
          <Star aria-hidden="true" className={classNames('h-full w-[1em] max-w-none', FILLED)} />
        </span>
      )}
    </span>
  )
}
