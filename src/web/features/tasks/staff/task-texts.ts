import type { StaffTask, TaskStep } from '#shared/tasks/staff.ts'
import { momentText } from '#web/lib/moments.ts'

/** A step that moves money, or an action available on every task. */
export type TaskAct = TaskStep | 'assign' | 'close'

export function asksForReference(act: TaskAct): act is 'settle' | 'takeUp' | 'disown' | 'payBack' {
  return ['settle', 'takeUp', 'disown', 'payBack'].includes(act)
}

export function actName(act: TaskAct, { kind, payment, refund }: Pick<StaffTask, 'kind' | 'payment' | 'refund'>): string {
  switch (act) {
    case 'confirm':
      return 'Confirm the booking'
    case 'refund':
      return `Refund ${payment?.left ?? 'the payment'}`
    case 'retry':
      return `Send ${refund?.amount ?? 'the refund'} again`
    case 'settle':
      return 'Paid another way'
    case 'keep':
      return kind === 'external_refund' ? 'Keep the booking' : 'Keep the seats'
    case 'withdraw':
      return kind === 'external_refund' ? 'Cancel the booking' : 'Release the seats'
    case 'takeUp':
      return 'Take up the payment'
    case 'disown':
      return 'It is not ours'
    case 'payBack':
      return 'Paid back'
    case 'sameRefund':
      return 'It is that refund'
    case 'otherRefund':
      return 'It is another one'
    case 'assign':
      return 'Give to somebody'
    case 'close':
      return 'Close'
  }
}

export function consequence(act: TaskAct, { kind, dueAt, payment, refund, owed, booking, person }: StaffTask): string {
  const who = person?.name ?? 'the customer'
  const which = `Booking ${booking?.reference ?? ''}`
  const isReached = person?.email !== null
  const toCall = isReached ? '' : ` ${who} has no email address, so please call.`
  switch (act) {
    case 'confirm':
      return `${which} (${booking?.total ?? 'no price'}) is confirmed with the payment of ${payment?.left ?? 'another amount'}${isReached ? `, and ${who} gets the confirmation by email` : ''}. No money moves.${toCall}`
    case 'refund':
      return `${payment?.left ?? 'All of the payment'} goes back to ${who}${isReached ? ', who is told by email' : ''}. The seats of booking ${booking?.reference ?? ''} are freed, unless they are kept for longer as a phone booking. This cannot be undone.${toCall}`
    case 'retry':
      return `${refund?.amount ?? 'The refund'} is sent to ${who} again, as a new refund and never more than is left of the payment.`
    case 'settle':
      return `Nothing is sent to the card provider: ${refund?.amount ?? 'the refund'} counts as paid to ${who} by what you name here, and is never sent again. ${who} is not told by email.`
    case 'keep':
      return kind === 'dispute_opened'
        ? `${which} keeps its seats. Another task reminds you to answer the dispute at the card provider${dueAt ? ` before ${momentText(dueAt)}` : ''}. No money moves.`
        : `${which} stays as it is, and its owner travels. No money moves and nobody is told.`
    case 'withdraw':
      return `${which} (${booking?.total ?? 'no price'}) is cancelled, its seats can be sold again${isReached ? `, and ${who} is told by email` : ''}. ${moneyOnWithdrawal(kind, owed)} This cannot be undone.${toCall}`
    case 'takeUp':
      return 'The payment is looked up at the card provider and booked for the booking that you name. It confirms nothing by itself: it comes back as a payment that was not agreed, to be confirmed or refunded. No money moves.'
    case 'disown':
      return 'The payment is for another business on the same account, or has been given back at the card provider. It stays out of our books, and the comparison does not ask again. No money moves.'
    case 'payBack':
      return `${refund?.amount ?? 'The refund'} counts as paid back to ${who} by what you name here. Nothing is sent to the card provider, and ${who} is not told by email.`
    case 'sameRefund':
      return `The refund of ${refund?.amount ?? 'the same amount'} that had not gone through counts as made by this one: it is never sent again, and its task closes. No money moves and nobody is told.`
    case 'otherRefund':
      return `The refund of ${refund?.amount ?? 'the same amount'} that had not gone through is still to be sent again, or paid another way. If ${which.replace('Booking', 'booking')} stands, the next task asks whether to keep it. No money moves and nobody is told.`
    case 'assign':
      return 'Everybody who works here sees whose task it is. Nobody is told by email.'
    case 'close':
      return 'The task leaves the list. No money moves and nobody is told.'
  }
}

export function doneText(act: TaskAct): string {
  return {
    confirm: 'The booking is confirmed.',
    refund: 'The payment goes back.',
    retry: 'The refund is on its way again.',
    settle: 'The refund counts as paid another way.',
    keep: 'The booking is kept.',
    withdraw: 'The booking is cancelled.',
    takeUp: 'The payment is taken up: look for its own task.',
    disown: 'The payment counts as not ours.',
    payBack: 'The money counts as paid back.',
    sameRefund: 'The refund counts as made.',
    otherRefund: 'The refunds are kept apart.',
    assign: 'The task has been given.',
    close: 'The task is closed.',
  }[act]
}

function moneyOnWithdrawal(kind: StaffTask['kind'], owed: string | undefined): string {
  if (kind !== 'external_refund') return 'No money moves: the bank decides about the payment.'
  return owed
    ? `By the refund policy ${owed} is still owed beyond what has gone back, and is refunded.`
    : 'No money moves: what has gone back stays with them.'
}
