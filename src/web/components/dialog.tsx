import { X } from 'lucide-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { lastFocused } from '#web/components/use-kept-focus.ts'
import { classNames } from '#web/lib/class-names.ts'
import { useClosedByBack } from '#web/lib/closed-by-back.ts'
import { Button } from './button.tsx'

type Props = {
  isOpen: boolean
  /** Called on Esc, a click on the backdrop or the close button. */
  onClose: () => void
  title: string
  children: ReactNode
  footer?: ReactNode
  size?: 'small' | 'medium' | 'large' | undefined
  /** On a phone it slides up from the bottom at full width. */
  isSheet?: boolean
}

const widths = { small: 'max-w-md', medium: 'max-w-xl', large: 'max-w-3xl' }

/**
 * A modal using the native element: the browser traps the focus and returns it on closing. Title and buttons stay in sight; in a very low
 * window, or with very large text, they scroll with the content, which would have no room otherwise.
 */
export function Dialog({ isOpen, onClose, title, children, footer, size = 'medium', isSheet = false }: Props) {
  const titleId = useId()
  const dialog = useModal(isOpen)
  useClosedByBack(isOpen, onClose)
  if (!isOpen) return null
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
      className={classNames(
        'modal locks-page m-auto max-h-[calc(100dvh-min(2rem,8vw))] w-[calc(100vw-min(2rem,8vw))] overflow-hidden rounded-card bg-paper p-0 text-ink shadow-lift',
        widths[size],
        isSheet && 'max-sm:mb-0 max-sm:w-full max-sm:max-w-none max-sm:rounded-b-none',
      )}
    >
      <div className="flex max-h-[calc(100dvh-min(2rem,8vw))] flex-col low:block low:overflow-y-auto">
        <header className="flex items-start justify-between gap-[min(1rem,4vw)] px-[min(1.5rem,6vw)] pt-5 pb-3">
          <h2 id={titleId} className="min-w-0 text-[length:min(var(--text-2xl),10vw)] leading-(--text-2xl--line-height)">
            {title}
          </h2>
          <button
            type="button"
            onClick={onClose}
            aria-label="Close dialog"
            className="-mt-1 -mr-2 flex size-11 shrink-0 items-center justify-center rounded-pill text-ink-soft hover:bg-sand hover:text-ink"
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </header>
        <div className={classNames('overflow-y-auto px-[min(1.5rem,6vw)] pb-6 low:overflow-visible', isSheet && 'max-sm:px-2 max-xs:px-0')}>
          {children}
        </div>
        {footer && (
          <footer className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse max-sm:*:w-full max-sm:*:px-[min(1.5rem,6vw)] border-t border-line px-[min(1.5rem,6vw)] py-4">
            {footer}
          </footer>
        )}
      </div>
    </dialog>
  )
}

/**
 * Opens the dialog as a modal and focuses the element marked with `data-first`, or else the close button; on closing, returns the focus to
 * where it was.
 */
export function useModal(isOpen: boolean) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!isOpen) return
    // A button may be busy, and so disabled, when its dialog opens.
    const before = lastFocused()
    const element = dialog.current
    element?.showModal()
    element?.querySelector<HTMLElement>('[data-first]')?.focus()
    return () => {
      element?.close()
      const giveBack = () => {
        if (!before) return
        if (document.activeElement === document.body) before.focus({ preventScroll: true })
        if (before.matches(':disabled')) requestAnimationFrame(giveBack)
      }
      giveBack()
    }
  }, [isOpen])
  return dialog
}

type QuestionProps = { title: string; yes: string; no: string; onYes: () => void; onNo: () => void; children: ReactNode }

/** A small yes-or-no dialog; closing it means no. */
export function QuestionDialog({ title, yes, no, onYes, onNo, children }: QuestionProps) {
  return (
    <Dialog
      isOpen
      onClose={onNo}
      title={title}
      size="small"
      footer={
        <>
          <Button variant="secondary" onClick={onNo}>
            {no}
          </Button>
          <Button onClick={onYes}>{yes}</Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
