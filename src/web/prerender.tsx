import { prerender } from 'react-dom/static'
import { createPath, Router, type To } from 'react-router'
import { StrictMode } from 'react'
import { pages } from '#shared/paths.ts'
import { heroPreloads } from '#web/pages/home/hero-picture.tsx'
import { Pages } from '#web/router.tsx'

export { heroPreloads }

const addressOf = (to: To) => `#${typeof to === 'string' ? to : createPath(to)}`
const stay = () => undefined

/** Returns the home page as markup; run by the build (scripts/web-build/prerender-plugin.ts), never in a browser. */
export async function renderHome(): Promise<string> {
  const navigator = { createHref: addressOf, go: stay, push: stay, replace: stay }
  const app = (
    <StrictMode>
      <Router location={pages.home} navigator={navigator} static>
        <Pages />
      </Router>
    </StrictMode>
  )
  // Without the limit React would put large parts behind a script that moves them into place.
  const { prelude } = await prerender(app, { progressiveChunkSize: Number.MAX_SAFE_INTEGER })
  return new Response(prelude).text()
}
