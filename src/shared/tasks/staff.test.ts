import { expect, test } from 'vitest'
import { permissionToClose, possibleEnds, stepsOf, TASK_KINDS, type TaskKind } from './staff.ts'

const KINDS = Object.keys(TASK_KINDS) as TaskKind[]

/** Whatever the table says: no note ends these, and plain staff take no step of them. */
const WITH_MONEY: TaskKind[] = [
  'wrong_payment',
  'refund_failed',
  'refund_blocked',
  'dispute_opened',
  'dispute_lost',
  'external_refund',
  'unknown_payment',
  'pay_back',
]

test('a task with a money step ends by a step only, and any other by a note only', () => {
  for (const kind of KINDS) expect([kind, stepsOf(kind).length > 0]).toEqual([kind, permissionToClose(kind) === undefined])
  expect(KINDS.filter((kind) => permissionToClose(kind) === undefined).toSorted()).toEqual(WITH_MONEY.toSorted())
})

test('each task can be ended by a manager, and those about money not by plain staff', () => {
  for (const kind of KINDS) expect(possibleEnds({ kind }, 'manager'), kind).not.toEqual([])
  const forStaff = KINDS.filter((kind) => possibleEnds({ kind }, 'staff').length > 0)
  expect(forStaff).toEqual(['dispute_won', 'mail_failed', 'price_refused', 'note'])
  for (const kind of KINDS) expect(possibleEnds({ kind }, 'customer')).toEqual([])
})
