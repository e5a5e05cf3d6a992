import { ChevronDown } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { useCanEdit } from './can-edit.ts'

type Props = { label: string; summary: string; /** An error within opens it. */ isWrong: boolean; children: ReactNode }

/** What is seldom needed, behind a line that says how it is. */
export function Folded({ label, summary, isWrong, children }: Props) {
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
