import { ApiError, missing } from './errors.ts'
import type { Range } from './params.ts'
import type { Kind, PartlyListed, Store } from './store.ts'
import { completed, withDerived } from './wire-fields.ts'

export interface ListPage {
  object: 'list'
  url: string
  has_more: boolean
  data: object[]
}

const KIND_BY_PREFIX: Record<string, Kind> = {
  prod: 'product',
  price: 'price',
  cs: 'session',
  pi: 'payment_intent',
  ch: 'charge',
  re: 'refund',
  du: 'dispute',
  txn: 'balance_transaction',
  po: 'payout',
}

export const listOf = (data: object[], url: string): ListPage => ({ object: 'list', url, has_more: false, data })

const publicFields = (record: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !key.startsWith('_')))

/** Returns what `render` needs to show a record again as it is now. */
export const snapshot = (store: Store, record: object): Record<string, unknown> => publicFields(withDerived(store, record))

/** Returns undefined if the field cannot be expanded. */
function findExpansion(store: Store, record: object, field: string): object | null | undefined {
  if (field === 'line_items' && '_lineItems' in record && 'id' in record) {
    return listOf(record._lineItems as object[], `/v1/checkout/sessions/${String(record.id)}/line_items`)
  }
  if (field === 'refunds' && 'object' in record && record.object === 'charge' && 'id' in record) {
    const refunds = store.all('refund').filter((refund) => refund.charge === record.id)
    return listOf(refunds.reverse(), `/v1/charges/${String(record.id)}/refunds`)
  }
  const value = (record as Record<string, unknown>)[field]
  if (value === null || (typeof value === 'object' && field !== 'metadata')) return value
  const kind = typeof value === 'string' ? KIND_BY_PREFIX[value.split('_')[0] ?? ''] : undefined
  return kind && store.get(kind, value as string)
}

/**
 * Returns the wire form of a record, with the paths in `expand` (`payment_intent.latest_charge`) replaced by their
 * objects. Throws ApiError 400 for a path that cannot be expanded.
 */
export function render(store: Store, kept: object, expand: string[] = []): object {
  const wire = completed(snapshot(store, kept)) as Record<string, unknown>
  const heads = new Set(expand.map((path) => path.split('.')[0] ?? ''))
  for (const head of heads) {
    const rest = expand.filter((path) => path.startsWith(`${head}.`)).map((path) => path.slice(head.length + 1))
    const found = findExpansion(store, { ...kept, ...wire }, head)
    if (found === undefined) throw new ApiError(400, `This property cannot be expanded (${head}).`)
    if (found !== null)
      wire[head] = Array.isArray(found) ? found.map((each: object) => render(store, each, rest)) : render(store, found, rest)
  }
  if (wire['object'] === 'list' && !heads.has('data')) wire['data'] = (wire['data'] as object[]).map((each) => render(store, each))
  return wire
}

interface Listed {
  id: string
  created: number
}
interface PageParams {
  limit?: number
  starting_after?: string
  ending_before?: string
  created?: Range
}

export const isWithin = (moment: number, { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity }: Range): boolean =>
  moment > gt && moment >= gte && moment < lt && moment <= lte

/** Returns one page, newest first, of records given oldest first, filtered by `filters` and `created`. */
export function paginate<T extends Listed>(
  records: T[],
  url: string,
  page: PageParams,
  filters: { [K in keyof T]?: T[K] | undefined } = {},
): ListPage {
  const { created = {} } = page
  const wanted = Object.entries(filters).filter(([, value]) => value !== undefined)
  const kept = records
    .filter((each) => isWithin(each.created, created))
    .filter((each) => wanted.every(([key, value]) => each[key as keyof T] === value))
    .reverse()
  const limit = page.limit ?? 10
  const indexOf = (id: string, param: string): number => {
    const index = kept.findIndex((each) => each.id === id)
    if (index < 0) throw missing('object', id, param)
    return index
  }
  if (page.ending_before !== undefined) {
    const newer = kept.slice(0, indexOf(page.ending_before, 'ending_before'))
    return { object: 'list', url, has_more: newer.length > limit, data: newer.slice(-limit) }
  }
  const start = page.starting_after === undefined ? 0 : indexOf(page.starting_after, 'starting_after') + 1
  return { object: 'list', url, has_more: kept.length > start + limit, data: kept.slice(start, start + limit) }
}

/** Returns a page of whole records where lists hold only a part of each. */
export function withWhole(store: Store, kind: PartlyListed, page: ListPage): ListPage {
  return { ...page, data: page.data.map((each) => store.get(kind, (each as Listed).id) ?? each) }
}
