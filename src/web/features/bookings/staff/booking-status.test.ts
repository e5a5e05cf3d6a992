import { expect, test } from 'vitest'
import { statusChoices } from './booking-status.tsx'

test('a status says who acts next: what is to be paid and what is to be quoted', () => {
  const named = (kind: string) => statusChoices(kind).slice(0, 2)
  expect(named('tour')[0]).toEqual({ value: 'pending', name: 'To be paid' })
  expect(named('vehicle').map(({ name }) => name)).toEqual(['To be quoted', 'To be paid'])
  expect(named('').map(({ name }) => name)).toEqual(['To be paid or quoted', 'Quote to be paid'])
})
