import { pages } from '#shared/pages.ts'
import { heroPreloads } from '#web/pages/home/hero-picture.tsx'
import { Pages } from '#web/router.tsx'
import { markupOf, StaticRouter } from './static-router.tsx'

export { heroPreloads }

/** Renders the home page to markup. Run by the build (scripts/web-build/prerender-plugin.ts), never in a browser. */
export async function renderHome(): Promise<string> {
  return markupOf(
    <StaticRouter path={pages.home}>
      <Pages />
    </StaticRouter>,
  )
}
