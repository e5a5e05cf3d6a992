import { useMutation, type DefaultError, type UseMutationOptions } from '@tanstack/react-query'
import { useSingleCall } from '#web/lib/use-single-call.ts'

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
