import { matchPath } from 'react-router'
import { pages } from '#shared/pages.ts'
import { routes } from '#web/router.tsx'
import { prefetch } from './prefetch.ts'
import { counterpartOf } from './press-again.ts'

/**
 * Replaces the address of a server-rendered page by the app's, and preloads what the app needs to look the same at once. `page` starts at
 * "/". If the visitor has followed a link meanwhile, that link's page wins. Returns a function to call once the app is shown, which
 * restores the focus.
 */
export async function goOn(page: string): Promise<() => void> {
  if (!isElsewhere()) {
    await Promise.all([prefetch(page, routes), loadTour(page)])
    await whenAtRest()
  }
  // A fragment such as "#cancelling" is kept.
  const address = isElsewhere() ? location.hash : `#${page}${wantedQuery()}${location.hash}`
  history.replaceState(history.state, '', `/${address}`)
  const focused = document.activeElement
  return () => {
    if (focused instanceof HTMLElement && !focused.isConnected) counterpartOf(focused)?.focus({ preventScroll: true })
  }
}

const isElsewhere = () => location.hash.startsWith('#/')

/** Preloads the page's tour; the page itself reports a failure. */
async function loadTour(page: string): Promise<void> {
  const id = matchPath(pages.destinationDetails(':id'), page)?.params['id']
  if (id === undefined) return
  const [{ queryClient }, { tourQuery }] = await Promise.all([
    import('#web/lib/query-client.tsx'),
    import('#web/features/tours/tour-view.tsx'),
  ])
  await queryClient.query(tourQuery(id)).catch(() => undefined)
}

/** Events that may end the use detected by `isInUse`. */
const ENDS = ['pointerup', 'pointercancel', 'focusout', 'close', 'hashchange']

/** Waits while the visitor is using a control of the served page: replacing it under their hand would lose the input. */
async function whenAtRest(): Promise<void> {
  while (isInUse() && !isElsewhere()) await nextEnd()
}

function isInUse(): boolean {
  return window.early?.isDown === true || document.querySelector('dialog[open]') !== null || document.activeElement?.localName === 'input'
}

async function nextEnd(): Promise<void> {
  const once = new AbortController()
  await new Promise((resolve) => {
    for (const kind of ENDS) window.addEventListener(kind, resolve, { capture: true, signal: once.signal })
  })
  once.abort()
  // The click follows immediately.
  await new Promise((resolve) => setTimeout(resolve))
}

/** The page's query, with the date already chosen on it. */
function wantedQuery(): string {
  const field = document.querySelector<HTMLInputElement>('main input[type="date"]')
  const query = new URLSearchParams(location.search)
  if (field && field.value !== '' && field.value !== field.defaultValue) query.set('date', field.value)
  return query.size === 0 ? '' : `?${query.toString()}`
}
