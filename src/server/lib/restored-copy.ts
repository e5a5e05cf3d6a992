import type { FastifyInstance } from 'fastify'
import { cancelOwnBooking } from '#shared/cancellations/calls.ts'
import { cancelBooking, refundBooking } from '#shared/cancellations/staff-calls.ts'
import { changeLedgerLock, closeTill, makeBatch } from '#shared/ledger/staff-calls.ts'
import { deliverEvent, payCancel, payReturn } from '#shared/payments/calls.ts'
import { continuePayment, createCheckout, releaseSeats } from '#shared/payments/checkout-calls.ts'
import { readBookingAgain } from '#shared/payments/staff-calls.ts'
import { approveQuote, resendQuote } from '#shared/quotes/staff-calls.ts'
import {
  makeReservation,
  recordOfflinePayment,
  releaseReservation,
  sendPaymentLink,
  showPaymentLink,
  voidPayment,
} from '#shared/reservations/staff-calls.ts'
import { taskSteps } from '#shared/tasks/step-calls.ts'
import { cancelDeparture } from '#shared/tours/departure-calls.ts'
import { requestQuote } from '#shared/vehicles/calls.ts'
import type { CardProvider } from './card-provider.ts'
import type { Database, Trx } from './db.ts'
import { AppError } from './errors.ts'

/** Whether this database came out of a backup and has not gone live since. */
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

async function readIsCopy(db: Database | Trx): Promise<boolean> {
  const row = await db.selectFrom('restored_copy').select('live_at').executeTakeFirst()
  return row !== undefined && row.live_at === null
}

function restoredCopy(): AppError {
  return new AppError(
    'restored_copy',
    'This is a restored copy of the site. You can’t book, pay or refund anything here until it goes live.',
  )
}

/** Where money is decided about, no matter who asks. Throws 503 `restored_copy`. */
export async function refuseMoneyOnCopy(trx: Trx): Promise<void> {
  if (await readIsCopy(trx)) throw restoredCopy()
}

/** The moment of the backup that this database was restored from, also after it went live; undefined for any other. */
export async function findBackupMoment(db: Database): Promise<Date | undefined> {
  return (await db.selectFrom('restored_copy').select('backup_moment').executeTakeFirst())?.backup_moment
}

/** For what is money although it is a GET, and must say so by a page of its own. */
export async function refuseOnCopy(copy: CopyState): Promise<void> {
  if (await copy.isCopy()) throw restoredCopy()
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
        await refuseOnCopy(copy)
        return Reflect.apply(method, target, args)
      }
    },
  })
}

/** The calls by which something is booked, or money asked for, taken or given back, no matter who calls. */
const MONEY = [
  createCheckout,
  requestQuote,
  continuePayment,
  releaseSeats,
  cancelOwnBooking,
  makeReservation,
  cancelBooking,
  refundBooking,
  sendPaymentLink,
  showPaymentLink,
  recordOfflinePayment,
  releaseReservation,
  voidPayment,
  cancelDeparture,
  approveQuote,
  resendQuote,
  readBookingAgain,
  ...Object.values(taskSteps),
  closeTill,
  changeLedgerLock,
  makeBatch,
]
/** What the provider tells or sends people back by: these record payments even when they are only read. */
const FROM_PROVIDER = [deliverEvent, payReturn, payCancel]

const patternsOf = (agreed: readonly { path: string }[]) => new Set(agreed.map(({ path }) => path))

const MONEY_PATTERNS = patternsOf(MONEY)
const PROVIDER_PATTERNS = patternsOf(FROM_PROVIDER)
const NOTE =
  '<p class="restored-copy" role="note">This is a restored copy, not the live site. You can’t book, pay or refund anything here.</p>'
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
    // By the route that was found, as a path can be spelt in many ways.
    const pattern = request.routeOptions.url?.replace(/:\w+/, ':id') ?? ''
    if (PROVIDER_PATTERNS.has(pattern) || (request.method !== 'GET' && MONEY_PATTERNS.has(pattern))) throw restoredCopy()
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
