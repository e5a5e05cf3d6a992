import type { StaffTask, TaskStep } from '#shared/tasks.ts'

/** What is done about a task: a step that moves money, or what can be done about any. */
export type TaskAct = TaskStep | 'assign' | 'close'

/** Returns what the button says that does it. */
export function actName(act: TaskAct, { payment, refund }: Pick<StaffTask, 'payment' | 'refund'>): string {
  switch (act) {
    case 'confirm':
      return 'Confirm the booking'
    case 'refund':
      return `Refund ${payment?.left ?? 'the payment'}`
    case 'retry':
      return `Send ${refund?.amount ?? 'the refund'} again`
    case 'assign':
      return 'Give to somebody'
    case 'close':
      return 'Close'
  }
}

/** Returns what will happen, to whom, and how much money moves. */
export function consequence(act: TaskAct, { kind, payment, refund, booking, person }: StaffTask): string {
  const who = person?.name ?? 'the customer'
  switch (act) {
    case 'confirm':
      return `Booking ${booking?.reference ?? ''} (${booking?.total ?? 'no price'}) is confirmed with the payment of ${payment?.left ?? 'another amount'}, and ${who} gets the confirmation by email. No money moves.`
    case 'refund':
      return `${payment?.left ?? 'All of the payment'} goes back to ${who}, who is told by email. The seats of booking ${booking?.reference ?? ''} are freed if they are still held. This cannot be undone.`
    case 'retry':
      return `${refund?.amount ?? 'The refund'} is sent to ${who} again, as a new refund and never more than is left of the payment.`
    case 'assign':
      return 'Everybody who works here sees whose task it is. Nobody is told by email.'
    case 'close':
      return kind === 'wrong_payment'
        ? `The task leaves the list, and no money moves: the payment of ${payment?.left ?? 'another amount'} stays with us, undecided. Seats that are still held for it are freed.`
        : 'The task leaves the list. No money moves and nobody is told.'
  }
}

export function doneText(act: TaskAct): string {
  return {
    confirm: 'The booking is confirmed.',
    refund: 'The payment goes back.',
    retry: 'The refund is on its way again.',
    assign: 'The task has been given.',
    close: 'The task is closed.',
  }[act]
}
