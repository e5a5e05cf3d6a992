import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { createRoutesFromElements, useRoutes, type RouteObject } from 'react-router'
import { pages } from '#shared/pages.ts'
import type { RenderedPage, Renderer, TripsList } from '#shared/renderer.ts'
import type { Tour } from '#shared/tours/public.ts'
import { TRIPS_PATH } from '#shared/tours/trips-list.ts'
import { contentRoutes } from '#web/content-routes.tsx'
import { ALL_TOOLS } from '#web/features/tools/catalogue/catalogue.ts'
import { PageLeadContext, type PageLead } from '#web/pages/content/content-page.tsx'
import { SiteLayout } from '#web/pages/layout/site-layout.tsx'
import { NotFoundPage } from '#web/pages/not-found-page.tsx'
import { TourDetails } from '#web/pages/tour-details.tsx'
import { TripsPage } from '#web/pages/trips-page.tsx'
import { markupOf, StaticRouter } from './static-router.tsx'

// Built separately (vite.render.config.ts) and run by the server if the catalogue is open; never in a browser.

const routes = createRoutesFromElements(contentRoutes)
const TOOL = pages.toolDetails(':id')

export const contentPaths: Renderer['contentPaths'] = routes.flatMap(({ path = '' }) =>
  path === TOOL ? ALL_TOOLS.map(({ id }) => pages.toolDetails(id)) : [path],
)

export function renderTour(tour: Tour): string {
  const page = (
    // A client per page, so that no tour's data leaks into another page.
    <QueryClientProvider client={new QueryClient()}>
      <TourDetails tour={tour} />
    </QueryClientProvider>
  )
  return renderToString(<SitePage path={pages.destinationDetails(tour.id)} routes={[{ path: '*', element: page }]} />)
}

export async function renderContent(path: string): Promise<RenderedPage> {
  if (!contentPaths.includes(path)) throw new Error(`There is no content page ${path}`)
  let lead: PageLead | undefined
  const page = (
    <PageLeadContext value={(told) => (lead = told)}>
      <SitePage path={path} routes={routes} />
    </PageLeadContext>
  )
  const markup = await markupOf(page)
  return { ...leadOf(lead, path), markup }
}

function leadOf(lead: PageLead | undefined, path: string): PageLead {
  if (!lead) throw new Error(`The page ${path} does not say what it is about`)
  return lead
}

export function renderTrips(list: TripsList): RenderedPage {
  let lead: PageLead | undefined
  const page = (
    <PageLeadContext value={(told) => (lead = told)}>
      <SitePage path={TRIPS_PATH} routes={[{ path: '*', element: <TripsPage {...list} /> }]} />
    </PageLeadContext>
  )
  const markup = renderToString(page)
  return { ...leadOf(lead, TRIPS_PATH), markup }
}

export function renderNotFound(): string {
  return renderToString(<SitePage path="/not-found" routes={[{ path: '*', element: <NotFoundPage /> }]} />)
}

/** A page within the site's frame: header, menus and footer are those of the app at that path. */
function SitePage({ path, routes: pageRoutes }: { path: string; routes: RouteObject[] }) {
  return (
    <StaticRouter path={path}>
      <RoutedPage routes={pageRoutes} />
    </StaticRouter>
  )
}

function RoutedPage({ routes: pageRoutes }: { routes: RouteObject[] }) {
  return useRoutes([{ element: <SiteLayout />, children: pageRoutes }])
}
