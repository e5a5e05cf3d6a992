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
    subject: `${facts.isReminder ? 'Please pay soon' : 'Your places are reserved'}: ${facts.title} (${facts.reference})`,
    heading: facts.isReminder ? `Your places are kept until ${longDay(facts.dueOn)}` : 'Your places are reserved',
    picture: facts.picture,
    paragraphs: [
      `${greeting(facts.customerName)}we keep your places until ${until}. Once ${price} is paid, they are yours; otherwise they will be offered to others.`,
      facts.payUrl === null
        ? `Please transfer the amount by then and quote the reference ${facts.reference}. We will write to you as soon as it has arrived.`
        : `The link below opens the payment page, as often as you like until then. The price will not change.${facts.bankDetails ? ` You can also transfer the amount by then, quoting the reference ${facts.reference}.` : ''}`,
      `Would you like to pay another way, or do you need more time? We are here: ${brand.phone} or ${brand.email}.`,
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
