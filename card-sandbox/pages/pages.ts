import { authenticate, pay } from '../checkout.ts'
import type { Payment } from '../checkout.ts'
import { nowMs } from '../clock.ts'
import type { WireResponse } from '../faults.ts'
import type { Server } from '../control/types.ts'
import type { Session } from '../types.ts'
import { checkCard, readTyped } from './card-form.ts'
import type { Typed } from './card-form.ts'
import { html } from './html.ts'
import { renderNotice, seeOther } from './layout.ts'
import { renderAuthenticate, renderClosed, renderPay } from './pay.ts'
import { renderReceipt } from './receipt.ts'

/** How long Stripe's page waits for the site to accept the event before it sends the customer back. */
const WAIT_MS = 10_000

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

/** Returns the response to an attempt to pay: where to go next, or the form with its errors. */
async function answerPayment(server: Server, session: Session, payment: Payment, typed: Typed): Promise<WireResponse> {
  switch (payment.kind) {
    case 'paid':
      server.wake()
      await server.sender.waitFor(payment.event, WAIT_MS)
      return seeOther(returnUrl(session))
    case 'authenticate':
      return seeOther(`${session.id}/authenticate`)
    case 'declined':
      return renderPay(session, server.merchant, {
        typed,
        errors: { [payment.field]: payment.error.message },
        refusal: 'The payment did not go through. Nothing was charged.',
      })
    case 'closed':
      return renderSessionClosed(server, session, payment.status)
  }
}

async function answerPay(server: Server, session: Session, request: PageRequest): Promise<WireResponse> {
  if (session.status !== 'open') return renderSessionClosed(server, session, session.status)
  const { store, merchant, publicPath } = server
  if (request.method !== 'POST') {
    const hasFailed = request.query.get('authentication') === 'failed'
    return renderPay(
      session,
      merchant,
      hasFailed ? { refusal: 'Your bank could not confirm that it is you. Nothing was charged; try again or use another card.' } : {},
    )
  }
  const typed = readTyped(request.form)
  const checked = checkCard(typed, nowMs(store))
  if ('errors' in checked) return renderPay(session, merchant, { typed, errors: checked.errors })
  return answerPayment(
    server,
    session,
    store.transaction(() => pay(store, session.id, checked, publicPath)),
    typed,
  )
}

async function answerAuthenticate(server: Server, session: Session, request: PageRequest): Promise<WireResponse> {
  if (session.status !== 'open') return renderSessionClosed(server, session, session.status)
  if (!session._authenticating) return seeOther(`../${session.id}`)
  if (request.method !== 'POST') return renderAuthenticate(session, server.merchant)
  const hasSucceeded = request.form.get('outcome') === 'complete'
  const payment = server.store.transaction(() => authenticate(server.store, session.id, hasSucceeded, server.publicPath))
  if (payment.kind === 'declined') return seeOther(`../${session.id}?authentication=failed`)
  return answerPayment(server, session, payment, {})
}

/** Responds to a customer's browser. `path` comes without the public prefix. */
export async function answerPage(server: Server, request: PageRequest): Promise<WireResponse> {
  const { store, merchant } = server
  const [, id = '', step] = /^\/c\/pay\/([^/]+)(\/authenticate)?$/.exec(request.path) ?? []
  const session = store.get('session', id)
  if (session) return step === undefined ? answerPay(server, session, request) : answerAuthenticate(server, session, request)
  const charge = store.get('charge', /^\/receipts\/([^/]+)$/.exec(request.path)?.[1] ?? '')
  if (charge && charge.status === 'succeeded') return renderReceipt(charge, merchant)
  return renderNotice(merchant, 404, 'Page not found', html`<p>This payment page does not exist. Start again from the site.</p>`)
}
