import type { FormObject } from './form.ts'
import type { Store } from './store.ts'

/** `id` is the value of `:id` in the route, or empty. Throws ApiError. */
export type Handler = (store: Store, form: FormObject, id: string, publicPath: string) => object
