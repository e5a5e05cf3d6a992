import { useState } from 'react'
import type { ItemField } from '#web/features/vehicles/draft/wizard-draft.ts'
import { USUAL_ITEMS } from './usual-items.ts'

const FIRST = 6

const pill = 'min-h-11 rounded-pill border border-line-strong/60 bg-paper px-4 text-sm font-medium hover:border-ink hover:bg-sand'

export function ReadyItems({ onChoose }: { onChoose: (item: Record<ItemField, string>) => void }) {
  const [isLong, setIsLong] = useState(false)
  return (
    <div role="group" aria-label="Common items" className="flex flex-wrap items-center gap-2">
      <span className="w-full text-sm text-ink-soft">Choose a common item, or describe your own:</span>
      {USUAL_ITEMS.slice(0, isLong ? undefined : FIRST).map(([name, length, width, height]) => (
        <button
          key={name}
          type="button"
          onClick={() => onChoose({ name, length: `${length}`, width: `${width}`, height: `${height}` })}
          className={pill}
        >
          {name}
        </button>
      ))}
      <button type="button" aria-expanded={isLong} onClick={() => setIsLong(!isLong)} className="text-link min-h-11 px-2 text-sm">
        {isLong ? 'Fewer items' : 'More items'}
      </button>
    </div>
  )
}
