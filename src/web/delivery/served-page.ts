import { matchPath } from 'react-router'
import { pages } from '#shared/pages.ts'
import { routes } from '#web/router.tsx'
import { prefetch } from './prefetch.ts'
import { counterpartOf } from './press-again.ts'

/**
 * Turns the address of a page that the server has written into that of the program's page, and loads what this one needs to look
 * the same at once. `page`: from "/" on. Whoever has followed a link meanwhile gets the page of the link. Returns what to do once
 * the program shows it: the focus is then put back where it was.
 */
export async function goOn(page: string): Promise<() => void> {
  if (!isElsewhere()) {
    await Promise.all([prefetch(page, routes), loadTour(page)])
    await whenAtRest()
  }
  // "#cancelling" is a part of the page.
  const address = isElsewhere() ? location.hash : `#${page}${wantedQuery()}${location.hash}`
  history.replaceState(history.state, '', `/${address}`)
  const focused = document.activeElement
  return () => {
    if (focused instanceof HTMLElement && !focused.isConnected) counterpartOf(focused)?.focus({ preventScroll: true })
  }
}

const isElsewhere = () => location.hash.startsWith('#/')

/** Loads the tour that a page shows; where that fails, the page itself says so. */
async function loadTour(page: string): Promise<void> {
  const id = matchPath(pages.destinationDetails(':id'), page)?.params['id']
  if (id === undefined) return
  const [{ queryClient }, { tourQuery }] = await Promise.all([
    import('#web/lib/query-client.ts'),
    import('#web/features/tours/api/get-tour.ts'),
  ])
  await queryClient.query(tourQuery(id)).catch(() => undefined)
}

/** What can end the use that `isInUse` tells of. */
const ENDS = ['pointerup', 'pointercancel', 'focusout', 'close', 'hashchange']

/** Waits for as long as the visitor uses what a served page can do by itself: replaced under their hand, it would be lost. */
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
  // The click that belongs to it comes right afterwards.
  await new Promise((resolve) => setTimeout(resolve))
}

/** Returns the query of the page, with the date that was already chosen on it. */
function wantedQuery(): string {
  const field = document.querySelector<HTMLInputElement>('main input[type="date"]')
  const query = new URLSearchParams(location.search)
  if (field && field.value !== '' && field.value !== field.defaultValue) query.set('date', field.value)
  return query.size === 0 ? '' : `?${query.toString()}`
}
