export const SEATS_WAIT = 'Its seats will be released when this task is due.'
export const SEATS_FREED = 'Its seats have been released.'

/** What whoever may decide can do about a task, at the end of its cause. */
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

/** For those who may not decide. */
export function withoutAdvice(cause: string): string {
  return Object.values(ADVICE)
    .reduce((text, advice) => text.replace(` ${advice}`, ''), cause)
    .trim()
}
