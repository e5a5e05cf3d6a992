import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { ReadQuoteDetails } from '#shared/quotes/staff.ts'
import { QuoteHistory } from './quote-facts.tsx'

const QUOTE = {
  id: 'q1',
  currency: 'inr',
  createdAt: '2026-11-20T10:00:00.000Z',
  contact: { name: 'Ada Mover', email: 'ada@example.test', phone: null },
  decisions: [
    { decision: 'approved', price: '36000.00', version: 1, reason: null, decidedAt: '2026-11-21T10:00:00.000Z', by: 'Sam Staff' },
  ],
  paid: { amount: '36000.00', at: '2026-11-22T10:00:00.000Z' },
} satisfies Partial<ReadQuoteDetails>

const historyOf = (quote: object) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <QuoteHistory quote={{ ...QUOTE, ...quote } as ReadQuoteDetails} />
    </MemoryRouter>,
  )

test('the history of a request that was paid says so first, and leads to its booking', () => {
  const html = historyOf({})
  expect(html.replaceAll(/<[^>]+>/g, ' ')).toMatch(/History\s+Paid\s+₹36,000\s+·\s+Open the booking.+Approved\s+at ₹36,000\s+by Sam Staff/)
  expect(html).toContain('href="/admin/bookings/q1"')
  expect(historyOf({ paid: null })).not.toContain('Open the booking')
})
