import { useEffect, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Alert } from '#web/components/alert.tsx'

/** What the server adds to the address of whoever has turned back at the hosted checkout. */
const MARK = 'checkout'

/** Says what became of a hosted checkout that was left by its link back; the mark in the address goes, so that a reload does not repeat it. */
export function CancelledCheckout({ children }: { children: ReactNode }) {
  const [params, setParams] = useSearchParams()
  const [wasCancelled] = useState(() => params.get(MARK) === 'cancelled')
  const isMarked = params.has(MARK)
  useEffect(() => {
    if (!isMarked) return
    const rest = new URLSearchParams(params)
    rest.delete(MARK)
    setParams(rest, { replace: true })
  }, [isMarked, params, setParams])
  return wasCancelled ? <Alert kind="info">{children}</Alert> : null
}
