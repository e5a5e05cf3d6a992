import { StrictMode, type ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { createPath, Router, type Navigator } from 'react-router'

const stay = () => undefined

/** Creates links like the browser's router but never navigates. */
const navigator: Navigator = {
  createHref: (to) => `#${typeof to === 'string' ? to : createPath(to)}`,
  go: stay,
  push: stay,
  replace: stay,
}

export function StaticRouter({ path, children }: { path: string; children: ReactNode }) {
  return (
    <StrictMode>
      <Router location={path} navigator={navigator} static>
        {children}
      </Router>
    </StrictMode>
  )
}

export async function markupOf(page: ReactNode): Promise<string> {
  // Without the limit React would outline large parts and move them into place by script.
  const { prelude } = await prerender(page, { progressiveChunkSize: Number.MAX_SAFE_INTEGER })
  return new Response(prelude).text()
}
