import type { FastifyInstance } from 'fastify'
import type { CardProvider } from './card-provider.ts'
import type { Database } from './db.ts'
import { AppError } from './errors.ts'

/** Whether this database came out of a backup and has not gone live since (docs/decisions/0075-backup-and-restore.md). */
export interface CopyState {
  isCopy(): Promise<boolean>
}

/** A site that is none when it starts never becomes one, as nothing can be restored beside it, so only a copy is asked again. */
export async function openCopyState(db: Database): Promise<CopyState> {
  let isCopy = await readIsCopy(db)
  return {
    async isCopy() {
      if (isCopy) isCopy = await readIsCopy(db)
      return isCopy
    },
  }
}

async function readIsCopy(db: Database): Promise<boolean> {
  const row = await db.selectFrom('restored_copy').select('live_at').executeTakeFirst()
  return row !== undefined && row.live_at === null
}

function restoredCopy(): AppError {
  return new AppError(
    'restored_copy',
    'This is a restored copy of the site: nothing can be booked, paid or paid back here until it goes live.',
  )
}

/** The calls that change something at the provider. */
const WRITING = new Set<PropertyKey>([
  'openSession',
  'expireSession',
  'createPrice',
  'retirePrice',
  'createRefund',
] satisfies (keyof CardProvider)[])

/** From a copy the provider is only read. */
export function readOnlyForCopy(cards: CardProvider, copy: CopyState): CardProvider {
  return new Proxy(cards, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver)
      if (typeof method !== 'function' || !WRITING.has(name)) return method
      return async (...args: unknown[]): Promise<unknown> => {
        if (await copy.isCopy()) throw restoredCopy()
        return Reflect.apply(method, target, args)
      }
    },
  })
}

/** Patterns of the paths by which money is asked for, taken or given back, whoever calls. */
const MONEY = [
  /^\/create-checkout-session$/,
  /^\/bookings\/[^/]+\/(continue-payment|release)$/,
  /^\/pay\//,
  /^\/refund\/create$/,
  /^\/staff\/reservations$/,
  /^\/staff\/bookings\/[^/]+\/(cancel|refund|payment-link|outside-payment|release)$/,
  /^\/staff\/payments\//,
  /^\/staff\/tasks\/[^/]+\/(confirm|refund|retry|settle|keep-booking|cancel-booking|take-up|disown|same-refund|other-refund|paid-back)$/,
  /^\/staff\/departures\/[^/]+\/cancel$/,
  /^\/staff\/quotes\/[^/]+\/approve$/,
  /^\/staff\/(tills|ledger-lock|export-batches)$/,
]
const WEBHOOKS = /^\/webhooks\//
const NOTE = '<p class="restored-copy" role="note">A restored copy, not the site: nothing can be booked, paid or paid back here.</p>'
const STYLE_PATH = '/restored-copy.css'
const STYLE =
  '.restored-copy{position:sticky;top:0;z-index:1000;margin:0;padding:.5rem 1rem;background:#7a1f1f;color:#fff;font:600 .875rem/1.4 system-ui,sans-serif;text-align:center}'

/** On a copy, marks every response and page, and refuses money. Adds nothing to any other site. */
export async function addCopyGuard(app: FastifyInstance, copy: CopyState): Promise<void> {
  if (!(await copy.isCopy())) return
  app.get(STYLE_PATH, { schema: { hide: true } }, async (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE))
  app.addHook('onRequest', async (request, reply) => {
    if (!(await copy.isCopy())) return
    reply.header('x-restored-copy', '1')
    // A page is changed on its way, so it must come as text.
    if (request.headers.accept?.includes('text/html')) {
      request.headers['accept-encoding'] = 'identity'
      delete request.headers['if-none-match']
    }
    const path = request.url.split('?', 1)[0] ?? ''
    if (WEBHOOKS.test(path) || (request.method !== 'GET' && MONEY.some((each) => each.test(path)))) throw restoredCopy()
  })
  app.addHook('onSend', async (_request, reply, payload) => {
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
    if (!isPage || reply.getHeader('x-restored-copy') === undefined) return payload
    const html = Buffer.isBuffer(payload) ? payload.toString() : payload
    if (typeof html !== 'string') return payload
    reply.removeHeader('content-length').removeHeader('etag')
    return html.replace('</head>', `<link rel="stylesheet" href="${STYLE_PATH}"></head>`).replace('<body>', `<body>${NOTE}`)
  })
}
