import type { RenderedMail } from '#server/lib/mail-outbox.ts'
import * as bookingCancelled from './booking-cancelled.ts'
import * as bookingConfirmed from './booking-confirmed.ts'
import * as enquiryReceived from './enquiry-received.ts'
import * as paymentReturned from './payment-returned.ts'
import * as quoteApproved from './quote-approved.ts'
import * as quoteDeclined from './quote-declined.ts'
import * as quoteExpired from './quote-expired.ts'
import * as quoteReceived from './quote-received.ts'
import * as refundFailed from './refund-failed.ts'
import * as requestExpired from './request-expired.ts'

const templates = [
  bookingConfirmed,
  bookingCancelled,
  enquiryReceived,
  paymentReturned,
  refundFailed,
  quoteReceived,
  quoteApproved,
  quoteDeclined,
  quoteExpired,
  requestExpired,
]

/** Renders a queued mail. What it needs was stored with it by the same template's own function. */
export function renderTemplate(name: string, data: unknown): RenderedMail {
  const template = templates.find((candidate) => candidate.template === name)
  if (!template) throw new Error(`There is no e-mail template ${name}.`)
  return template.render(data as never)
}

/** Every e-mail with its preview data, for the tests and for whoever changes one. */
export const previews = templates.map((template) => ({
  name: template.template,
  mail: () => template.render(template.preview as never),
}))
