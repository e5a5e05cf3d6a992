import { describe, expect, it } from 'vitest'
import { isPayable, isWithdrawable, quoteText } from './quote-state.tsx'

const NOW = Date.parse('2026-11-20T10:00:00Z')
const quote = { status: 'approved', price: '₹34800', reason: null, payUntil: '2026-11-22T10:00:00Z', isBeingPaid: false }

describe('a vehicle request', () => {
  it('waits for its quote', () => {
    expect(quoteText({ ...quote, status: 'pending' }, NOW)).toContain('email you when your quote is approved')
  })

  it('can be paid once approved, until the quote ends', () => {
    expect(isPayable(quote, NOW)).toBe(true)
    expect(isPayable({ ...quote, payUntil: null }, NOW)).toBe(true)
    expect(quoteText(quote, NOW)).toMatch(/^Your quote: ₹34800\. Please pay by .*22 Nov/)
    const late = Date.parse('2026-11-23T10:00:00Z')
    expect(isPayable(quote, late)).toBe(false)
    expect(quoteText(quote, late)).toMatch(/This quote has expired/)
  })

  it('can be withdrawn while it waits, and until its quote ends', () => {
    expect(isWithdrawable({ ...quote, status: 'Pending', payUntil: null }, NOW)).toBe(true)
    expect(isWithdrawable(quote, NOW)).toBe(true)
    expect(isWithdrawable(quote, Date.parse('2026-11-23T10:00:00Z'))).toBe(false)
    for (const status of ['confirmed', 'declined', 'withdrawn', 'expired', 'cancelled', 'completed']) {
      expect(isWithdrawable({ ...quote, status }, NOW), status).toBe(false)
    }
    expect(quoteText({ ...quote, status: 'withdrawn' }, NOW)).toMatch(/You withdrew this request/)
  })

  it('is neither to be paid nor withdrawn, and says nothing of a price to pay, while a payment of it is on its way or judged', () => {
    const paid = { ...quote, isBeingPaid: true }
    expect([isPayable(paid, NOW), isWithdrawable(paid, NOW), quoteText(paid, NOW)]).toEqual([false, false, undefined])
  })

  it('says nothing more when its status says it all', () => {
    expect(quoteText({ ...quote, status: 'confirmed' }, NOW)).toBeUndefined()
    expect(isPayable({ ...quote, status: 'declined' }, NOW)).toBe(false)
  })
})
