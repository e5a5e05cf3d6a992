import { TEST_CARDS } from '../cards.ts'
import type { WireResponse } from '../idempotency.ts'
import { formatMoney } from '../money.ts'
import type { Session } from '../types.ts'
import { renderField } from './card-form.ts'
import type { PayView } from './kept-view.ts'
import { html, renderNotice, renderPage, top, type Html } from './layout.ts'

const spaced = (number: string): string => number.replace(/(.{4})(?=.)/g, '$1 ')

const renderSummary = (session: Session, merchant: string): Html =>
  html`<section class="summary">
    ${top(merchant, session.cancel_url)}
    <h1>Pay ${merchant}</h1>
    <p class="total money">${formatMoney(session.amount_total, session.currency)}</p>
    ${session.custom_text?.submit && html`<p class="about">${session.custom_text.submit.message}</p>`}
    <ul class="lines">
      ${session._lineItems.map(
        (item) =>
          html`<li>
            <b>${item.description}</b><span class="money">${formatMoney(item.amount_total, item.currency)}</span>
            <small>${item.quantity} × ${formatMoney(item.price.unit_amount, item.currency)}</small>
          </li>`,
      )}
    </ul>
    <p class="sum"><span>Total</span><span class="money">${formatMoney(session.amount_total, session.currency)}</span></p>
  </section>`

const CARD_LIST = html`<details>
  <summary>Test cards</summary>
  <p class="hint">Any future expiry and any three digits work.</p>
  <dl class="cards">
    ${TEST_CARDS.map(
      (card) =>
        html`<div>
          <dt>${spaced(card.number)}</dt>
          <dd>${card.label}</dd>
        </div>`,
    )}
  </dl>
</details>`

export function renderPay(session: Session, merchant: string, { typed = {}, errors = {}, refusal }: PayView = {}): WireResponse {
  const amount = formatMoney(session.amount_total, session.currency)
  const isWrong = refusal !== undefined || Object.keys(errors).length > 0
  const field = (name: 'number' | 'expiry' | 'cvc' | 'name') => renderField(name, typed, errors)
  const main = html`<main class="page">
    ${renderSummary(session, merchant)}
    <section class="card" aria-labelledby="card-heading">
      <h2 id="card-heading">Card details</h2>
      ${refusal !== undefined && html`<p class="alert" role="alert">${refusal}</p>`}
      <form method="post" autocomplete="off" novalidate>
        ${field('number')}
        <div class="pair">${field('expiry')}${field('cvc')}</div>
        ${field('name')}
        <button type="submit">Pay ${amount}</button>
        <p class="hint fine">This is a sandbox. You won’t be charged.</p>
      </form>
      ${CARD_LIST}
    </section>
  </main>`
  return renderPage({ title: `${isWrong ? 'Error: ' : ''}Pay ${amount} · ${merchant}`, main, formTarget: session.success_url })
}

export function renderAuthenticate(session: Session, merchant: string): WireResponse {
  const main = html`<main class="page notice">
    <section class="card">
      ${top(merchant, null)}
      <h1>Authenticate</h1>
      <p>
        Your bank asks you to confirm the payment of <b class="money">${formatMoney(session.amount_total, session.currency)}</b> to
        ${merchant}.
      </p>
      <form method="post">
        <button type="submit" name="outcome" value="complete">Complete</button>
        <button type="submit" name="outcome" value="fail" class="quiet">Fail</button>
      </form>
    </section>
  </main>`
  return renderPage({ title: `Authenticate · ${merchant}`, main, formTarget: session.success_url })
}

/** Renders the page for an old link or a second press of Pay; `backUrl` leads to the site. */
export function renderClosed(merchant: string, status: 'complete' | 'expired', backUrl: string): WireResponse {
  const link = { href: backUrl, label: `Back to ${merchant}` }
  if (status === 'complete') {
    return renderNotice(
      merchant,
      409,
      'Already paid',
      html`<p>This checkout has been paid. You have not been charged a second time.</p>`,
      link,
    )
  }
  return renderNotice(
    merchant,
    410,
    'This checkout has expired',
    html`<p>It expired or was cancelled. You haven’t been charged. Start again from the site.</p>`,
    link,
  )
}
