import { expect, test } from 'vitest'
import { statusChoices } from './booking-status.tsx'

test('a status says who acts next: the customer who pays or the staff who quote', () => {
  const named = (kind: string) => statusChoices(kind).slice(0, 2)
  expect(named('tour')[0]).toEqual({ value: 'pending', name: 'Awaiting payment' })
  expect(named('vehicle').map(({ name }) => name)).toEqual(['Awaiting quote', 'Awaiting payment'])
  expect(named('').map(({ name }) => name)).toEqual(['Awaiting payment or quote', 'Quote awaiting payment'])
})
