import { useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import { Alert, type AlertKind } from '#web/components/alert.tsx'
import { classNames } from '#web/lib/class-names.ts'

type Props = {
  kind?: AlertKind
  title?: string
  children: string
  onClose: () => void
  milliseconds?: number
  /** Where it covers the least. */ place?: string
}

/** An overlaid alert that disappears by itself; success messages are shown for 2000 ms (specification §9). */
export function TimedAlert({ kind = 'success', title, children, onClose, milliseconds = 2000, place = 'top-4' }: Props) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const timer = setTimeout(() => close(), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])

  return createPortal(
    <div className={classNames('pointer-events-none fixed inset-x-4 z-50 flex justify-center', place)}>
      <Alert kind={kind} title={title} className="appear pointer-events-auto w-full max-w-md shadow-lift">
        {children}
      </Alert>
    </div>,
    document.body,
  )
}
