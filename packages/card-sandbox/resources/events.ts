import { getSettings, now, nowMs } from '../clock.ts'
import { missing } from '../errors.ts'
import type { Handler } from '../handler.ts'
import { boolean, list, listParams, noParams, read, text } from '../params.ts'
import { newId, type Store } from '../store.ts'
import type { Delivery, WireEvent } from '../types.ts'
import { paginate, snapshot, withWhole } from '../wire.ts'

export const API_VERSION = '2026-10-28.endive'
const listing = listParams({ type: text(), types: list(text(), 20), delivery_success: boolean })

function queueDeliveries(store: Store, event: WireEvent, copies: number): void {
  const mode = getSettings(store).webhooks
  const created = nowMs(store)
  for (let copy = 1; copy <= copies; copy += 1) {
    store.put('delivery', {
      id: newId('dlv'),
      event: event.id,
      createdMs: created,
      dueMs: created + (mode.delaySeconds ?? 0) * 1000,
      attempts: 0,
      held: mode.hold ? 'hold' : mode.reorder ? 'reorder' : null,
      isSequential: mode.sequential ?? false,
      isThin: mode.thin ?? false,
      livemode: mode.livemode ?? false,
      signatureAgeSeconds: mode.signatureAgeSeconds ?? 0,
    })
  }
  if (!mode.reorder) return
  const reordered = store.all('delivery').filter((each) => each.held === 'reorder')
  if (reordered.length >= mode.reorder) releaseReversed(store, reordered)
}

/** Sends held deliveries newest first, one at a time. */
export function releaseReversed(store: Store, deliveries: Delivery[]): void {
  for (const delivery of deliveries.toReversed()) {
    store.remove('delivery', delivery.id)
    // A new id, since deliveries go out in the order they were written.
    store.put('delivery', { ...delivery, id: newId('dlv'), held: null, isSequential: true })
  }
}

/** Records an event with the current state of `record`, and queues it for the webhook endpoint. */
export function emit(store: Store, type: string, record: object): WireEvent {
  const mode = getSettings(store).webhooks
  // An endpoint that is disabled, or not registered for it, leaves nothing to deliver, neither then nor later.
  const isWanted = !mode.drop && (mode.types?.includes(type) ?? true)
  const copies = isWanted ? (mode.duplicate ?? 1) : 0
  const event = store.put('event', {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: now(store),
    data: { object: snapshot(store, record) },
    livemode: false,
    pending_webhooks: copies,
    request: null,
    type,
  })
  if (!mode.undelivered) queueDeliveries(store, event, copies)
  return event
}

export const retrieveEvent: Handler = (store, form, id) => {
  read(noParams, form)
  const event = store.get('event', id)
  if (!event) throw missing('event', id)
  return event
}

export const listEvents: Handler = (store, form) => {
  const { type, types, delivery_success: isDelivered, ...page } = read(listing, form)
  const wanted = types ?? (type === undefined ? undefined : [type])
  const events = store
    .all('event')
    .filter((each) => !wanted || wanted.includes(each.type))
    .filter((each) => isDelivered === undefined || isDelivered === (each.pending_webhooks === 0))
  return withWhole(store, 'event', paginate(events, '/v1/events', page))
}
