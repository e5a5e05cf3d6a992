import type { WireResponse } from '../faults.ts'
import { formatMoney } from '../money.ts'
import type { Charge } from '../types.ts'
import { html } from './html.ts'
import { renderNotice } from './layout.ts'

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

export function renderReceipt(charge: Charge, merchant: string): WireResponse {
  const money = (amount: number) => html`<span class="money">${formatMoney(amount, charge.currency)}</span>`
  const facts = html`<dl class="facts">
      <dt>Amount</dt>
      <dd>${money(charge.amount)}</dd>
      <dt>Paid</dt>
      <dd>${DATE.format(charge.created * 1000)} UTC</dd>
      <dt>Card</dt>
      <dd>Visa ending in ${charge.payment_method_details.card.last4}</dd>
      ${
        charge.amount_refunded > 0 &&
        html`<dt>Refunded</dt>
          <dd>${money(charge.amount_refunded)}</dd>`
      }
      <dt>Reference</dt>
      <dd>${charge.id}</dd>
    </dl>
    <p class="hint">Card sandbox receipt. No real payment was taken.</p>`
  return renderNotice(merchant, 200, `Receipt from ${merchant}`, facts)
}
