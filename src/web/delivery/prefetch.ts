import { matchRoutes, type RouteObject } from 'react-router'
import { mayLoadAhead } from '#web/lib/connection.ts'
import { loadPage } from './lazy-page.tsx'

/** In milliseconds: a pointer that only crosses a link on its way elsewhere does not mean it. */
const DWELL_MS = 65

/**
 * Loads a page's script as soon as somebody points at a link to it, presses it or reaches it by keyboard; never for visitors who
 * have asked their browser to save data.
 */
export function prefetchPages(target: Document, routes: RouteObject[]): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const hint = ({ target: element, type }: Event) => {
    clearTimeout(timer)
    const link = element instanceof Element && element.closest<HTMLElement>('a[href^="#/"], a[data-page]')
    const address = link && (link.dataset['page'] ?? link.getAttribute('href'))
    if (!address || !mayLoadAhead()) return
    const load = () => void prefetch(address.slice(1), routes)
    // A finger rests on nothing before it presses, and is lifted a tenth of a second later.
    if (type === 'pointerdown') load()
    else timer = setTimeout(load, DWELL_MS)
  }
  for (const kind of ['pointerover', 'pointerdown', 'focusin']) target.addEventListener(kind, hint, { passive: true })
}

/** Fetches the script of a page. `path`: as in a link, with or without a query. A failure shows on the click itself. */
export async function prefetch(path: string, routes: RouteObject[]): Promise<void> {
  const matches = matchRoutes(routes, new URL(path, 'http://page').pathname) ?? []
  await Promise.all(matches.map(async ({ route }) => loadPage(route.element))).catch(() => undefined)
}
