import { expect, test } from 'vitest'
import type { ReadAuditEntry } from '#shared/audit/staff.ts'
import { acceptedText } from './money-panel.tsx'

const PRICE = { total: '1650.00', currency: 'usd' } as const
const paid = (amount: string, role = 'primary') => ({ id: 'p1', role, amount, currency: 'usd' })
const ACCEPTED: ReadAuditEntry = {
  id: 1,
  recordedAt: '2026-11-22T10:00:00.000Z',
  actor: { id: 's1', name: 'Mia Manager', email: null },
  via: 'site',
  action: 'payment.accepted',
  subject: { kind: 'payment', id: 'p1' },
  networkAddress: null,
  before: null,
  after: null,
  texts: null,
  currency: 'usd',
}

test('a payment accepted at another amount shows its distance from the price, and who accepted it', () => {
  expect(acceptedText(PRICE, paid('1625.00'), [ACCEPTED])).toBe('$25.00 less than the price, accepted by Mia Manager')
  expect(acceptedText(PRICE, paid('1660.00'))).toBe('$10.00 more than the price, accepted')
  expect(acceptedText(PRICE, paid('1650.00'), [ACCEPTED])).toBeUndefined()
  expect(acceptedText(PRICE, paid('1625.00', 'quarantined'), [ACCEPTED])).toBeUndefined()
})
