import { prerender } from 'react-dom/static'
import { Router } from 'react-router'
import { StrictMode } from 'react'
import { pages } from '#shared/pages.ts'
import { heroPreloads } from '#web/pages/home/hero-picture.tsx'
import { Pages } from '#web/router.tsx'
import { staticNavigator } from './static-navigator.ts'

export { heroPreloads }

/** Returns the home page as markup; run by the build (scripts/web-build/prerender-plugin.ts), never in a browser. */
export async function renderHome(): Promise<string> {
  const app = (
    <StrictMode>
      <Router location={pages.home} navigator={staticNavigator} static>
        <Pages />
      </Router>
    </StrictMode>
  )
  // Without the limit React would put large parts behind a script that moves them into place.
  const { prelude } = await prerender(app, { progressiveChunkSize: Number.MAX_SAFE_INTEGER })
  return new Response(prelude).text()
}
