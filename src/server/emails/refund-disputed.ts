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
    subject: `${isLost ? 'Paid back by your bank' : 'Your refund waits for your bank'}: ${refund.title} (${refund.reference})`,
    heading: isLost ? `${amount} has gone back through your bank` : `Your refund of ${amount} has to wait`,
    paragraphs: [
      isLost
        ? `${greeting(refund.customerName)}the money has gone back through your bank’s dispute of this payment. We do not refund it again.`
        : `${greeting(refund.customerName)}this payment is disputed at your bank. As long as that lasts, no refund can be sent. If your bank decides that we keep the payment, we send you the refund at once; if not, your bank itself pays you back.`,
      `If you have a question, reach us at ${brand.phone} or ${brand.email}.`,
    ],
    facts: [
      ['Booking', refund.title],
      ['Reference', refund.reference],
      [isLost ? 'Returned by your bank' : 'Refund', amount],
    ],
  })
}

export const preview: DisputedRefund = { ...failedPreview, state: 'blocked' }
