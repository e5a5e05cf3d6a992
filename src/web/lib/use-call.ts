import { useMutation, type DefaultError, type UseMutationOptions } from '@tanstack/react-query'
import { useSingleCall } from '#web/lib/use-single-call.ts'

/**
 * Returns a call that changes something: `useMutation`, but a second click before the next render makes no second call.
 * Every mutation of the web is one of these.
 */
export function useCall<T, Variables = void, Context = unknown>(options: UseMutationOptions<T, DefaultError, Variables, Context>) {
  const { mutateAsync, reset: forget, ...mutation } = useMutation(options)
  const { run, release } = useSingleCall((...args: Parameters<typeof mutateAsync>) =>
    // What went wrong is in the mutation's state.
    mutateAsync(...args).catch(() => undefined),
  )
  const reset = () => {
    release()
    forget()
  }
  return { ...mutation, mutate: run, reset }
}
