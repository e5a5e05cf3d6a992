import { findCard, type TestCard } from '../cards.ts'
import type { WireResponse } from '../idempotency.ts'
import { formatMoney } from '../money.ts'
import type { Charge } from '../types.ts'
import { html, renderNotice, type Html } from './layout.ts'

export type FieldName = 'number' | 'expiry' | 'cvc' | 'name'
export type FieldErrors = Partial<Record<FieldName, string>>
export type Typed = Partial<Record<FieldName, string>>

export function readTyped(form: URLSearchParams): Typed {
  const field = (name: FieldName) => (form.get(name) ?? '').slice(0, 100).trim()
  return { number: field('number'), expiry: field('expiry'), cvc: field('cvc'), name: field('name') }
}

/** Checks an expiry date against the sandbox's time. A card is valid to the end of the month it names. */
function checkExpiry(typed: string, atMs: number): string | undefined {
  const match = /^(0?[1-9]|1[0-2])\s*(?:[/-]\s*)?(?:20)?(\d{2})$/.exec(typed)
  if (!match) return 'Enter the expiry date as month and year, for example 12 / 34.'
  const endsAt = Date.UTC(2000 + Number(match[2]), Number(match[1]), 1)
  return endsAt <= atMs ? 'This expiry date is in the past.' : undefined
}

export function checkCard(typed: Typed, atMs: number): { card: TestCard; name: string } | { errors: FieldErrors } {
  const { number = '', expiry = '', cvc = '', name = '' } = typed
  const card = findCard(number)
  const errors: FieldErrors = {}
  if (number === '') errors.number = 'Enter a card number from the list of test cards.'
  else if (!card) errors.number = 'Only the test cards listed on this page work here. Never enter a real card number.'
  const expiryError = checkExpiry(expiry, atMs)
  if (expiryError !== undefined) errors.expiry = expiryError
  if (!/^\d{3}$/.test(cvc)) errors.cvc = 'Enter a 3-digit CVC. Any digits will do.'
  if (name === '') errors.name = 'Enter the name on the card.'
  return card && Object.keys(errors).length === 0 ? { card, name } : { errors }
}

const FIELDS: Record<FieldName, { label: string; attributes: Html }> = {
  number: {
    label: 'Card number',
    attributes: html`inputmode="numeric" placeholder="4242 4242 4242 4242" maxlength="23"`,
  },
  expiry: { label: 'Expiry', attributes: html`inputmode="numeric" placeholder="MM / YY" maxlength="9"` },
  cvc: { label: 'CVC', attributes: html`inputmode="numeric" placeholder="123" maxlength="3"` },
  name: { label: 'Name on card', attributes: html`maxlength="100"` },
}

/** The first invalid field is focused. Autocomplete is off because a visitor's own card does not belong here. */
export function renderField(name: FieldName, typed: Typed, errors: FieldErrors): Html {
  const { label, attributes } = FIELDS[name]
  const error = errors[name]
  const first = (['number', 'expiry', 'cvc', 'name'] as const).find((each) => errors[each] !== undefined)
  const value = name === 'cvc' ? '' : typed[name]
  return html`<div>
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      value="${value}"
      required
      autocomplete="off"
      ${attributes}${error !== undefined && html` aria-invalid="true" aria-describedby="${name}-error"`}${first === name && html` autofocus`}
    />
    ${error !== undefined && html`<p class="error" id="${name}-error" role="alert">${error}</p>`}
  </div>`
}

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
