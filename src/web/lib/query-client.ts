import { notifyManager, QueryClient } from '@tanstack/react-query'
import { CallError } from '#web/lib/call-error.ts'
import { getSession, onSessionChange } from '#web/lib/session.ts'

/** A refusal stays a refusal; only a missing answer or a failing server is worth a second try. */
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
      // Offline, a call fails at once and the page says so, instead of waiting without a word.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** What one person loaded is not for the next one at the same screen. */
let owner = getSession().id
onSessionChange((session) => {
  if (session.id === owner) return
  owner = session.id
  queryClient.clear()
})
