import type { PayBy } from '#shared/payments/methods.ts'

type Words = {
  hint: string
  /** Without an email address. */
  hintUnmailed: string
  /** What booking does; `email` and `sum` as in a sentence. */
  consequence: (email: string, sum: string) => string
  consequenceUnmailed: string
}

/** What staff read about each means of payment while they book. */
export const PAY_BY_WORDS: Record<PayBy, Words> = {
  link: {
    hint: 'Emails a link to the card page, plus a reminder on the last day (unless it’s due within 24 hours).',
    hintUnmailed: 'Next, you’ll see the link to the card page to scan, copy or print.',
    consequence: (email, sum) => `We’ll email ${email} a link to pay ${sum} by card.`,
    consequenceUnmailed: 'No email will be sent. Next, you’ll see the payment link to scan, copy or print.',
  },
  transfer: {
    hint: 'Emails the booking reference to quote, with the same reminder. Record the payment on the booking page.',
    hintUnmailed: 'Give them the booking reference. Record the payment on the booking page.',
    consequence: (email, sum) => `We’ll email ${email} to ask for a bank transfer of ${sum}.`,
    consequenceUnmailed: 'No email will be sent. Next, you’ll see the reference for them to quote.',
  },
  cash: {
    hint: 'No email. Record the payment on the booking page.',
    hintUnmailed: 'Record the payment on the booking page.',
    consequence: (email, sum) => `We won’t email ${email}. Record ${sum} in cash on the booking page.`,
    consequenceUnmailed: 'No email will be sent.',
  },
}
