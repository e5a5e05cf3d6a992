import type { StaffTask, TaskStep } from '#shared/tasks/staff.ts'
import { taskSteps } from '#shared/tasks/step-calls.ts'
import { ask } from '#web/lib/ask.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { momentText } from '#web/lib/moments.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useSend } from '#web/lib/use-send.ts'

/** A step that moves money, or an action available on every task. */
export type TaskAct = TaskStep | 'assign' | 'close'

export function asksForReference<Act extends TaskAct>(act: Act): act is Act & ('settle' | 'takeUp' | 'disown' | 'payBack') {
  return ['settle', 'takeUp', 'disown', 'payBack'].includes(act)
}

export function actName(act: TaskAct, { kind, payment, refund }: Pick<StaffTask, 'kind' | 'payment' | 'refund'>): string {
  switch (act) {
    case 'confirm':
      return 'Confirm the booking'
    case 'refund':
      return `Refund ${payment?.left ?? 'the payment'}`
    case 'retry':
      return `Resend ${refund?.amount ?? 'the refund'}`
    case 'settle':
      return 'Mark as paid another way'
    case 'keep':
      return kind === 'external_refund' ? 'Keep the booking' : 'Keep the seats'
    case 'withdraw':
      return kind === 'external_refund' ? 'Cancel the booking' : 'Release the seats'
    case 'takeUp':
      return 'Import the payment'
    case 'disown':
      return 'Not our payment'
    case 'payBack':
      return 'Mark as repaid'
    case 'sameRefund':
      return 'Same refund'
    case 'otherRefund':
      return 'Different refund'
    case 'assign':
      return 'Assign'
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
      return `${which} (${booking?.total ?? 'no price'}) will be confirmed with the payment of ${payment?.left ?? 'another amount'}${isReached ? `, and we’ll email ${who} the confirmation` : ''}. No money is moved.${toCall}`
    case 'refund':
      return `${payment?.left ?? 'The full payment'} will be refunded to ${who}${isReached ? ', who will be notified by email' : ''}. The seats on booking ${booking?.reference ?? ''} will be released, unless they’re held for longer as a phone booking. You can’t undo this.${toCall}`
    case 'retry':
      return `${refund?.amount ?? 'The refund'} will be sent to ${who} again as a new refund, up to what’s left of the payment.`
    case 'settle':
      return `Nothing will be sent to the card provider. ${refund?.amount ?? 'The refund'} will be recorded as paid to ${who} as described here and won’t be sent again. No email is sent.`
    case 'keep':
      return kind === 'dispute_opened'
        ? `${which} will keep its seats. Another task will remind you to respond to the dispute at the card provider${dueAt ? ` before ${momentText(dueAt)}` : ''}. No money moves.`
        : `${which} stays confirmed and the customer travels. No money is moved and no email is sent.`
    case 'withdraw':
      return `${which} (${booking?.total ?? 'no price'}) will be cancelled and its seats released${isReached ? `, and we’ll notify ${who} by email` : ''}. ${moneyOnWithdrawal(kind, owed)} This cannot be undone.${toCall}`
    case 'takeUp':
      return 'We’ll look up the payment at the card provider and record it against the booking you enter. It won’t confirm the booking: a new task will ask you to accept or refund it. No money is moved.'
    case 'disown':
      return 'The payment belongs to another business on the same account, or was refunded at the card provider. It stays out of our books, and reconciliation won’t ask about it again. No money is moved.'
    case 'payBack':
      return `${refund?.amount ?? 'The refund'} will be recorded as repaid to ${who} as described here. Nothing is sent to the card provider, and no email is sent.`
    case 'sameRefund':
      return `The refund of ${refund?.amount ?? 'the same amount'} that failed will count as replaced by this one. It won’t be sent again, and its task will close. No money is moved and no email is sent.`
    case 'otherRefund':
      return `The refund of ${refund?.amount ?? 'the same amount'} that failed still needs to be resent or paid another way. If ${which.replace('Booking', 'booking')} is still confirmed, the next task asks whether to keep it. No money is moved and no email is sent.`
    case 'assign':
      return 'All staff can see who the task is assigned to. No email is sent.'
    case 'close':
      return 'The task will be removed from the list. No money is moved and no email is sent.'
  }
}

export function doneText(act: TaskAct): string {
  return {
    confirm: 'Booking confirmed.',
    refund: 'Refund sent.',
    retry: 'Refund resent.',
    settle: 'Refund marked as paid another way.',
    keep: 'Booking kept.',
    withdraw: 'Booking cancelled.',
    takeUp: 'Payment imported. It now has its own task.',
    disown: 'Marked as not our payment.',
    payBack: 'Marked as repaid.',
    sameRefund: 'Marked as the same refund.',
    otherRefund: 'Marked as a different refund.',
    assign: 'Task assigned.',
    close: 'Task closed.',
  }[act]
}

function moneyOnWithdrawal(kind: StaffTask['kind'], owed: string | undefined): string {
  if (kind !== 'external_refund') return 'No money is moved: the bank will decide about the payment.'
  return owed
    ? `Under the refund policy, a further ${owed} is due and will be refunded.`
    : 'No money is moved: they keep what has already been refunded.'
}

/** Assigns a task to `email`; to the current user without one, and to no one with null. */
export function assignmentOf({ id, assignee }: Pick<StaffTask, 'id' | 'assignee'>, email?: string | null) {
  return { params: { id }, body: { ...(email !== undefined && { email }), seenAssigneeId: assignee?.id ?? null } }
}

/** Executes a step that moves money or decides about a booking. Some steps need a `reference`. */
export function takeStep(id: string, step: TaskStep, reference = '') {
  const params = { id }
  return asksForReference(step) ? ask(taskSteps[step], { params, body: { reference } }) : ask(taskSteps[step], { params })
}

/** Retries a refund of a cancelled departure; also refreshes that departure's progress. */
export function useRetryRefund(taskId: string, onSent: () => void) {
  return useCall({ mutationFn: useSend(() => takeStep(taskId, 'retry'), consoleKey('tasks'), consoleKey('departures')), onSuccess: onSent })
}
