import { brand } from '#shared/brand.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { preview as confirmedPreview } from './booking-confirmed.ts'
import { pickFacts, type BookingFacts } from './booking-facts.ts'
import { greeting } from './greeting.ts'
import { renderMail } from './layout.ts'

export const template = 'contact-changing'

interface Change {
  /** Masked. */
  newAddress: string
}

/** Goes to the booking's current contact address. */
export function contactChangingMail(
  recipient: string,
  facts: BookingFacts,
  { mailing, newAddress }: Change & { mailing: string },
): QueuedMail {
  return { key: `${template}:${facts.id}:${mailing}`, template, recipient, bookingId: facts.id, data: { ...pickFacts(facts), newAddress } }
}

export function render(facts: BookingFacts & Change): RenderedMail {
  return renderMail({
    subject: `New email address for your booking: ${facts.title} (${facts.reference})`,
    heading: 'New email address for this booking',
    paragraphs: [
      `${greeting(facts.customerName)}we’ve been asked to send emails about this booking to ${facts.newAddress}. We’ll start once that address is confirmed. Your account and how you sign in won’t change.`,
      `Wasn’t this you? Please tell us straight away: ${brand.phone} or ${brand.email}.`,
    ],
    facts: [
      ['Booking', facts.title],
      ['Reference', facts.reference],
    ],
  })
}

export const preview: BookingFacts & Change = { ...confirmedPreview, newAddress: 'a…@example.com' }
