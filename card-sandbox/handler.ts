import type { FormObject } from './form.ts'
import type { Store } from './store.ts'

/** Answers one wire call. `id` is what stands for `:id` in the route, else empty. Throws ApiError. */
export type Handler = (store: Store, form: FormObject, id: string, publicPath: string) => object
