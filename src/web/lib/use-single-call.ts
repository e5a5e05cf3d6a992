import { useEffect, useRef, useState } from 'react'

/**
 * Returns `run`, which makes one call at a time. Further clicks are ignored until the page has been rendered with the result of the
 * previous call, since they belong to a double click. `release` allows the next call at once, if nobody waits for the result.
 */
export function useSingleCall<Args extends unknown[]>(call: (...args: Args) => Promise<unknown>) {
  // A ref, not state: the second click comes before the next render.
  const underWay = useRef<Promise<unknown>>(undefined)
  const [ended, setEnded] = useState<Promise<unknown>>()
  useEffect(() => {
    if (underWay.current === ended) underWay.current = undefined
  }, [ended])

  const run = (...args: Args): void => {
    if (underWay.current) return
    const calling = call(...args)
    underWay.current = calling
    void calling.finally(() => setEnded(calling))
  }
  const release = () => {
    underWay.current = undefined
  }
  return { run, release }
}
