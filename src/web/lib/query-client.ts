import { notifyManager, QueryClient } from '@tanstack/react-query'
import { retryDelay, shouldRetry } from '#web/lib/retries.ts'
import { getSession, onSessionChange } from '#web/lib/session.ts'

// By default results are delivered in a later task, and a click could come in between.
notifyManager.setScheduler(queueMicrotask)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: shouldRetry,
      retryDelay,
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // Offline calls fail at once and the page says so, instead of waiting silently.
      networkMode: 'always',
      // Failed queries are refetched once there is a connection.
      refetchOnReconnect: ({ state }) => state.status === 'error',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** One person's data must not be shown to the next person at the same screen. */
let owner = getSession().id
onSessionChange((session) => {
  if (session.id === owner) return
  owner = session.id
  queryClient.clear()
})
