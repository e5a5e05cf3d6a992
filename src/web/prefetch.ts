import { matchRoutes, type RouteObject } from 'react-router'
import { loadPage } from './lazy-page.tsx'

/** In milliseconds: a pointer that only crosses a link on its way elsewhere does not mean it. */
const DWELL_MS = 65

/**
 * Loads a page's script as soon as somebody points at a link to it or reaches it by keyboard; never for visitors who have
 * asked their browser to save data.
 */
export function prefetchPages(target: Document, routes: RouteObject[]): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const hint = ({ target: element }: Event) => {
    clearTimeout(timer)
    const address = element instanceof Element && element.closest('a[href^="#/"]')?.getAttribute('href')
    if (!address || !navigator.onLine || wantsToSaveData()) return
    timer = setTimeout(() => void prefetch(address.slice(1), routes), DWELL_MS)
  }
  target.addEventListener('pointerover', hint, { passive: true })
  target.addEventListener('focusin', hint)
}

/** Fetches the script of a page. `path`: as in a link, with or without a query. A failure shows on the click itself. */
export async function prefetch(path: string, routes: RouteObject[]): Promise<void> {
  const matches = matchRoutes(routes, new URL(path, 'http://page').pathname) ?? []
  await Promise.all(matches.map(async ({ route }) => loadPage(route.element))).catch(() => undefined)
}

function wantsToSaveData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}
