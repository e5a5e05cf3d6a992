import type { Tour } from './tours/public.ts'

/**
 * The exports of the build of src/web/delivery/render.tsx. The server loads it as a file, like index.html, and knows no more about the
 * pages than this.
 */
export interface Renderer {
  contentPaths: readonly string[]
  /** A tour's page as markup, with header and footer, before anything has been chosen on it. */
  renderTour(tour: Tour): string
  /** Throws for a path that is not in `contentPaths`. */
  renderContent(path: string): Promise<RenderedPage>
  /** A page of the list of all tours, with links between its pages. */
  renderTrips(list: TripsList): RenderedPage
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
  /** The content of `#root`. */
  markup: string
}
