import type { Tour } from './tours/public.ts'

/**
 * What the build of src/web/delivery/render.tsx exports. The server loads it as a file, as it does index.html, and knows no more of the
 * pages than this (docs/decisions/0043).
 */
export interface Renderer {
  /** The content pages, by their path. */
  contentPaths: readonly string[]
  /** Returns a tour's page as markup, with header and footer, as it looks before anything has been chosen on it. */
  renderTour(tour: Tour): string
  /** Returns a content page. Throws for a path that is not in the list. */
  renderContent(path: string): Promise<RenderedPage>
  /** Returns a page of the list of all tours, with links from page to page. */
  renderTrips(list: TripsList): RenderedPage
  /** Returns the page that says that there is none. */
  renderNotFound(): string
}

export interface TripsList {
  tours: Tour[]
  /** From 1. */
  page: number
  hasNext: boolean
}

export interface RenderedPage {
  title: string
  description: string
  /** What belongs into `#root`. */
  markup: string
}
