import { useLayoutEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useIsHydrating } from '#web/components/use-is-hydrating.ts'
import { useClosedByBack } from '#web/lib/closed-by-back.ts'
import { classNames } from '#web/lib/class-names.ts'

/** Slightly longer than the closing animation (400 ms, specification §2). */
const WAY_OUT_MS = 450

type PanelProps = {
  id: string
  label: string
  className?: string
  children: ReactNode
  onClosed?: () => void
}

/**
 * A modal panel opened by a `PanelButton`. The dialog element is always in the page, so that the platform's own commands can open and close
 * it. Its content is included in the prerendered page, where no script may be running yet; afterwards it is only rendered while visible, so
 * that a page never has two fields of the same name.
 */
export function ModalPanel({ id, label, className, children, onClosed }: PanelProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [isSeen, setIsSeen] = useState(false)
  const wayOut = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isHydrating = useIsHydrating()
  // It may have been opened natively, and typed into, before this script ran.
  useLayoutEffect(() => {
    if (!dialog.current?.open) return
    setIsOpen(true)
    setIsSeen(true)
  }, [])
  useClosedByBack(isOpen, () => dialog.current?.close())
  // Attached manually: React drops `onBeforeToggle` on a dialog hydrated from prerendered markup.
  useLayoutEffect(() => {
    const panel = dialog.current
    const onBeforeToggle = (event: ToggleEvent) => {
      if (event.target !== panel) return
      clearTimeout(wayOut.current)
      setIsOpen(event.newState === 'open')
      // Rendered synchronously: the browser looks for the first focusable control right after this event.
      if (event.newState === 'open') flushSync(() => setIsSeen(true))
      else wayOut.current = setTimeout(() => setIsSeen(false), WAY_OUT_MS)
    }
    panel?.addEventListener('beforetoggle', onBeforeToggle)
    return () => {
      panel?.removeEventListener('beforetoggle', onBeforeToggle)
      clearTimeout(wayOut.current)
    }
  }, [])

  return (
    <dialog
      ref={dialog}
      id={id}
      aria-label={label}
      onClose={onClosed}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close()
      }}
      className={classNames('panel locks-page', className)}
    >
      {(isSeen || isHydrating) && children}
    </dialog>
  )
}

type ButtonProps = Omit<ComponentProps<'button'>, 'type' | 'onClick'> & { panel: string; action: 'open' | 'close' }

export function PanelButton({ panel, action, children, ...rest }: ButtonProps) {
  const command = { command: action === 'open' ? 'show-modal' : 'close', commandfor: panel }
  return (
    <button
      {...rest}
      {...command}
      type="button"
      onClick={() => withoutCommands(() => (action === 'open' ? openPanel(panel) : closePanel(panel)))}
    >
      {children}
    </button>
  )
}

export function openPanel(id: string): void {
  const panel = find(id)
  if (panel && !panel.open) panel.showModal()
}

export function closePanel(id: string): void {
  find(id)?.close()
}

/** Acts only in browsers from before 2026, which do not support the command attributes. */
function withoutCommands(act: () => void): void {
  if (!('commandForElement' in HTMLButtonElement.prototype)) act()
}

function find(id: string): HTMLDialogElement | null {
  const element = document.getElementById(id)
  return element instanceof HTMLDialogElement ? element : null
}
