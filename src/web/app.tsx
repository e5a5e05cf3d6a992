import { StrictMode, useEffect } from 'react'
import { HashRouter } from 'react-router'
import { Pages } from '#web/router.tsx'

/** The program in a browser. The prerendered home has the same `Pages` in a router of its own (prerender.tsx). */
export function App({ onShown }: { onShown: () => void }) {
  useEffect(onShown, [onShown])
  return (
    <StrictMode>
      <HashRouter>
        <Pages />
      </HashRouter>
    </StrictMode>
  )
}
