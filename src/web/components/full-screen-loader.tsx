import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useModal } from '#web/components/dialog.tsx'

type Props = {
  text: string
  /** Called when the visitor or the timeout dismisses it. */
  onClose?: () => void
  autoCloseSeconds?: number
}

/** Covers the screen while something loads. Dismissing it does not stop the loading. */
export function FullScreenLoader({ text, onClose, autoCloseSeconds }: Props) {
  const [isOpen, setIsOpen] = useState(true)
  const dialog = useModal(isOpen)
  const close = () => {
    setIsOpen(false)
    onClose?.()
  }
  const closeByClock = useEffectEvent(close)
  useEffect(() => {
    if (autoCloseSeconds === undefined) return
    const timer = setTimeout(() => closeByClock(), autoCloseSeconds * 1000)
    return () => clearTimeout(timer)
  }, [autoCloseSeconds])

  if (!isOpen) return null
  return (
    <dialog
      ref={dialog}
      aria-label={text}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      className="locks-page m-0 h-dvh max-h-none w-screen max-w-none bg-sand/95 text-ink backdrop:bg-transparent"
    >
      <div className="flex h-full flex-col items-center justify-center gap-6 p-6 text-center">
        <CompassRing />
        <p role="status" className="font-display text-2xl">
          {text}
        </p>
        <button
          type="button"
          onClick={close}
          aria-label="Close"
          className="absolute top-4 right-4 flex size-12 items-center justify-center rounded-pill bg-paper text-ink shadow-card hover:bg-sand-deep"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
    </dialog>
  )
}

function CompassRing() {
  return (
    <svg aria-hidden="true" viewBox="0 0 64 64" className="size-16">
      <circle cx="32" cy="32" r="28" fill="none" strokeWidth="3" className="stroke-line" />
      <g className="origin-center animate-[spin_1.8s_linear_infinite]">
        <path d="M32 4a28 28 0 0 1 28 28" fill="none" strokeWidth="3" strokeLinecap="round" className="stroke-coral" />
      </g>
      <path d="M32 16l5 13 13 3-13 3-5 13-5-13-13-3 13-3z" className="fill-ink" />
    </svg>
  )
}
