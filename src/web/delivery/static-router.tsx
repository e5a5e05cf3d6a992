import { StrictMode, type ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { createPath, Router, type Navigator } from 'react-router'

const stay = () => undefined

/** Writes links as the browser's router does, and goes nowhere. */
const navigator: Navigator = {
  createHref: (to) => `#${typeof to === 'string' ? to : createPath(to)}`,
  go: stay,
  push: stay,
  replace: stay,
}

/** The router of pages that are rendered outside a browser. */
export function StaticRouter({ path, children }: { path: string; children: ReactNode }) {
  return (
    <StrictMode>
      <Router location={path} navigator={navigator} static>
        {children}
      </Router>
    </StrictMode>
  )
}

/** Renders a page once all that it loads is there. */
export async function markupOf(page: ReactNode): Promise<string> {
  // Without the limit React would put large parts behind a script that moves them into place.
  const { prelude } = await prerender(page, { progressiveChunkSize: Number.MAX_SAFE_INTEGER })
  return new Response(prelude).text()
}
