import { brand } from '#shared/brand.ts'
import type { QueuedMail } from '#server/lib/mail-outbox.ts'
import { beginsWithGreeting, greeting } from './greeting.ts'
import { emailTemplate, renderMail } from './layout.ts'

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
  return {
    key: `${enquiryReceived.template}:${key}`,
    template: enquiryReceived.template,
    recipient: brand.email,
    data: { name, email, phone, subject, message },
  }
}

export const enquiryReceived = emailTemplate({
  template: 'enquiry-received',
  render({ name, email, phone, subject, message }: Enquiry) {
    return {
      ...renderMail({
        subject: `Enquiry: ${subject}, from ${name}`,
        heading: `${name} wrote about: ${subject}`,
        paragraphs: [message, 'Replies to this email go to the address below, which hasn’t been verified.'],
        facts: [['Name', name], ['Email', email], ...(phone === '' ? [] : [['Phone', phone] satisfies [string, string]])],
      }),
      replyTo: { name, address: email },
    }
  },
  preview: {
    name: 'Amelia Hart',
    email: 'amelia@example.test',
    phone: '+44 20 7946 0958',
    subject: 'Tool Hire',
    message: 'Is the cordless drill free on the first weekend of May?\nTwo batteries would be good.',
  },
})

interface Reply {
  subject: string
  message: string
  text: string
}

export const replyMailKey = (replyId: string) => `${enquiryReply.template}:${replyId}`

/** Greets no one by name, since anyone could have typed one into the form; staff may write their own greeting. */
export function enquiryReplyMail(replyId: string, recipient: string, { subject, message, text }: Reply): QueuedMail {
  return { key: replyMailKey(replyId), template: enquiryReply.template, recipient, data: { subject, message, text } }
}

export const enquiryReply = emailTemplate({
  template: 'enquiry-reply',
  render({ subject, message, text }: Reply) {
    return {
      ...renderMail({
        subject: `Re: Your enquiry to ${brand.name}: ${subject}`,
        heading: 'Our reply to your enquiry',
        paragraphs: beginsWithGreeting(text) ? [text] : [greeting(null).trimEnd(), text],
        list: { heading: 'You wrote', lines: message.split('\n').map((line) => `> ${line}`) },
      }),
      replyTo: { name: brand.name, address: brand.email },
      isPersonal: true,
    }
  },
  preview: {
    subject: 'Tool Hire',
    message: 'Is the cordless drill free on the first weekend of May?\nTwo batteries would be good.',
    text: 'Yes, it is, and with two batteries.\n\nYou can collect it from Friday noon.\n\nMaya Chen',
  },
})
