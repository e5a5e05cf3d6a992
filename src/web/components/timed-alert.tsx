import { useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import { Alert, type AlertKind } from '#web/components/alert.tsx'

type Props = { kind?: AlertKind; title?: string; children: string; onClose: () => void; milliseconds?: number }

/** An overlaid alert that disappears by itself; success messages are shown for 2000 ms (specification §9). */
export function TimedAlert({ kind = 'success', title, children, onClose, milliseconds = 2000 }: Props) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const timer = setTimeout(() => close(), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])

  return createPortal(
    <div className="pointer-events-none fixed inset-x-4 top-4 z-50 flex justify-center">
      <Alert kind={kind} title={title} className="appear pointer-events-auto w-full max-w-md shadow-lift">
        {children}
      </Alert>
    </div>,
    document.body,
  )
}
