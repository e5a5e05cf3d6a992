import { useEffect, useState } from 'react'
import { serverNow } from '#web/lib/server-clock.ts'

const MINUTE_MS = 60_000

/** The current time in milliseconds, updated every minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => serverNow().getTime())
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow().getTime()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
