import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answerCall, type Api } from './api.ts'
import { getCardByLast4 } from './cards.ts'
import { pay } from './checkout.ts'
import { openStore, type Kind, type Store } from './store.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** They are small: times, states, amounts and ids. */
const HELD_WHOLE = new Set<Kind>(['task', 'delivery', 'balance_transaction'])
const CHECKOUTS = 30
let folder: string
let store: Store
/** Every record that was written. */
let written: [kind: Kind, record: WeakRef<object>][]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'card-memory-'))
  written = []
  store = watched(openStore(join(folder, 'state.jsonl')))
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

function watched(opened: Store): Store {
  return {
    ...opened,
    put: (kind, record) => {
      written.push([kind, new WeakRef(record)])
      return opened.put(kind, record)
    },
  }
}

async function call(path: string, body: Record<string, string>, key: string): Promise<string> {
  const api: Api = { store, publicPath: '', webhookUrl: 'http://site.test/webhooks', busy: new Set(), hits: new Map() }
  const request = { method: 'POST', path, query: '', body: new URLSearchParams(body).toString(), idempotencyKey: key }
  const answer = await answerCall(api, request)
  if (typeof answer === 'string' || answer.status !== 200) throw new Error(JSON.stringify(answer))
  return (JSON.parse(answer.body) as { id: string }).id
}

/** As the site does: with a price of its own. */
async function checkOut(number: number): Promise<string> {
  const long = 'x'.repeat(400)
  return call(
    '/v1/checkout/sessions',
    {
      mode: 'payment',
      success_url: `http://site.test/pay/return?${long}`,
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '62000',
      'line_items[0][price_data][product_data][name]': `Lofoten ${long}`,
      'line_items[0][quantity]': '2',
      'payment_intent_data[description]': long,
      'metadata[booking]': long,
      client_reference_id: `booking-${number}`,
    },
    `checkout:${number}`,
  )
}

test('of what checkouts add, open, paid and expired, memory holds nothing whole but what is small', async () => {
  for (let number = 0; number < CHECKOUTS; number += 1) {
    const id = await checkOut(number)
    if (number % 3 === 1) store.transaction(() => pay(store, id, { card: getCardByLast4('4242'), name: 'Ada' }, ''))
    if (number % 3 === 2) await call(`/v1/checkout/sessions/${id}/expire`, {}, `expire:${number}`)
  }
  await nextTurn()
  collectGarbage()
  const held = written.filter(([, record]) => record.deref() !== undefined).map(([kind]) => kind)
  expect(written.length).toBeGreaterThan(CHECKOUTS * 5)
  expect(held.filter((kind) => !HELD_WHOLE.has(kind))).toEqual([])
})

test('an open checkout adds less than 1,500 characters to what memory holds, whatever it carries', async () => {
  const kinds: Kind[] = ['product', 'price', 'session', 'payment_intent', 'charge', 'event', 'answer', 'task']
  for (let number = 0; number < CHECKOUTS; number += 1) await checkOut(number)
  const characters = kinds.map((kind) => JSON.stringify(store.all(kind)).length)
  expect(characters.reduce((sum, each) => sum + each, 0) / CHECKOUTS).toBeLessThan(1500)
  // All of it is there when asked for.
  const [session] = store.all('session')
  expect(store.get('session', session?.id ?? '')?.metadata['booking']).toHaveLength(400)
})
