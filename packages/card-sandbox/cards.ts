import type { PaymentError } from './types.ts'

type CardEffect =
  | { kind: 'succeeds' }
  | { kind: 'declines'; error: PaymentError; field: 'number' | 'expiry' | 'cvc' }
  | { kind: 'authenticates' }
  | { kind: 'disputes'; reason: string; status: 'needs_response' | 'warning_needs_response' }
  | { kind: 'refund_pends' }
  | { kind: 'refund_fails' }

export interface TestCard {
  number: string
  last4: string
  brand: 'visa'
  /** Shown in the list on the payment page. */
  label: string
  effect: CardEffect
}

const card = (number: string, label: string, effect: CardEffect): TestCard => ({
  number,
  last4: number.slice(-4),
  brand: 'visa',
  label,
  effect,
})

function declines(code: string, message: string, field: 'number' | 'expiry' | 'cvc', declineCode?: string): CardEffect {
  const error: PaymentError = { type: 'card_error', code, message }
  return { kind: 'declines', field, error: declineCode === undefined ? error : { ...error, decline_code: declineCode } }
}

/** The only card numbers accepted, all from Stripe's test cards. */
export const TEST_CARDS: readonly TestCard[] = [
  card('4242424242424242', 'Succeeds', { kind: 'succeeds' }),
  card('4000002500003155', 'Asks for 3-D Secure', { kind: 'authenticates' }),
  card('4000002760003184', 'Asks for 3-D Secure, always', { kind: 'authenticates' }),
  card('4000000000000002', 'Declined', declines('card_declined', 'Your card was declined.', 'number', 'generic_decline')),
  card(
    '4000000000009995',
    'Insufficient funds',
    declines('card_declined', 'Your card has insufficient funds.', 'number', 'insufficient_funds'),
  ),
  card('4000000000000069', 'Expired card', declines('expired_card', 'Your card has expired.', 'expiry')),
  card('4000000000000127', 'Incorrect CVC', declines('incorrect_cvc', "Your card's security code is incorrect.", 'cvc')),
  card(
    '4000000000000119',
    'Processing error',
    declines('processing_error', 'An error occurred while processing your card. Try again in a little bit.', 'number'),
  ),
  card('4000000000000259', 'Succeeds, then disputed as fraud', { kind: 'disputes', reason: 'fraudulent', status: 'needs_response' }),
  card('4000000000002685', 'Succeeds, then disputed as not received', {
    kind: 'disputes',
    reason: 'product_not_received',
    status: 'needs_response',
  }),
  card('4000000000001976', 'Succeeds, then an inquiry opens', { kind: 'disputes', reason: 'fraudulent', status: 'warning_needs_response' }),
  card('4000000000007726', 'Succeeds; refunds start as pending', { kind: 'refund_pends' }),
  card('4000000000005126', 'Succeeds; refunds fail later', { kind: 'refund_fails' }),
]

/** Ignores spaces and dashes. */
export function findCard(number: string): TestCard | undefined {
  const digits = number.replace(/[\s-]/g, '')
  return TEST_CARDS.find((each) => each.number === digits)
}

/** Finds a card again by its last four digits; nothing else of the number is stored. */
export function getCardByLast4(last4: string): TestCard {
  const found = TEST_CARDS.find((each) => each.last4 === last4)
  if (!found) throw new Error(`no test card ends in ${last4}`)
  return found
}
