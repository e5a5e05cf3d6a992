import { StrictMode, useLayoutEffect } from 'react'
import { Pages } from '#web/router.tsx'
import { PatientRouter } from './patient-router.tsx'

/** The site in a browser. The prerendered home page has the same `Pages` in its own router (prerender.tsx). */
export function App({ onShown }: { onShown: () => void }) {
  // Before the browser paints: a page that is there but still hidden would lose the first key pressed on it.
  useLayoutEffect(onShown, [onShown])
  return (
    <StrictMode>
      <PatientRouter>
        <Pages />
      </PatientRouter>
    </StrictMode>
  )
}
