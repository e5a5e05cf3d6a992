import { createHmac } from 'node:crypto'
import { nowMs } from './clock.ts'
import type { Standing, Store } from './store.ts'
import type { Delivery, WireEvent } from './types.ts'
import { completed } from './wire-fields.ts'

const BACKOFF_MS = [1000, 3000, 10_000, 30_000, 60_000, 300_000]
/** After a write that failed, for example to a full disk. */
export const UNWRITTEN_PAUSE_MS = 5000
const GIVE_UP_AFTER_MS = 3 * 24 * 60 * 60 * 1000
const TIMEOUT_MS = 10_000
/** The endpoint also serves visitors, so an outage's backlog is sent in portions. */
const MAX_AT_ONCE = 20

/** Delivers events at least once. */
export interface Sender {
  /** Sends due deliveries, twenty at a time. Returns the milliseconds until the next call is needed, or Infinity. */
  pump(): number
  /** Resolves once the endpoint has accepted the event, immediately if no delivery is in progress, or after `limitMs`. */
  waitFor(event: string, limitMs: number): Promise<void>
  /** Resolves once no delivery is in progress or due, or after `limitMs`. */
  waitUntilIdle(limitMs: number): Promise<void>
  /** Bypasses the queue. Returns the endpoint's status, or 0 if it is unreachable. */
  sendOnce(body: string): Promise<number>
  close(): void
}

/** `at` is in Unix seconds. */
function signatureHeader(body: string, secret: string, at: number): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
}

function payloadOf(event: WireEvent, delivery: Delivery): string {
  const { id, object, created } = event.data.object as Record<string, unknown>
  const thin = { api_version: '2020-08-27', data: { object: { id, object, created } } }
  return JSON.stringify({ ...completed(event), livemode: delivery.livemode, ...(delivery.isThin && thin) }, null, 2)
}

/** Without an endpoint nothing is left to deliver. */
function forgetDeliveries(store: Store): void {
  store.transaction(() => {
    for (const { id, event: of } of store.committed('delivery')) {
      const event = store.get('event', of)
      if (event) store.put('event', { ...event, pending_webhooks: 0 })
      store.remove('delivery', id)
    }
  })
}

/** `onProgress` is called when a delivery ends, so that the next one can be scheduled. */
export function createSender(store: Store, url: string | undefined, secret: string, onProgress: () => void): Sender {
  const inFlight = new Map<string, Delivery>()
  const waiting = new Set<() => void>()
  const closing = new AbortController()

  const post = async (body: string, ageSeconds: number): Promise<number> => {
    if (url === undefined) return 0
    // Signed with the machine's time, by which the receiver measures its tolerance.
    const signature = signatureHeader(body, secret, Math.floor(Date.now() / 1000) - ageSeconds)
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signature,
      'user-agent': 'Stripe/1.0 (card sandbox)',
    }
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(TIMEOUT_MS)])
    try {
      const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
      await response.arrayBuffer()
      return response.status
    } catch {
      return 0
    }
  }

  const finish = (delivery: Delivery, isTaken: boolean): void =>
    store.transaction(() => {
      const event = store.get('event', delivery.event)
      if (!event || !store.get('delivery', delivery.id)) return
      const now = nowMs(store)
      if (isTaken) store.put('event', { ...event, pending_webhooks: event.pending_webhooks - 1 })
      if (isTaken || now - delivery.createdMs > GIVE_UP_AFTER_MS) {
        store.remove('delivery', delivery.id)
        return
      }
      const pause = BACKOFF_MS[Math.min(delivery.attempts, BACKOFF_MS.length - 1)] ?? 0
      store.put('delivery', { ...delivery, attempts: delivery.attempts + 1, dueMs: now + pause })
    })

  const send = async (delivery: Delivery): Promise<void> => {
    const event = store.get('event', delivery.event)
    const status = event ? await post(payloadOf(event, delivery), delivery.signatureAgeSeconds) : 0
    conclude(delivery, status >= 200 && status < 300)
  }

  /** Tried until there is room for it: the site has been told already. */
  const conclude = (delivery: Delivery, isTaken: boolean): void => {
    if (closing.signal.aborted) return
    try {
      finish(delivery, isTaken)
    } catch (failure) {
      console.error(failure)
      setTimeout(conclude, UNWRITTEN_PAUSE_MS, delivery, isTaken).unref()
      return
    }
    inFlight.delete(delivery.id)
    onProgress()
    for (const check of waiting) check()
  }

  const waitUntil = (isOver: () => boolean, limitMs: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => end(), limitMs)
      const end = () => {
        clearTimeout(timer)
        waiting.delete(check)
        resolve()
      }
      const check = () => isOver() && end()
      waiting.add(check)
      check()
    })

  const isDue = (each: Delivery): boolean => each.held === null && each.dueMs <= nowMs(store)
  const hasDue = (): boolean => [...store.committed('delivery')].some((each) => isDue(each) && !inFlight.has(each.id))

  /** Allows only one sequential delivery at a time. */
  const inTurn = (): ((delivery: Delivery) => Standing) => {
    let hasSequential = [...inFlight.values()].some((each) => each.isSequential)
    return ({ id, isSequential }) => {
      if (inFlight.has(id)) return 'busy'
      if (!isSequential) return 'free'
      const isLater = hasSequential
      hasSequential = true
      return isLater ? 'later' : 'free'
    }
  }

  return {
    pump: () => {
      if (url === undefined) {
        forgetDeliveries(store)
        return Infinity
      }
      const moment = nowMs(store)
      for (const delivery of store.takeDue('delivery', moment, MAX_AT_ONCE - inFlight.size, inTurn())) {
        inFlight.set(delivery.id, delivery)
        void send(delivery)
      }
      const pause = store.nextDue('delivery') - moment
      // A delivery that is due but not sent waits for one in progress, whose end calls `pump` again.
      return pause > 0 || inFlight.size === 0 ? pause : Infinity
    },
    waitFor: (event, limitMs) => {
      const isComing = (each: Delivery) =>
        each.event === event && each.held === null && (inFlight.has(each.id) || isDue(each) || each.attempts > 0)
      const isTaken = () => (store.get('event', event)?.pending_webhooks ?? 0) <= 0
      return waitUntil(() => isTaken() || ![...store.committed('delivery')].some(isComing), limitMs)
    },
    waitUntilIdle: (limitMs) => waitUntil(() => inFlight.size === 0 && !hasDue(), limitMs),
    sendOnce: (body) => post(body, 0),
    close: () => closing.abort(),
  }
}
