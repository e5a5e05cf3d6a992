/** How a booking on the telephone is paid. */
export const PAY_BY = {
  link: { name: 'By card, with a link', hint: 'An email with a link to the card page, and a reminder when a day is left.' },
  transfer: { name: 'By transfer', hint: 'An email that asks to name the booking’s reference. You record the payment here.' },
  cash: { name: 'In cash', hint: 'No email. You record the payment here.' },
} as const
export type PayBy = keyof typeof PAY_BY
