import { now } from '../clock.ts'
import { missing } from '../errors.ts'
import type { Handler } from '../handler.ts'
import { boolean, list, listParams, metadata, noParams, read, shape, text } from '../params.ts'
import { newId, type Store } from '../store.ts'
import type { Metadata, Product } from '../types.ts'
import { paginate, withWhole } from '../wire.ts'

const details = { active: boolean, description: text(), metadata }

export const createParams = shape({ name: text() }, { ...details, id: text() })
const updateParams = shape({}, { ...details, name: text() })
const listing = listParams({ active: boolean, ids: list(text()) })

/** An empty value removes its key. */
export function mergeMetadata(old: Metadata, given: Metadata = {}): Metadata {
  return Object.fromEntries(Object.entries({ ...old, ...given }).filter(([, value]) => value !== ''))
}

/** Throws ApiError 404 if there is none. */
export function getProduct(store: Store, id: string, param = 'id'): Product {
  const product = store.get('product', id)
  if (!product) throw missing('product', id, param)
  return product
}

export function addProduct(store: Store, given: ReturnType<typeof createParams>): Product {
  return store.put('product', {
    id: given.id ?? newId('prod', 14),
    object: 'product',
    active: given.active ?? true,
    created: now(store),
    description: given.description ?? null,
    livemode: false,
    metadata: mergeMetadata({}, given.metadata),
    name: given.name,
  })
}

export const createProduct: Handler = (store, form) => addProduct(store, read(createParams, form))

export const retrieveProduct: Handler = (store, form, id) => {
  read(noParams, form)
  return getProduct(store, id)
}

export const updateProduct: Handler = (store, form, id) => {
  const product = getProduct(store, id)
  const { metadata: given, ...changes } = read(updateParams, form)
  return store.put('product', { ...product, ...changes, metadata: mergeMetadata(product.metadata, given) })
}

export const listProducts: Handler = (store, form) => {
  const { active, ids, ...page } = read(listing, form)
  const products = store.all('product').filter((each) => !ids || ids.includes(each.id))
  return withWhole(store, 'product', paginate(products, '/v1/products', page, { active }))
}
