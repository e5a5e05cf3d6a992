import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'

type Tab<Id extends string> = { id: Id; label: string; panel: ReactNode }

type Props<Id extends string> = { label: string; tabs: readonly Tab<Id>[]; selected: Id; onSelect: (id: Id) => void }

const STEP: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

/** Follows the ARIA tabs pattern: arrow keys, Home and End move and select. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect }: Props<Id>) {
  const baseId = useId()
  const buttons = useRef(new Map<Id, HTMLButtonElement>())

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEP[event.key]
    if (!step) return
    event.preventDefault()
    const next =
      tabs[
        step(
          tabs.findIndex((tab) => tab.id === selected),
          tabs.length,
        )
      ]
    if (!next) return
    onSelect(next.id)
    buttons.current.get(next.id)?.focus()
  }

  return (
    <div>
      {/* The line is as wide as what is around it; only the strip, which clips, leaves room for focus rings. */}
      <div className="border-b border-line">
        <div role="tablist" aria-label={label} onKeyDown={onKeyDown} className="-mx-1 flex gap-1 overflow-x-auto px-1 pt-1">
          {tabs.map((tab) => (
            <button
              key={tab.id}
              ref={(button) => {
                if (button) buttons.current.set(tab.id, button)
              }}
              type="button"
              role="tab"
              id={`${baseId}-${tab.id}-tab`}
              aria-selected={tab.id === selected}
              aria-controls={`${baseId}-${tab.id}-panel`}
              tabIndex={tab.id === selected ? 0 : -1}
              onClick={() => onSelect(tab.id)}
              className={classNames(
                '-mb-px min-h-12 shrink-0 border-b-3 px-4 font-semibold whitespace-nowrap transition-colors',
                tab.id === selected ? 'border-coral text-ink' : 'border-transparent text-ink-soft hover:text-ink print:hidden',
              )}
            >
              {tab.label}
            </button>
          ))}
        </div>
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${baseId}-${tab.id}-panel`}
          aria-labelledby={`${baseId}-${tab.id}-tab`}
          hidden={tab.id !== selected}
          className="pt-6"
        >
          {tab.id === selected && tab.panel}
        </div>
      ))}
    </div>
  )
}
