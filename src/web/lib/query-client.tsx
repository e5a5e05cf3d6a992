import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { retryDelay, shouldRetry } from '#web/lib/call-error.ts'
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

/** Providers for a page that makes calls. Loaded together with such a page, since the home page makes none. */
export function WithQueries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
