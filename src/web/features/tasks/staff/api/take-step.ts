import { calls } from '#shared/paths.ts'
import type { TaskStep } from '#shared/tasks/staff.ts'
import { postJson } from '#web/lib/http.ts'
import { asksForReference } from '../task-texts.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { useCall } from '#web/lib/use-call.ts'
import { useSend } from '#web/lib/use-send.ts'

const STEP_CALLS: Record<TaskStep, (taskId: string) => string> = {
  confirm: calls.confirmPayment,
  refund: calls.returnPayment,
  retry: calls.retryRefund,
  settle: calls.settleRefund,
  keep: calls.keepBooking,
  withdraw: calls.withdrawBooking,
  takeUp: calls.takeUpPayment,
  disown: calls.disownPayment,
  payBack: calls.payBack,
}

/** Does what moves money or decides about a booking. `reference`: for the steps that ask for one. */
function takeStep(id: string, step: TaskStep, reference = '') {
  return postJson(STEP_CALLS[step](id), asksForReference(step) ? { reference } : {})
}

export function useTakeStep() {
  return useSend(takeStep, consoleKey('tasks'))
}

/** Sends a refund of a cancelled departure again: its page shows how far the refunds have come. */
export function useRetryRefund(taskId: string, onSent: () => void) {
  return useCall({ mutationFn: useSend(() => takeStep(taskId, 'retry'), consoleKey('tasks'), consoleKey('departures')), onSuccess: onSent })
}
