import { calls } from '../../src/shared/paths.ts'
import type { StaffTask, TaskKind } from '../../src/shared/tasks/staff.ts'
import { countAct, type Act } from './acts.ts'
import { newReference, type Desk } from './desk.ts'
import { pick } from './weather.ts'

interface Step {
  act: Act
  path: (taskId: string) => string
}

const WHICH: readonly Step[] = [
  { act: 'outside refund is the failed one', path: calls.sameRefund },
  { act: 'outside refund is another one', path: calls.otherRefund },
]
const DECIDE: readonly Step[] = [
  { act: 'booking kept', path: calls.keepBooking },
  { act: 'booking withdrawn', path: calls.withdrawBooking },
]
const REPEAT: readonly Step[] = [
  { act: 'refund settled another way', path: calls.settleRefund },
  { act: 'refund retried', path: calls.retryRefund },
]
const STEPS: Partial<Record<TaskKind, readonly Step[]>> = {
  wrong_payment: [
    { act: 'payment accepted', path: calls.confirmPayment },
    { act: 'payment sent back', path: calls.returnPayment },
  ],
  refund_failed: REPEAT,
  refund_blocked: REPEAT,
  pay_back: [{ act: 'money paid back by hand', path: calls.payBack }],
  external_refund: DECIDE,
  dispute_opened: DECIDE,
  dispute_lost: DECIDE,
}

/** Takes one of the steps that a task offers: of a kind first, so that the rare ones have their turn. */
export async function takeStep(desk: Desk): Promise<void> {
  const { random, browser, world } = desk
  const { json } = await browser.get(calls.staffTasks)
  const tasks = (json as StaffTask[]).filter(({ kind }) => kind in STEPS)
  const kinds = [...new Set(tasks.map(kindOf))].toSorted()
  if (kinds.length === 0) return
  const kind = pick(random, kinds)
  const task = pick(
    random,
    tasks.filter((each) => kindOf(each) === kind),
  )
  const { act, path } = pick(random, task.asksWhich ? WHICH : (STEPS[task.kind] ?? DECIDE))
  const bookingId = task.booking?.id ?? ''
  if (act === 'booking withdrawn') {
    world.told.cancelling.add(bookingId)
    world.told.withdrawing.add(bookingId)
  }
  const { status } = await browser.post(path(task.id), bodyOf(desk, act))
  if (status !== 200) return
  countAct(world.told.acts, act)
  if (act === 'payment accepted') world.told.confirmed.add(bookingId)
}

function bodyOf(desk: Desk, act: Act): object {
  const isPaid = act === 'refund settled another way' || act === 'money paid back by hand'
  return isPaid ? { reference: newReference(desk, 'Transfer') } : {}
}

function kindOf({ kind, asksWhich }: StaffTask): string {
  return asksWhich ? `${kind}, which` : kind
}
