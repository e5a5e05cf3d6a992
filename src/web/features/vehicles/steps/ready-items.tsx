import type { ItemField } from '#web/features/vehicles/draft/wizard-draft.ts'

/** What most moves have, with usual outer sizes in cm: a start, to be corrected where it does not fit. */
const READY_ITEMS: readonly Record<ItemField, string>[] = [
  { name: 'Two-seater sofa', length: '170', width: '90', height: '85' },
  { name: 'Double bed', length: '200', width: '150', height: '60' },
  { name: 'Wardrobe', length: '120', width: '60', height: '200' },
  { name: 'Dining table', length: '160', width: '90', height: '75' },
  { name: 'Washing machine', length: '60', width: '60', height: '85' },
  { name: 'Moving box', length: '46', width: '46', height: '46' },
]

/** Fills in an item with its sizes, which can be changed before it is added. */
export function ReadyItems({ onChoose }: { onChoose: (item: Record<ItemField, string>) => void }) {
  return (
    <div role="group" aria-label="Usual items" className="flex flex-wrap items-center gap-2">
      <span className="w-full text-sm text-ink-soft">Start from a usual item, or describe your own:</span>
      {READY_ITEMS.map((item) => (
        <button
          key={item.name}
          type="button"
          onClick={() => onChoose(item)}
          className="min-h-11 rounded-pill border border-line-strong/60 bg-paper px-4 text-sm font-medium hover:border-ink hover:bg-sand"
        >
          {item.name}
        </button>
      ))}
    </div>
  )
}
