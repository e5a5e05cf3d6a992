import { Check, X } from 'lucide-react'
import { classNames } from '#web/lib/class-names.ts'
import type { TourResponse } from './tour-view.ts'

/** What the price covers and what it does not, side by side. Renders only what the tour states. */
export function TourInclusions({ tour }: { tour: TourResponse }) {
  const { included = [], notIncluded = [] } = tour.facts ?? {}
  if (included.length === 0 && notIncluded.length === 0) return null
  return (
    <section aria-labelledby="inclusions">
      <h2 id="inclusions" className="mb-5 text-2xl">
        What’s Included
      </h2>
      <div className="grid gap-x-10 gap-y-6 rounded-card bg-paper p-6 shadow-card sm:grid-flow-col sm:auto-cols-fr">
        <Lines name="Included" lines={included} isIncluded />
        <Lines name="Not included" lines={notIncluded} isIncluded={false} />
      </div>
    </section>
  )
}

function Lines({ name, lines, isIncluded }: { name: string; lines: string[]; isIncluded: boolean }) {
  if (lines.length === 0) return null
  const Mark = isIncluded ? Check : X
  return (
    <div className="min-w-0">
      <h3 className="mb-3 font-sans text-base font-semibold">{name}</h3>
      <ul className="grid gap-2.5">
        {lines.map((line) => (
          <li key={line} className="flex gap-2.5 text-pretty wrap-anywhere">
            <Mark aria-hidden="true" className={classNames('mt-1 size-5 shrink-0', isIncluded ? 'text-sea' : 'text-ink-soft')} />
            {line}
          </li>
        ))}
      </ul>
    </div>
  )
}
