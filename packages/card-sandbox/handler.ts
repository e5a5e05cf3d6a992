import type { FormObject } from './params.ts'
import type { Store } from './store.ts'

/** Where the site is. */
export interface Site {
  /** The prefix under which it forwards to the pages. */
  publicPath: string
  /** Receives the events. */
  webhookUrl: string | undefined
}

/** `id` is the value of `:id` in the route, or empty. Throws ApiError. */
export type Handler = (store: Store, form: FormObject, id: string, site: Site) => object
