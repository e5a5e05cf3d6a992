import { pathOf } from '../../src/shared/contract.ts'
import * as taskCalls from '../../src/shared/tasks/staff-calls.ts'
import { taskSteps } from '../../src/shared/tasks/step-calls.ts'
import type { StaffTask, TaskKind, TaskStep } from '../../src/shared/tasks/staff.ts'
import { countAct, pickTowardsRare, type Act } from './acts.ts'
import { newReference, type Desk } from './desk.ts'
import { pick } from './weather.ts'

interface Step {
  act: Act
  step: TaskStep
}

const WHICH: readonly Step[] = [
  { act: 'outside refund is the failed one', step: 'sameRefund' },
  { act: 'outside refund is another one', step: 'otherRefund' },
]
const DECIDE: readonly Step[] = [
  { act: 'booking kept', step: 'keep' },
  { act: 'booking withdrawn', step: 'withdraw' },
]
const REPEAT: readonly Step[] = [
  { act: 'refund settled another way', step: 'settle' },
  { act: 'refund retried', step: 'retry' },
]
const STEPS: Partial<Record<TaskKind, readonly Step[]>> = {
  wrong_payment: [
    { act: 'payment accepted', step: 'confirm' },
    { act: 'payment sent back', step: 'refund' },
  ],
  refund_failed: REPEAT,
  refund_blocked: REPEAT,
  pay_back: [{ act: 'money paid back by hand', step: 'payBack' }],
  external_refund: DECIDE,
  dispute_opened: DECIDE,
  dispute_lost: DECIDE,
}

/** What comes of refunds that have failed. */
export const REFUND_STEPS: readonly Act[] = [...REPEAT, ...WHICH].map(({ act }) => act)
export const TASK_STEPS: readonly Act[] = [...WHICH, ...Object.values(STEPS).flat()].map(({ act }) => act)

/** Takes one of the steps that a task offers: of a kind first, so that the rare ones have their turn. */
export async function takeStep(desk: Desk): Promise<void> {
  const { random, browser, world } = desk
  const { json } = await browser.get(taskCalls.listTasks.path)
  const tasks = (json as StaffTask[]).filter(({ kind }) => kind in STEPS)
  const kinds = [...new Set(tasks.map(kindOf))].toSorted()
  if (kinds.length === 0) return
  const { acts } = world.told
  const kind = pickTowardsRare(
    random,
    acts,
    kinds.map((each) => [1, each, stepsOf(each).map(({ act }) => act)]),
  )
  const task = pick(
    random,
    tasks.filter((each) => kindOf(each) === kind),
  )
  const { act, step } = pickTowardsRare(
    random,
    acts,
    stepsOf(kind).map((each) => [1, each, [each.act]]),
  )
  const bookingId = task.booking?.id ?? ''
  if (act === 'booking withdrawn') {
    world.told.cancelling.add(bookingId)
    world.told.withdrawing.add(bookingId)
  }
  const { status } = await browser.post(pathOf(taskSteps[step], { id: task.id }), bodyOf(desk, act))
  if (status !== 200) return
  countAct(acts, act)
  if (act === 'payment accepted') world.told.confirmed.add(bookingId)
}

function bodyOf(desk: Desk, act: Act): object {
  const isPaid = act === 'refund settled another way' || act === 'money paid back by hand'
  return isPaid ? { reference: newReference(desk, 'Transfer') } : {}
}

const ASKS_WHICH = 'which'

function kindOf({ kind, asksWhich }: StaffTask): TaskKind | typeof ASKS_WHICH {
  return asksWhich ? ASKS_WHICH : kind
}

function stepsOf(kind: ReturnType<typeof kindOf>): readonly Step[] {
  return kind === ASKS_WHICH ? WHICH : (STEPS[kind] ?? [])
}
