import { authenticate, pay, type Payment } from '../checkout.ts'
import { nowMs } from '../clock.ts'
import type { Server } from '../control/types.ts'
import type { WireResponse } from '../idempotency.ts'
import type { Session } from '../types.ts'
import { checkCard, readTyped, renderReceipt, type Typed } from './card-form.ts'
import { keepView, takeView, type PayView } from './kept-view.ts'
import { html, renderNotice, seeOther } from './layout.ts'
import { renderAuthenticate, renderClosed, renderPay } from './pay.ts'

/** Like Stripe's page, waits this long for the site to accept the event before sending the customer back. */
const WAIT_MS = 10_000
const REFUSED = 'The payment did not go through. Nothing was charged.'
const UNCONFIRMED = 'Your bank couldn’t confirm it’s you. You haven’t been charged. Try again or use another card.'

export interface PageRequest {
  method: string
  path: string
  query: URLSearchParams
  form: URLSearchParams
}

const returnUrl = (session: Session): string => session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id)

function renderSessionClosed(server: Server, session: Session, status: 'complete' | 'expired'): WireResponse {
  const back = status === 'complete' ? returnUrl(session) : (session.cancel_url ?? new URL(session.success_url).origin)
  return renderClosed(server.merchant, status, back)
}

/** Redirects after every attempt to pay, so that Back and reload never submit a card again. */
async function followPayment(server: Server, session: Session, payment: Payment, typed: Typed): Promise<WireResponse> {
  switch (payment.kind) {
    case 'paid':
      server.wake()
      await server.sender.waitFor(payment.event, WAIT_MS)
      return seeOther(returnUrl(session))
    case 'authenticate':
      return seeOther(`${session.id}/authenticate`)
    case 'declined':
      return showAgain(session, { typed, errors: { [payment.field]: payment.error.message }, refusal: REFUSED })
    case 'closed':
      return showAgain(session)
  }
}

function showAgain(session: Session, view?: PayView): WireResponse {
  return seeOther(view ? `${session.id}?shown=${keepView(session.id, view)}` : session.id)
}

async function takeCard(server: Server, session: Session, form: URLSearchParams): Promise<WireResponse> {
  if (session.status !== 'open') return showAgain(session)
  const { store, publicPath } = server
  const typed = readTyped(form)
  const checked = checkCard(typed, nowMs(store))
  if ('errors' in checked) return showAgain(session, { typed, errors: checked.errors })
  const payment = store.transaction(() => pay(store, session.id, checked, publicPath))
  return followPayment(server, session, payment, typed)
}

function showPay(server: Server, session: Session, query: URLSearchParams): WireResponse {
  const view = takeView(session.id, query.get('shown') ?? '')
  if (session.status !== 'open') return renderSessionClosed(server, session, session.status)
  return renderPay(session, server.merchant, query.get('authentication') === 'failed' ? { refusal: UNCONFIRMED } : view)
}

async function takeAuthentication(server: Server, session: Session, form: URLSearchParams): Promise<WireResponse> {
  if (session.status !== 'open' || !session._authenticating) return seeOther(`../${session.id}`)
  const { store, publicPath } = server
  const payment = store.transaction(() => authenticate(store, session.id, form.get('outcome') === 'complete', publicPath))
  if (payment.kind === 'paid') return followPayment(server, session, payment, {})
  return seeOther(`../${session.id}${payment.kind === 'declined' ? '?authentication=failed' : ''}`)
}

function showAuthenticate(server: Server, session: Session): WireResponse {
  if (session.status !== 'open') return renderSessionClosed(server, session, session.status)
  return session._authenticating ? renderAuthenticate(session, server.merchant) : seeOther(`../${session.id}`)
}

async function answerCheckout(server: Server, session: Session, isAuthenticating: boolean, request: PageRequest): Promise<WireResponse> {
  if (request.method === 'POST') {
    return isAuthenticating ? takeAuthentication(server, session, request.form) : takeCard(server, session, request.form)
  }
  return isAuthenticating ? showAuthenticate(server, session) : showPay(server, session, request.query)
}

/** Answers a customer's browser. `path` comes without the public prefix. */
export async function answerPage(server: Server, request: PageRequest): Promise<WireResponse> {
  const { store, merchant } = server
  const [, id = '', step] = /^\/c\/pay\/([^/]+)(\/authenticate)?$/.exec(request.path) ?? []
  const session = store.get('session', id)
  if (session) return answerCheckout(server, session, step !== undefined, request)
  const charge = store.get('charge', /^\/receipts\/([^/]+)$/.exec(request.path)?.[1] ?? '')
  if (charge && charge.status === 'succeeded') return renderReceipt(charge, merchant)
  return renderNotice(merchant, 404, 'Page not found', html`<p>This payment page does not exist. Start again from the site.</p>`)
}
