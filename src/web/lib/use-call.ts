import { useMutation, type DefaultError, type UseMutationOptions } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

/** `useMutation`, except that a second click before the next render makes no second call. Every mutation in the web app uses it. */
export function useCall<T, Variables = void, Context = unknown>(options: UseMutationOptions<T, DefaultError, Variables, Context>) {
  const { mutateAsync, reset: forget, ...mutation } = useMutation(options)
  const { run, release } = useSingleCall((...args: Parameters<typeof mutateAsync>) =>
    // The mutation's state has the error.
    mutateAsync(...args).catch(() => undefined),
  )
  const reset = () => {
    release()
    forget()
  }
  return { ...mutation, mutate: run, reset }
}

/**
 * Returns `run`, which makes one call at a time. Further clicks are ignored until the page has been rendered with the result of the
 * previous call, since they belong to a double click. `release` allows the next call at once, if no one waits for the result.
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
