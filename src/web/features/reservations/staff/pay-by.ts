export const PAY_BY = {
  link: {
    name: 'Card, by payment link',
    hint: 'Emails a link to the card page, plus a reminder on the last day (unless it’s due within 24 hours).',
  },
  transfer: {
    name: 'Bank transfer',
    hint: 'Emails the booking reference to quote, with the same reminder. Record the payment on the booking page.',
  },
  cash: { name: 'Cash', hint: 'No email. Record the payment on the booking page.' },
} as const
/** What each of them means if no email can be sent. */
export const PAY_BY_UNMAILED: Record<PayBy, string> = {
  link: 'Next, you’ll see the link to the card page to scan, copy or print.',
  transfer: 'Give them the booking reference. Record the payment on the booking page.',
  cash: 'Record the payment on the booking page.',
}
export type PayBy = keyof typeof PAY_BY
