import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { useCanEdit } from './can-edit.ts'

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
    // Only when an error turns up, not when somebody folds it.
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
