/** The booking in a payment result, for tests that alter or corrupt it. */
export const PAID_BOOKING = {
  kind: 'tour' as const,
  id: '6f1c1f6e-6c5b-4f0e-9d61-2f4f2a1f8b11',
  reference: 'M-7K3P9XQD',
  status: 'pending',
  tourId: 'kyoto',
  title: 'Kyoto',
  startsOn: '2999-03-15',
  guests: 2,
  refundPolicy: { fullRefundDays: 7, partialRefundDays: 2, partialRefundPercentage: 50 },
  isPaidTwice: false,
  isNotAsAgreed: false,
}
