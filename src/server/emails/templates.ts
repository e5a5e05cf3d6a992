import type { RenderedMail } from '#server/lib/mail-outbox.ts'
import * as alarm from './alarm.ts'
import * as accountDeleted from './account-deleted.ts'
import * as bookingCancelled from './booking-cancelled.ts'
import * as bookingConfirmed from './booking-confirmed.ts'
import * as departureCancelled from './departure-cancelled.ts'
import * as enquiryReceived from './enquiry-received.ts'
import * as enquiryReply from './enquiry-reply.ts'
import * as contactChanging from './contact-changing.ts'
import * as contactConfirmation from './contact-confirmation.ts'
import * as customerInvitation from './customer-invitation.ts'
import * as emailChange from './email-change.ts'
import * as emailChanging from './email-changing.ts'
import * as emailConfirmation from './email-confirmation.ts'
import * as goodwillRefund from './goodwill-refund.ts'
import * as passkeyChanged from './passkey-changed.ts'
import * as passwordChanged from './password-changed.ts'
import * as passwordReset from './password-reset.ts'
import * as paymentReturned from './payment-returned.ts'
import * as paymentVoided from './payment-voided.ts'
import * as quoteApproved from './quote-approved.ts'
import * as quoteDeclined from './quote-declined.ts'
import * as quoteExpired from './quote-expired.ts'
import * as quoteReceived from './quote-received.ts'
import * as quoteWithdrawn from './quote-withdrawn.ts'
import * as refundDisputed from './refund-disputed.ts'
import * as refundFailed from './refund-failed.ts'
import * as requestExpired from './request-expired.ts'
import * as seatsReleased from './seats-released.ts'
import * as reservationEnded from './reservation-ended.ts'
import * as reservation from './reservation.ts'
import * as secondFactorChanged from './second-factor-changed.ts'
import * as signInCode from './sign-in-code.ts'
import * as newAdministrator from './new-administrator.ts'
import * as staffInvitation from './staff-invitation.ts'
import * as tasksOpened from './tasks-opened.ts'

interface Template {
  template: string
  render: (data: never) => RenderedMail
  preview: object
  secretFields?: readonly string[]
}

const templates: Template[] = [
  emailConfirmation,
  emailChange,
  emailChanging,
  passwordReset,
  signInCode,
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
  reservation,
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
