import { brand } from '#shared/brand.ts'
import { DEFAULT_CURRENCY, formatProviderMoney, type Currency } from '#shared/money.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { greeting } from './greeting.ts'
import { renderMail } from './layout.ts'

export const template = 'refund-failed'

export interface StuckRefund {
  refundId: string
  reference: string
  title: string
  customerName: string | null
  amountCents: number
  currency: Currency
}

/** Also covers a refund that had seemed to succeed at first. */
export function refundFailedMail(recipient: string, bookingId: string, refund: StuckRefund): QueuedMail {
  return { key: `${template}:${refund.refundId}`, template, recipient, bookingId, data: refund }
}

export function render(refund: StuckRefund): RenderedMail {
  const amount = formatProviderMoney(refund.amountCents, refund.currency)
  return renderMail({
    subject: `Your refund didn’t reach your card: ${refund.title} (${refund.reference})`,
    heading: `We couldn’t refund ${amount} to your card`,
    paragraphs: [
      `${greeting(refund.customerName)}the refund to your card didn’t go through. Your money is safe with us, and we’re finding another way to repay you.`,
      `We’ll be in touch. You can also contact us on ${brand.phone} or ${brand.email}.`,
    ],
    facts: [
      ['Booking', refund.title],
      ['Reference', refund.reference],
      ['Refund', amount],
    ],
  })
}

export const preview: StuckRefund = {
  refundId: '00000000-0000-4000-8000-000000000002',
  reference: 'M-7K3P9XQD',
  title: 'Kyoto Temples and Tea',
  customerName: 'Amelia Hart',
  amountCents: 124_900,
  currency: DEFAULT_CURRENCY.tour,
}
