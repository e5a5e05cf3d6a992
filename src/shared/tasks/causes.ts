/** What can be done about a task, by the code stored with it. */
export const ADVICE = {
  wrongPayment: 'Accept it to confirm the booking, or refund it.',
  refundFailed: 'Resend it, or repay the customer another way.',
  outsideRefundFailed: 'Repeat it in the card provider’s dashboard, or repay the customer another way.',
  externalRefund: 'Keep the booking or cancel it.',
  inquiry:
    'This is only an inquiry: no funds are held, and a refund now would close it. Respond at the card provider before the deadline, and keep or release the seats.',
  whichRefund: 'Say whether it replaces that one.',
  dispute: 'Respond at the card provider before the deadline, and keep or release the seats.',
} as const

/** What happens to the seats of a task's booking, by the code stored with it. */
export const SEATS = {
  held: 'Its seats will be released when this task is due.',
  released: 'Its seats have been released.',
} as const

export type Advice = keyof typeof ADVICE
export type Seats = keyof typeof SEATS

/** The cause of a stored task as staff read it. */
export function causeText({ cause, advice, seats }: { cause: string; advice: Advice | null; seats: Seats | null }): string {
  return [cause, advice && ADVICE[advice], seats && SEATS[seats]].filter((sentence) => sentence !== null).join(' ')
}

/** For those who may not decide. */
export function withoutAdvice(cause: string): string {
  return Object.values(ADVICE)
    .reduce((text, advice) => text.replace(` ${advice}`, ''), cause)
    .trim()
}
