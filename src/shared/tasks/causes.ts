export const SEATS_WAIT = 'Seats that it holds are freed when this is due.'
export const SEATS_FREED = 'The seats that it held have been freed.'

/** What whoever may decide can do about a task, at the end of its cause. */
export const ADVICE = {
  wrongPayment: 'Confirm the booking with it, or refund it.',
  refundFailed: 'Send it again, or pay the customer back another way.',
  outsideRefundFailed: 'Make it again at the card provider, where it was made, or pay the customer back another way.',
  externalRefund: 'Keep the booking or cancel it.',
  inquiry:
    'It is only an inquiry: no money is held, and a refund now ends it. Answer it at the card provider before its deadline, and keep or release the seats.',
  whichRefund: 'Say whether it was made in place of that one.',
  dispute: 'Answer it at the card provider before its deadline, and keep or release the seats.',
} as const

/** For those who may not decide. */
export function withoutAdvice(cause: string): string {
  return Object.values(ADVICE)
    .reduce((text, advice) => text.replace(` ${advice}`, ''), cause)
    .trim()
}
