import { brand } from '#shared/brand.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { renderMail } from './layout.ts'

export const template = 'enquiry-received'

interface Enquiry {
  name: string
  email: string
  /** Empty if none was given. */
  phone: string
  subject: string
  message: string
}

/** Sent only to the agency, because the address typed into the form may be anyone's. */
export function enquiryReceivedMail(key: string, { name, email, phone, subject, message }: Enquiry): QueuedMail {
  return { key: `${template}:${key}`, template, recipient: brand.email, data: { name, email, phone, subject, message } }
}

export function render({ name, email, phone, subject, message }: Enquiry): RenderedMail {
  return {
    ...renderMail({
      subject: `Enquiry: ${subject}, from ${name}`,
      heading: `${name} wrote about: ${subject}`,
      paragraphs: [message, 'Replies to this email go to the address below, which hasn’t been verified.'],
      facts: [['Name', name], ['Email', email], ...(phone === '' ? [] : [['Phone', phone] satisfies [string, string]])],
    }),
    replyTo: { name, address: email },
  }
}

export const preview: Enquiry = {
  name: 'Amelia Hart',
  email: 'amelia@example.test',
  phone: '+44 20 7946 0958',
  subject: 'Tool Hire',
  message: 'Is the cordless drill free on the first weekend of May?\nTwo batteries would be good.',
}
