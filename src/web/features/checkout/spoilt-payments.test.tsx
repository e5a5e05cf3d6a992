import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { checkoutSessionResponseSchema } from '#shared/payments/public.ts'
import { readLeniently } from '#web/lib/lenient-reader.ts'
import { PAID_BOOKING } from '../../../../tests/support/paid-booking.ts'
import { NONSENSE, spoilt } from '../../../../tests/support/spoilt.ts'
import { PaymentResult } from './payment-result.tsx'

const SESSION = {
  payment_intent: { id: 'pi_1' },
  amount_total: 249_050,
  currency: 'usd',
  payment_method_types: ['card'],
  created: 1_795_000_000,
  payment_status: 'paid',
  receipt_url: 'https://example.com/r',
  booking: { ...PAID_BOOKING, status: 'expired' },
}

it('shows the result of a payment whatever its fields are', () => {
  fc.assert(
    fc.property(spoilt({ session: SESSION }), (answer) => {
      const read = readLeniently(checkoutSessionResponseSchema, answer)
      if (!read) return
      const page = (
        <MemoryRouter>
          <PaymentResult session={read.session} />
        </MemoryRouter>
      )
      expect(renderToStaticMarkup(page)).not.toMatch(NONSENSE)
    }),
  )
})
