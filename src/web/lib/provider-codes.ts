/** Reasons for which the card provider could not send a refund, by its code, or by one of ours. */
const REASONS: Record<string, string> = {
  canceled: 'it was cancelled',
  charge_disputed: 'the payment is disputed',
  charge_for_pending_refund_disputed: 'the payment has since been disputed',
  declined: 'the bank declined it',
  dispute_reopened: 'the dispute has been reopened',
  expired_or_canceled_card: 'the card has expired or was cancelled',
  failed: 'the card provider gave no reason',
  insufficient_funds: 'our balance at the card provider is too low',
  lost_or_stolen_card: 'the card was reported lost or stolen',
  merchant_request: 'we reversed it',
  refunded_outside: 'it was refunded at the card provider instead',
  unknown: 'the card provider gave no reason',
}

export function providerReason(code: string): string {
  return Object.hasOwn(REASONS, code) ? (REASONS[code] ?? code) : code
}

/** Replaces bracketed provider codes in a text by words. */
export function withProviderReasons(text: string): string {
  return Object.entries(REASONS).reduce((now, [code, words]) => now.replaceAll(`(${code})`, `(${words})`), text)
}
