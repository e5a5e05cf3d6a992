import { describe, expect, it } from 'vitest'
import { addDays, localToday } from '#shared/dates.ts'
import { toPaymentView, type CheckoutSession } from './payment-view.ts'

const session: CheckoutSession = {
  payment_intent: { id: 'pi_1' },
  amount_total: 249_050,
  currency: 'usd',
  payment_method_types: ['card', 'link'],
  created: 1_795_000_000,
  payment_status: 'paid',
  receipt_url: 'https://example.com/r',
}

describe('the payment result', () => {
  it('shows a paid session as a success with its amount in dollars and the first method', () => {
    expect(toPaymentView(session)).toMatchObject({
      isPaid: true,
      transactionId: 'pi_1',
      amount: '$2,490.50',
      method: 'Card',
      status: 'Paid',
      receiptUrl: 'https://example.com/r',
    })
  })

  it.each(['unpaid', 'refunded', 'PAID', 'no_payment_required'])('treats %s as not paid', (payment_status) => {
    expect(toPaymentView({ ...session, payment_status }).isPaid).toBe(false)
  })

  it('is in the currency of the session, and in dollars where it names none that we know', () => {
    const amountIn = (currency: string | undefined) => toPaymentView({ ...session, currency }).amount
    expect([amountIn('inr'), amountIn('GBP'), amountIn('jpy'), amountIn(undefined)]).toEqual([
      '₹2,490.50',
      '£2,490.50',
      '$2,490.50',
      '$2,490.50',
    ])
  })

  it('copes with a payment that has not begun', () => {
    const view = toPaymentView({ ...session, payment_intent: null, payment_method_types: [], receipt_url: null })
    expect(view).toMatchObject({ transactionId: 'N/A', method: 'N/A', receiptUrl: undefined })
  })

  it('names what was paid for, in the words of its kind, and nothing that the response lacks', () => {
    const refundPolicy = { fullRefundDays: 7, partialRefundDays: 2, partialRefundPercentage: 50 }
    const tour = { kind: 'tour', title: 'Kyoto', startsOn: '2999-03-15', guests: 2, refundPolicy } as const
    expect(toPaymentView({ ...session, booking: tour })).toMatchObject({
      isMove: false,
      bought: [
        { name: 'Tour', value: 'Kyoto' },
        { name: 'Travel Date', value: '15 Mar 2999' },
        { name: 'Guests', value: '2' },
        { name: 'Cancellation', value: 'Free cancellation until 8 Mar 2999.' },
      ],
    })
    expect(toPaymentView({ ...session, payment_status: 'unpaid', booking: tour }).bought.map(({ name }) => name)).toEqual([
      'Tour',
      'Travel Date',
      'Guests',
    ])
    const move = toPaymentView({ ...session, booking: { ...tour, kind: 'vehicle', title: 'Man and van', guests: null } })
    expect(move.isMove).toBe(true)
    expect(move.bought.map(({ name }) => name)).toEqual(['Service', 'Date', 'Cancellation'])
    expect(toPaymentView(session)).toMatchObject({ isMove: false, bought: [] })
  })

  it('looks forward to a journey that is booked, and to none that is not', () => {
    const refundPolicy = { fullRefundDays: 7, partialRefundDays: 2, partialRefundPercentage: 50 }
    const ahead = (days: number, status = 'confirmed', timeZone?: string) => {
      const startsOn = addDays(localToday(), days)
      const booking = {
        kind: 'tour',
        id: 'b1',
        reference: 'M-7K3P9XQD',
        tourId: 'kyoto',
        title: 'Kyoto',
        startsOn,
        status,
        timeZone,
        refundPolicy,
      } as const
      return toPaymentView({ ...session, booking }).journey
    }
    expect(ahead(44)).toEqual({
      id: 'b1',
      kind: 'tour',
      tourId: 'kyoto',
      reference: 'M-7K3P9XQD',
      title: 'Kyoto',
      countdown: '44 days to go',
    })
    // At any moment it is a later day in one of the two than in the other.
    const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].map((timeZone) => ahead(44, 'confirmed', timeZone)?.countdown)
    expect(east).not.toBe(west)
    expect([1, 0, -1].map((days) => ahead(days)?.countdown)).toEqual(['Tomorrow', 'Today', undefined])
    expect(ahead(44, 'cancelled')).toBeUndefined()
    expect(toPaymentView({ ...session, payment_status: 'unpaid' }).journey).toBeUndefined()
  })
})
