import { matchPath } from 'react-router'
import { pages } from '#shared/paths.ts'
import { prefetch } from './prefetch.ts'
import { routes } from './router.tsx'

/**
 * Turns the address of a page that the server has written into that of the program's page, and loads what this one needs to look
 * the same at once. `page`: from "/" on. Whoever has followed a link meanwhile gets the page of the link.
 */
export async function goOn(page: string): Promise<void> {
  const isElsewhere = location.hash.startsWith('#/')
  // "#cancelling" is a part of the page.
  const address = isElsewhere ? location.hash : `#${page}${location.search}${location.hash}`
  history.replaceState(history.state, '', `/${address}`)
  if (isElsewhere) return
  await Promise.all([prefetch(page, routes), loadTour(page)])
}

/** Loads the tour that a page shows; where that fails, the page itself says so. */
async function loadTour(page: string): Promise<void> {
  const id = matchPath(pages.destinationDetails(':id'), page)?.params['id']
  if (id === undefined) return
  const [{ queryClient }, { tourQuery }] = await Promise.all([import('./lib/query-client.ts'), import('./features/tours/api.ts')])
  await queryClient.query(tourQuery(id)).catch(() => undefined)
}
