import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '#web/lib/query-client.ts'
import { followOtherTabs, whenRehydrated } from '#web/lib/session.ts'
import { Router } from '#web/router.tsx'
import '#web/styles/main.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

followOtherTabs(window)
// The guards must not judge before the stored session is back.
void whenRehydrated().then(() =>
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Router />
      </QueryClientProvider>
    </StrictMode>,
  ),
)
