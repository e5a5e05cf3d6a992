import * as payments from './control/payments.ts'
import * as payouts from './control/payouts.ts'
import * as state from './control/state.ts'
import type { Control, Controls } from './control/types.ts'
import * as webhooks from './control/webhooks.ts'
import { ApiError } from './errors.ts'
import type { FormValue } from './params.ts'

const CONTROLS: Record<string, Control> = {
  'POST faults': state.setFault,
  'POST faults/clear': state.clearFaults,
  'POST webhooks': webhooks.setWebhooks,
  'POST release': webhooks.release,
  'POST drain': webhooks.drain,
  'POST foreign_event': webhooks.sendForeignEvent,
  'POST clock': state.setClock,
  'POST pay': payments.payHeadlessly,
  'POST settle': payments.settle,
  'POST dispute': payments.setDispute,
  'POST external_refund': payments.refundExternally,
  'POST alter': payments.alter,
  'POST balance': payments.setBalance,
  'POST payout': payouts.settlePayout,
  'POST payout_schedule': payouts.setSchedule,
  'GET state': state.dump,
  'POST reset': state.reset,
}

/** Converts JSON to the form that `params.ts` checks: scalars as text, arrays as objects. */
function toForm(value: unknown): FormValue {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, toForm(each)]))
}

/** Answers `/_control/<name>`. Throws ApiError for an unknown name or a bad body. */
export async function answerControl(controls: Controls, method: string, name: string, body: string): Promise<object> {
  const control = Object.hasOwn(CONTROLS, `${method} ${name}`) ? CONTROLS[`${method} ${name}`] : undefined
  if (!control) throw new ApiError(404, `No such control: ${method} ${name}`)
  let form: FormValue
  try {
    form = toForm(JSON.parse(body === '' ? '{}' : body))
  } catch {
    throw new ApiError(400, 'The body is not JSON.')
  }
  if (typeof form === 'string') throw new ApiError(400, 'The body is not a JSON object.')
  const result = await control(controls, form)
  controls.wake()
  return result
}
