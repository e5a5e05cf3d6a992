import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/** Returns the time, in milliseconds, anew each minute: for how long something has been waiting. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
