import { findCard } from '../cards.ts'
import type { TestCard } from '../cards.ts'
import type { Html } from './html.ts'
import { html } from './html.ts'

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
