import { useEffect, useRef, useState } from 'react'

/**
 * Returns `run`, which makes one call at a time. A click is let through again only when the page has been rendered with
 * the result of the previous call: until then it is the second half of a double click. `release` lets the next one
 * through at once, for a call whose result nobody is waiting for.
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
