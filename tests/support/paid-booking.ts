/** What a payment result says of its booking, for tests that change or spoil it. */
export const PAID_BOOKING = {
  kind: 'tour' as const,
  status: 'pending',
  tourId: 'kyoto',
  title: 'Kyoto',
  startsOn: '2999-03-15',
  guests: 2,
  refundPolicy: { fullRefundDays: 7, partialRefundDays: 2, partialRefundPercentage: 50 },
  isPaymentOnItsWay: false,
  isPaidTwice: false,
  isNotAsAgreed: false,
}
