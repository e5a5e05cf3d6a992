import { changeSettings, getSettings, now } from '../clock.ts'
import { boolean, integer, list, noParams, read, shape, text } from '../params.ts'
import { API_VERSION, releaseReversed } from '../resources/events.ts'
import { newId } from '../store.ts'
import { WAIT_MS, type Control } from './types.ts'

const webhookParams = shape(
  {},
  {
    duplicate: integer(1),
    sequential: boolean,
    reorder: integer(2),
    drop: boolean,
    types: list(text(), 50),
    undelivered: boolean,
    delaySeconds: integer(),
    hold: boolean,
    thin: boolean,
    livemode: boolean,
    signatureAgeSeconds: integer(),
  },
)

export const setWebhooks: Control = ({ store }, form) => {
  const webhooks = read(webhookParams, form)
  store.transaction(() => changeSettings(store, { webhooks }))
  return { webhooks }
}

export const release: Control = ({ store }, form) => {
  const { reverse } = read(shape({}, { reverse: boolean }), form)
  const held = store.all('delivery').filter((each) => each.held !== null)
  store.transaction(() => {
    const { hold: _hold, reorder: _reorder, ...rest } = getSettings(store).webhooks
    changeSettings(store, { webhooks: rest })
    if (reverse) releaseReversed(store, held)
    else for (const each of held) store.put('delivery', { ...each, held: null })
  })
  return { released: held.length }
}

export const drain: Control = async ({ store, sender, wake }, form) => {
  read(noParams, form)
  wake()
  await sender.waitUntilIdle(WAIT_MS)
  return { pending: store.all('delivery').length }
}

/** Sends an event about an object the site did not create, bypassing the queue. */
export const sendForeignEvent: Control = async ({ store, sender }, form) => {
  const { type, object, livemode } = read(shape({}, { type: text(), object: text(), livemode: boolean }), form)
  const created = now(store)
  const about = { id: object ?? newId('cs_test', 58), object: 'checkout.session', created, status: 'complete', payment_status: 'paid' }
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created,
    data: { object: about },
    livemode: livemode ?? false,
    pending_webhooks: 1,
    request: null,
    type: type ?? 'checkout.session.completed',
  }
  return { event: event.id, status: await sender.sendOnce(JSON.stringify(event)) }
}
