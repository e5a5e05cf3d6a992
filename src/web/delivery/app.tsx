import { StrictMode, useLayoutEffect } from 'react'
import { Pages } from '#web/router.tsx'
import { PatientRouter } from './patient-router.tsx'

/** The app in a browser. The prerendered home page renders the same `Pages` in a router of its own (prerender.tsx). */
export function App({ onShown }: { onShown: () => void }) {
  // Before the browser paints: a page that is rendered but still hidden would lose the first key pressed on it.
  useLayoutEffect(onShown, [onShown])
  return (
    <StrictMode>
      <PatientRouter>
        <Pages />
      </PatientRouter>
    </StrictMode>
  )
}
