import { brand } from '#shared/brand.ts'
import { longDay, type Day } from '#shared/dates.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { bankPart, type BankFacts } from './bank-details.ts'
import { preview as confirmedPreview } from './booking-confirmed.ts'
import { pickJourney, totalText, tripRows, type JourneyFacts } from './booking-facts.ts'
import { greeting } from './greeting.ts'
import { renderMail } from './layout.ts'

export const template = 'reservation'
export const secretFields = ['payUrl'] as const

interface Reservation extends BankFacts {
  /** The last day to pay, in the agency's time zone. */
  dueOn: Day
  /** The payment deadline in words. Missing in emails queued by an earlier version. */
  payUntil?: string
  /** Null if payment is by transfer. */
  payUrl: string | null
  isReminder: boolean
}

/** Sent with a new booking, when staff resend the link, and the day before payment is due. `mailing` distinguishes these emails. */
export function reservationMail(
  recipient: string,
  facts: JourneyFacts,
  reservation: Reservation & { mailing: string; expiresAt: Date },
): QueuedMail {
  const { mailing, expiresAt, ...rest } = reservation
  const data = { ...pickJourney(facts), ...rest }
  return { key: `${template}:${facts.id}:${mailing}`, template, recipient, bookingId: facts.id, expiresAt, data }
}

export function render(facts: JourneyFacts & Reservation): RenderedMail {
  const [price, until] = [totalText(facts), facts.payUntil ?? `the end of ${longDay(facts.dueOn)}`]
  return renderMail({
    subject: `${facts.isReminder ? 'Please pay soon' : 'Your seats are reserved'}: ${facts.title} (${facts.reference})`,
    heading: facts.isReminder ? `We’re holding your seats until ${longDay(facts.dueOn)}` : 'Your seats are reserved',
    picture: facts.picture,
    paragraphs: [
      `${greeting(facts.customerName)}we’re holding your seats until ${until}. Pay ${price} by then to confirm them; otherwise we’ll release them.`,
      facts.payUrl === null
        ? `Please pay by bank transfer by then, quoting ${facts.reference}. We’ll email you when it arrives.`
        : `You can use the payment link below as often as you like until then. The price won’t change.${facts.bankDetails ? ` You can also pay by bank transfer by then, quoting ${facts.reference}.` : ''}`,
      `If you’d like to pay another way or need more time, contact us on ${brand.phone} or ${brand.email}.`,
    ],
    facts: [
      ['Booking', facts.title],
      ['Reference', facts.reference],
      ['Travel date', longDay(facts.starts_on)],
      ...tripRows(facts),
      ['Price', price],
      ['Pay by', until],
    ],
    list: bankPart(facts),
    ...(facts.payUrl !== null && { action: { label: 'Pay and confirm', href: facts.payUrl } }),
  })
}

export const preview: JourneyFacts & Reservation = {
  ...confirmedPreview,
  dueOn: '2027-03-20',
  payUntil: '23:59 on Sat, 20 Mar 2027, London time',
  payUrl: 'https://www.example.com/pay/b/preview',
  isReminder: false,
  bankDetails: 'Example Travel Ltd\nIBAN GB00 TEST 0000 0000 0000 00',
}
