import { matchRoutes, type RouteObject } from 'react-router'
import { mayLoadAhead } from '#web/components/offline-note.tsx'
import { loadPage } from './lazy-page.tsx'

/** In milliseconds; a pointer that merely crosses a link is ignored. */
const DWELL_MS = 65

/**
 * Preloads a page's script as soon as someone hovers over, presses or focuses a link to it; never for visitors whose browser asks to save
 * data.
 */
export function prefetchPages(target: Document, routes: RouteObject[]): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const hint = ({ target: element, type }: Event) => {
    clearTimeout(timer)
    const link = element instanceof Element && element.closest<HTMLElement>('a[href^="#/"], a[data-page]')
    const address = link && (link.dataset['page'] ?? link.getAttribute('href'))
    if (!address || !mayLoadAhead()) return
    const load = () => void prefetch(address.slice(1), routes)
    // A finger does not hover, and is lifted a tenth of a second after pressing.
    if (type === 'pointerdown') load()
    else timer = setTimeout(load, DWELL_MS)
  }
  for (const kind of ['pointerover', 'pointerdown', 'focusin']) target.addEventListener(kind, hint, { passive: true })
}

/** Preloads the script of a page. `path` is as in a link, with or without a query. A failure shows on the click itself. */
export async function prefetch(path: string, routes: RouteObject[]): Promise<void> {
  const matches = matchRoutes(routes, new URL(path, 'http://page').pathname) ?? []
  await Promise.all(matches.map(async ({ route }) => loadPage(route.element))).catch(() => undefined)
}
