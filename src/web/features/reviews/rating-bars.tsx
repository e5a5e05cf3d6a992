type Props = { counts: readonly { rating: number; count?: number | undefined }[]; total: number }

export function RatingBars({ counts, total }: Props) {
  return (
    <ul className="grid gap-2 text-sm">
      {counts.map(({ rating: stars, count = 0 }) => (
        <li key={stars} className="grid grid-cols-[minmax(0,3.75rem)_minmax(0,1fr)_minmax(0,2.5rem)] items-center gap-3">
          <span>{stars === 1 ? '1 star' : `${stars} stars`}</span>
          <span aria-hidden="true" className="h-2 overflow-hidden rounded-pill bg-sand-deep">
            <span className="block h-full rounded-pill bg-sun" style={{ width: `${(count / Math.max(1, total)) * 100}%` }} />
          </span>
          <span className="text-right text-ink-soft tabular-nums">
            {count}
            <span className="sr-only"> {count === 1 ? 'review' : 'reviews'}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
