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
  sameRefund: calls.sameRefund,
  otherRefund: calls.otherRefund,
}

/** Executes a step that moves money or decides about a booking. Some steps need a `reference`. */
function takeStep(id: string, step: TaskStep, reference = '') {
  return postJson(STEP_CALLS[step](id), asksForReference(step) ? { reference } : {})
}

export function useTakeStep() {
  return useSend(takeStep, consoleKey('tasks'))
}

/** Retries a refund of a cancelled departure; also refreshes that departure's progress. */
export function useRetryRefund(taskId: string, onSent: () => void) {
  return useCall({ mutationFn: useSend(() => takeStep(taskId, 'retry'), consoleKey('tasks'), consoleKey('departures')), onSuccess: onSent })
}
