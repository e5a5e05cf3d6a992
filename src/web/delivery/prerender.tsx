import { pages } from '#shared/pages.ts'
import { heroPreloads } from '#web/pages/home/hero-picture.tsx'
import { Pages } from '#web/router.tsx'
import { markupOf, StaticRouter } from './static-router.tsx'

export { heroPreloads }

/** Returns the home page as markup; run by the build (scripts/web-build/prerender-plugin.ts), never in a browser. */
export async function renderHome(): Promise<string> {
  return markupOf(
    <StaticRouter path={pages.home}>
      <Pages />
    </StaticRouter>,
  )
}
