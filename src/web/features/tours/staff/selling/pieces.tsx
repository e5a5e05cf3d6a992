import { ChevronDown, Plus, X } from 'lucide-react'
import { createContext, useContext, useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Button } from '#web/components/button.tsx'
import { classNames } from '#web/lib/class-names.ts'

type Props = {
  title: string
  summary: string
  isOpen: boolean
  /** Whether it has an error: then it is open as well. */
  isWrong: boolean
  onToggle: () => void
  /** Buttons beside its line. */
  actions: ReactNode
  children: ReactNode
}

/** An entry of a list, folded to one line until opened. */
export function Entry({ title, summary, isOpen, isWrong, onToggle, actions, children }: Props) {
  const canEdit = useCanEdit()
  const [wasWrong, setWasWrong] = useState(false)
  // It does not fold under the hands of who puts it right.
  if (isWrong && !isOpen && !wasWrong) setWasWrong(true)
  const isShown = isOpen || wasWrong || !canEdit
  const toggle = () => {
    setWasWrong(false)
    if (isOpen || !isShown) onToggle()
  }
  const content = useRef<HTMLDivElement>(null)
  // Its field was not there yet when the form looked for the first error.
  useEffect(() => {
    if (!isWrong || isOpen || document.activeElement?.matches('[aria-invalid]')) return
    content.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    // Only when an error turns up, not when someone folds it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isWrong])
  return (
    <li className="py-1">
      <div className="flex items-center gap-2 max-xs:flex-wrap">
        <button
          type="button"
          aria-expanded={isShown}
          onClick={toggle}
          className="flex min-h-12 min-w-0 flex-1 items-center gap-3 rounded-field px-1 py-1.5 text-left hover:bg-cream max-xs:basis-48"
        >
          <ChevronDown aria-hidden="true" className={classNames('size-4 shrink-0 transition-transform', !isShown && '-rotate-90')} />
          <span className="min-w-0 grow">
            <span className="block font-semibold wrap-anywhere">{title}</span>
            <span className="block text-ink-soft">{summary}</span>
          </span>
        </button>
        {canEdit && actions}
      </div>
      {isShown && (
        <div ref={content} className="@container grid grid-cols-1 gap-5 pt-2 pb-5 sm:pl-8">
          {children}
        </div>
      )}
    </li>
  )
}

type FoldedProps = { label: string; summary: string; /** An error within opens it. */ isWrong: boolean; children: ReactNode }

/** What is seldom needed, behind a line that says how it is. */
export function Folded({ label, summary, isWrong, children }: FoldedProps) {
  const [isOpen, setIsOpen] = useState(false)
  const canEdit = useCanEdit()
  // It does not fold under the hands of who puts it right.
  if (isWrong && !isOpen) setIsOpen(true)
  const isShown = isOpen || !canEdit
  const id = useId()
  return (
    <div className="rounded-field border border-line">
      <button
        type="button"
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        onClick={() => setIsOpen(!isShown)}
        className="flex min-h-12 w-full items-center gap-3 rounded-field px-3 py-2 text-left hover:bg-cream"
      >
        <ChevronDown aria-hidden="true" className={classNames('size-4 shrink-0 transition-transform', !isShown && '-rotate-90')} />
        <span className="min-w-0">
          <span className="font-semibold">{label}</span> <span className="text-ink-soft">{summary}</span>
        </span>
      </button>
      {isShown && (
        <div id={id} className="@container grid grid-cols-1 gap-5 px-3 pt-2 pb-4">
          {children}
        </div>
      )}
    </div>
  )
}

/** False for those who may only read: nothing can be pressed then, so that all is open. */
export const CanEditContext = createContext(true)

function useCanEdit(): boolean {
  return useContext(CanEditContext)
}

type RadioLineProps<Value extends string> = {
  legend: string
  isLegendHidden?: boolean
  value: Value
  choices: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

/** A few choices in one line. */
export function RadioLine<Value extends string>({ legend, isLegendHidden = false, value, choices, onChange }: RadioLineProps<Value>) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className={isLegendHidden ? 'sr-only' : 'text-sm font-semibold'}>{legend}</legend>
      <div className="flex flex-wrap gap-x-6">
        {choices.map((choice) => (
          <label key={choice.value} className="flex min-h-11 items-center gap-2.5">
            <input
              type="radio"
              name={name}
              checked={value === choice.value}
              onChange={() => onChange(choice.value)}
              className="size-5 accent-coral-deep"
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type CheckBoxesProps = {
  legend: string
  chosen: readonly string[]
  choices: readonly { value: string; label: string }[]
  error?: string | undefined
  onChange: (chosen: string[]) => void
}

/** Any of a few things, in one line. */
export function CheckBoxes({ legend, chosen, choices, error, onChange }: CheckBoxesProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-x-6">
        {choices.map(({ value, label }) => (
          <label key={value} className="flex min-h-11 items-center gap-2.5">
            <input
              type="checkbox"
              aria-invalid={error ? true : undefined}
              checked={chosen.includes(value)}
              onChange={({ target }) => onChange(target.checked ? [...chosen, value] : chosen.filter((each) => each !== value))}
              className="size-5 accent-coral-deep"
            />
            {label}
          </label>
        ))}
      </div>
      <div aria-live="polite">{error && <p className="text-sm font-medium text-danger">{error}</p>}</div>
    </fieldset>
  )
}

type AddButtonProps = { isFull?: boolean; onAdd: () => void; children: ReactNode }

export function AddButton({ isFull = false, onAdd, children }: AddButtonProps) {
  return (
    <Button variant="secondary" size="small" className="justify-self-start in-disabled:hidden" disabled={isFull} onClick={onAdd}>
      <Plus aria-hidden="true" className="size-4" /> {children}
    </Button>
  )
}

type RemoveButtonProps = { what: string; onRemove: () => void; className?: string }

/** Removes a row; `what` is said to screen readers. */
export function RemoveButton({ what, onRemove, className }: RemoveButtonProps) {
  return (
    <button
      type="button"
      aria-label={`Remove ${what}`}
      onClick={onRemove}
      className={classNames(
        'flex size-11 shrink-0 items-center justify-center rounded-pill text-ink-soft hover:bg-sand hover:text-ink in-disabled:hidden',
        className,
      )}
    >
      <X aria-hidden="true" className="size-5" />
    </button>
  )
}

/** Focuses the first field of the last of these elements, which exists only after React has rendered it. */
export function focusNew(list: HTMLElement | null, selector: string, field = 'input, select, textarea'): void {
  requestAnimationFrame(() =>
    Array.from(list?.querySelectorAll(selector) ?? [])
      .at(-1)
      ?.querySelector<HTMLElement>(field)
      ?.focus(),
  )
}
