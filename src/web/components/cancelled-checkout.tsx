import { useEffect, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Alert } from '#web/components/alert.tsx'

/** Parameter that the server adds to the return address of a checkout that was left. */
const MARK = 'checkout'

/** Says that the hosted checkout was left. The marker is removed from the address, so that a reload does not repeat the message. */
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
