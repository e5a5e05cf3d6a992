import { now } from '../clock.ts'
import { invalid, missing } from '../errors.ts'
import type { Handler } from '../handler.ts'
import { MAXIMUM, type Currency } from '../money.ts'
import { boolean, currency, integer, listParams, metadata, noParams, read, shape, text } from '../params.ts'
import { newId, type Store } from '../store.ts'
import type { Metadata, Price } from '../types.ts'
import { paginate, withWhole } from '../wire.ts'
import { addProduct, createParams as productParams, getProduct, mergeMetadata } from './products.ts'

const amounts = { unit_amount: integer(), unit_amount_decimal: text() }
export const inlinePriceParams = shape({ currency }, { ...amounts, product: text(), product_data: productParams })
const createParams = shape(
  { currency },
  { ...amounts, product: text(), product_data: productParams, active: boolean, metadata, nickname: text() },
)
const updateParams = shape({}, { active: boolean, metadata, nickname: text() })
const listing = listParams({ active: boolean, currency, product: text() })

interface PriceGiven {
  currency: Currency
  unit_amount?: number
  unit_amount_decimal?: string
  product?: string
  product_data?: ReturnType<typeof productParams>
  active?: boolean
  metadata?: Metadata
  nickname?: string
}

/** Throws ApiError 404 if there is none. */
export function getPrice(store: Store, id: string, param = 'price'): Price {
  const price = store.get('price', id)
  if (!price) throw missing('price', id, param)
  return price
}

/** `at` is the parameter's name for errors, such as `line_items[0][price_data]`. */
export function addPrice(store: Store, given: PriceGiven, at = ''): Price {
  const name = (key: string) => (at === '' ? key : `${at}[${key}]`)
  const amount = given.unit_amount ?? Number(given.unit_amount_decimal ?? NaN)
  if (!Number.isInteger(amount)) throw invalid(`Missing required param: ${name('unit_amount')}.`, name('unit_amount'), 'parameter_missing')
  if (amount > MAXIMUM) throw invalid('Amount must be no more than 99999999.', name('unit_amount'), 'amount_too_large')
  if (given.product === undefined && !given.product_data) {
    throw invalid(`Missing required param: ${name('product')}.`, name('product'), 'parameter_missing')
  }
  const product = given.product_data ? addProduct(store, given.product_data) : getProduct(store, given.product ?? '', name('product'))
  return store.put('price', {
    id: newId('price'),
    object: 'price',
    active: given.active ?? true,
    created: now(store),
    currency: given.currency,
    livemode: false,
    metadata: mergeMetadata({}, given.metadata),
    nickname: given.nickname ?? null,
    product: product.id,
    type: 'one_time',
    unit_amount: amount,
    unit_amount_decimal: String(amount),
  })
}

export const createPrice: Handler = (store, form) => addPrice(store, read(createParams, form))

export const retrievePrice: Handler = (store, form, id) => {
  read(noParams, form)
  return getPrice(store, id)
}

export const updatePrice: Handler = (store, form, id) => {
  const price = getPrice(store, id)
  const { metadata: given, ...changes } = read(updateParams, form)
  return store.put('price', { ...price, ...changes, metadata: mergeMetadata(price.metadata, given) })
}

export const listPrices: Handler = (store, form) => {
  const { active, currency: only, product, ...page } = read(listing, form)
  return withWhole(store, 'price', paginate(store.all('price'), '/v1/prices', page, { active, currency: only, product }))
}
