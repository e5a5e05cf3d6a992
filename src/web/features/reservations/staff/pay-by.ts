export const PAY_BY = {
  link: {
    name: 'By card, with a link',
    hint: 'An email with a link to the card page, and a reminder in its last day unless it is due within a day.',
  },
  transfer: {
    name: 'By transfer',
    hint: 'An email that asks to name the booking’s reference, and the same reminder. The payment is recorded on the booking’s page.',
  },
  cash: { name: 'In cash', hint: 'No email. The payment is recorded on the booking’s page.' },
} as const
/** What each of them means if no email can be sent. */
export const PAY_BY_UNMAILED: Record<PayBy, string> = {
  link: 'The link to the card page is shown next, to scan, copy or print.',
  transfer: 'You tell them the booking’s reference. The payment is recorded on the booking’s page.',
  cash: 'The payment is recorded on the booking’s page.',
}
export type PayBy = keyof typeof PAY_BY
