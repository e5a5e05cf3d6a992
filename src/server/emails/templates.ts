import type { RenderedMail } from '#server/lib/mail-outbox.ts'
import type { Origins } from '#server/lib/origins.ts'
import {
  accountDeleted,
  customerInvitation,
  emailChange,
  emailChanging,
  emailConfirmation,
  newAdministrator,
  staffInvitation,
} from './accounts.ts'
import { alarm, tasksOpened } from './agency.ts'
import { bookingCancelled, bookingConfirmed, contactChanging, contactConfirmation } from './bookings.ts'
import { enquiryReceived, enquiryReply } from './enquiries.ts'
import { quoteApproved, quoteDeclined, quoteExpired, quoteReceived, quoteWithdrawn, requestExpired } from './quotes.ts'
import { departureCancelled, goodwillRefund, paymentReturned, refundDisputed, refundFailed } from './refunds.ts'
import { paymentVoided, reservationMade, reservationEnded, seatsReleased } from './reservations.ts'
import { passkeyChanged, passwordChanged, passwordReset, secondFactorChanged, codeToSignIn } from './sign-in.ts'
import type { Email } from './layout.ts'

const templates: (Omit<Email<never>, 'preview'> & { preview: object })[] = [
  emailConfirmation,
  emailChange,
  emailChanging,
  passwordReset,
  codeToSignIn,
  customerInvitation,
  contactConfirmation,
  contactChanging,
  passwordChanged,
  secondFactorChanged,
  passkeyChanged,
  accountDeleted,
  bookingConfirmed,
  bookingCancelled,
  departureCancelled,
  enquiryReceived,
  enquiryReply,
  goodwillRefund,
  paymentReturned,
  paymentVoided,
  refundDisputed,
  refundFailed,
  quoteReceived,
  quoteApproved,
  quoteDeclined,
  quoteExpired,
  quoteWithdrawn,
  requestExpired,
  reservationMade,
  reservationEnded,
  seatsReleased,
  staffInvitation,
  newAdministrator,
  alarm,
  tasksOpened,
]

export const FOR_THE_AGENCY: readonly string[] = [enquiryReceived.template, tasksOpened.template]

/** Throws for an unknown template. */
export function renderTemplate(name: string, data: unknown): RenderedMail {
  const template = templates.find((candidate) => candidate.template === name)
  if (!template) throw new Error(`There is no email template ${name}.`)
  const { secretFields } = template
  return { ...template.render(data as never), ...(secretFields && { secretFields }) }
}

export const previews = templates.map((template) => ({
  name: template.template,
  data: template.preview,
  mail: () => template.render(template.preview as never),
}))

/**
 * Points every field whose name ends with `Url` at the site about to send the email. The process that queued it may not
 * have known that site: a command on another port, or the site before it moved.
 */
export function atThisSite(data: object, origins: Pick<Origins, 'ofMails' | 'ofCalls'>): object {
  const isAddress = ([name, value]: [string, unknown]) => name.endsWith('Url') && typeof value === 'string' && URL.canParse(value)
  const addresses = Object.entries(data as Record<string, unknown>).filter(isAddress) as [string, string][]
  return { ...data, ...Object.fromEntries(addresses.map(([name, address]) => [name, moved(address, origins)])) }
}

function moved(address: string, { ofMails, ofCalls }: Pick<Origins, 'ofMails' | 'ofCalls'>): string {
  const { origin, pathname } = new URL(address)
  // All pages are behind the hash of a single URL; any other path is an endpoint.
  return `${pathname === '/' ? ofMails() : ofCalls()}${address.slice(origin.length)}`
}
