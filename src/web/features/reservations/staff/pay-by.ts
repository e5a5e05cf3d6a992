/** How a booking on the telephone is paid. */
export const PAY_BY = {
  link: { name: 'By card, with a link', hint: 'An email with a link to the card page, and a reminder when a day is left.' },
  transfer: { name: 'By transfer', hint: 'An email that asks to name the booking’s reference. You record the payment here.' },
  cash: { name: 'In cash', hint: 'No email. You record the payment here.' },
} as const
/** What becomes of it where no email can be sent. */
export const PAY_BY_UNMAILED: Record<PayBy, string> = {
  link: 'The link to the card page is shown next, to read out, copy or print.',
  transfer: 'You tell them the booking’s reference, and record the payment here.',
  cash: 'You record the payment here.',
}
export type PayBy = keyof typeof PAY_BY
