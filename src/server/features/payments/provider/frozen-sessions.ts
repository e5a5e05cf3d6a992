import type Stripe from 'stripe'
import type { FrozenSession, SessionOrder } from '#server/lib/card-provider.ts'

export function freezeSession(order: SessionOrder): FrozenSession {
  const metadata = { attempt_id: order.attemptId, booking_id: order.bookingId, reference: order.reference }
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    line_items: [toLineItem(order.item)],
    client_reference_id: order.attemptId,
    ...(order.customerEmail !== undefined && { customer_email: order.customerEmail }),
    metadata,
    // A session's metadata is not copied to its payment, and refund and dispute events are matched by the payment's.
    payment_intent_data: { metadata, ...(order.about && { description: order.about.what }) },
    // Shown next to the pay button.
    ...(order.about && {
      custom_text: { submit: { message: [order.about.what, order.about.payUntil, order.about.cancellation].filter(Boolean).join(' ') } },
    }),
    adaptive_pricing: { enabled: false },
    expires_at: toSeconds(order.expiresAt),
    // Concatenated because URLSearchParams would encode the braces and Stripe would not recognise its placeholder.
    success_url: `${order.paidUrl}${order.paidUrl.includes('?') ? '&' : '?'}session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: order.cancelUrl,
  }
  return { ...params }
}

/** The key is frozen with the parameters: whatever repeats the request repeats both. */
export function renewSession(attemptId: string, frozen: FrozenSession, expiresAt: Date): FrozenSession | undefined {
  if ('idempotencyKey' in frozen) return undefined
  return { ...frozen, expires_at: toSeconds(expiresAt), idempotencyKey: `checkout:${attemptId}:2` }
}

function toSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}

function toLineItem(item: SessionOrder['item']): Stripe.Checkout.SessionCreateParams.LineItem {
  if ('priceId' in item) return { price: item.priceId, quantity: item.quantity }
  const { name, amountCents, currency } = item
  return { price_data: { currency, unit_amount: amountCents, product_data: { name } }, quantity: 1 }
}
