import { brand } from '#shared/brand.ts'
import { formatProviderMoney } from '#shared/money.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { greeting } from './greeting.ts'
import { renderMail } from './layout.ts'
import { preview as failedPreview, type StuckRefund } from './refund-failed.ts'

export const template = 'refund-disputed'

interface DisputedRefund extends StuckRefund {
  /** `blocked` while the dispute lasts, `lost` once the bank itself has returned the money. */
  state: 'blocked' | 'lost'
}

export function refundDisputedMail(recipient: string, bookingId: string, refund: DisputedRefund): QueuedMail {
  return { key: `${template}:${refund.state}:${refund.refundId}`, template, recipient, bookingId, data: refund }
}

export function render(refund: DisputedRefund): RenderedMail {
  const amount = formatProviderMoney(refund.amountCents, refund.currency)
  const isLost = refund.state === 'lost'
  return renderMail({
    subject: `${isLost ? 'Refunded by your bank' : 'Your refund is on hold'}: ${refund.title} (${refund.reference})`,
    heading: isLost ? `Your bank has returned ${amount}` : `Your refund of ${amount} is on hold`,
    paragraphs: [
      isLost
        ? `${greeting(refund.customerName)}your bank has returned this payment to you through the dispute, so we won’t refund it again.`
        : `${greeting(refund.customerName)}this payment is being disputed with your bank, so we can’t send a refund yet. If your bank decides in our favour, we’ll send your refund straight away; if not, your bank will pay you back itself.`,
      `If you have any questions, contact us on ${brand.phone} or ${brand.email}.`,
    ],
    facts: [
      ['Booking', refund.title],
      ['Reference', refund.reference],
      [isLost ? 'Returned by your bank' : 'Refund', amount],
    ],
  })
}

export const preview: DisputedRefund = { ...failedPreview, state: 'blocked' }
