import { Check, ChevronDown, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDisclosure } from './disclosure.ts'
import { classNames } from '#web/lib/class-names.ts'

type Props = {
  name: string
  value: string
  onClear: () => void
  children: (close: () => void) => ReactNode
}

/** A filter as a button that shows its value and opens a menu to change it. */
export function FilterMenu({ name, value, onClear, children }: Props) {
  const { isOpen, setIsOpen, container, onBlur } = useDisclosure<HTMLDivElement>()
  const isSet = value !== ''
  const button = () => container.current?.querySelector<HTMLElement>('[aria-expanded]')
  const close = () => {
    setIsOpen(false)
    button()?.focus()
  }
  return (
    <div ref={container} onBlur={onBlur} className="relative">
      <div
        className={classNames(
          'inline-flex max-w-full items-center rounded-pill border transition-colors',
          isSet ? 'border-ink bg-paper' : 'border-line bg-paper text-ink-soft hover:border-ink hover:text-ink',
        )}
      >
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className={classNames(
            'inline-flex min-h-10 min-w-0 pointer-coarse:min-h-11 items-center gap-1.5 rounded-pill pl-4',
            isSet ? 'pr-1' : 'pr-3',
          )}
        >
          <span className={isSet ? 'text-ink-soft' : 'font-semibold'}>{name}</span>
          {isSet ? <span className="truncate font-semibold">{value}</span> : <ChevronDown aria-hidden="true" className="size-4" />}
        </button>
        {isSet && (
          <button
            type="button"
            aria-label={`Clear ${name.toLowerCase()}`}
            onClick={() => {
              onClear()
              close()
            }}
            className="mr-1 flex size-8 shrink-0 items-center justify-center rounded-pill text-ink-soft hover:bg-sand hover:text-ink"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        )}
      </div>
      {isOpen && (
        <div
          ref={keepInside}
          className="appear absolute top-full left-0 z-30 mt-1.5 max-h-[min(32rem,calc(100dvh-2rem))] w-72 overflow-y-auto rounded-card border border-line bg-paper p-2 shadow-lift max-sm:fixed max-sm:inset-x-4 max-sm:top-auto max-sm:bottom-4 max-sm:w-auto"
        >
          {children(close)}
        </div>
      )}
    </div>
  )
}

/** In pixels. */
const MARGIN = 16

/** Shifts the panel back if it would overflow the right edge of the window. */
function keepInside(panel: HTMLElement | null): void {
  if (!panel) return
  const excess = panel.getBoundingClientRect().right + MARGIN - document.documentElement.clientWidth
  if (excess > 0) panel.style.translate = `${-excess}px`
}

type ChoicesProps = { choices: readonly { value: string; name: string }[]; chosen: string; onChoose: (value: string) => void }

export function Choices({ choices, chosen, onChoose }: ChoicesProps) {
  return (
    <ul>
      {choices.map(({ value, name }) => (
        <li key={value}>
          <button
            type="button"
            aria-pressed={value === chosen}
            onClick={() => onChoose(value)}
            className="flex min-h-10 w-full pointer-coarse:min-h-11 items-center justify-between gap-3 rounded-field px-3 text-left hover:bg-sand"
          >
            {name}
            {value === chosen && <Check aria-hidden="true" className="size-4 shrink-0 text-sea" />}
          </button>
        </li>
      ))}
    </ul>
  )
}
