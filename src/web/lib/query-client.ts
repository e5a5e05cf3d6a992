import { notifyManager, QueryClient } from '@tanstack/react-query'
import { CallError } from '#web/lib/call-error.ts'
import { getSession, onSessionChange } from '#web/lib/session.ts'

/** Returns whether a call is worth a second try: only without a response or after a server error. A refusal stays a refusal. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (error instanceof CallError && error.status >= 400 && error.status < 500) return false
  return failures < 1
}

// By default a result is told only in a later task, and a click could come in between.
notifyManager.setScheduler(queueMicrotask)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: shouldRetry,
      retryDelay: 400,
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // Offline, a call fails at once and the page says so, instead of waiting silently.
      networkMode: 'always',
      // What failed for want of a connection is asked for again once there is one.
      refetchOnReconnect: ({ state }) => state.status === 'error',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** What one person has loaded must not be shown to the next person at the same screen. */
let owner = getSession().id
onSessionChange((session) => {
  if (session.id === owner) return
  owner = session.id
  queryClient.clear()
})
