import type { Tour } from './tours/public.ts'

export interface Renderer {
  /** Paths of the content pages. */
  contentPaths: readonly string[]
  renderTour(tour: Tour): string
  /** Throws for a path that is not in `contentPaths`. */
  renderContent(path: string): Promise<RenderedPage>
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
