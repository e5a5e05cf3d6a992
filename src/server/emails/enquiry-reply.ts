import { brand } from '#shared/brand.ts'
import type { QueuedMail, RenderedMail } from '#server/lib/mail-outbox.ts'
import { beginsWithGreeting, greeting } from './greeting.ts'
import { renderMail } from './layout.ts'

export const template = 'enquiry-reply'

interface Reply {
  subject: string
  message: string
  text: string
}

export const replyMailKey = (replyId: string) => `${template}:${replyId}`

/** Greets nobody by name, since anyone could have typed one into the form; staff may write their own greeting. */
export function enquiryReplyMail(replyId: string, recipient: string, { subject, message, text }: Reply): QueuedMail {
  return { key: replyMailKey(replyId), template, recipient, data: { subject, message, text } }
}

export function render({ subject, message, text }: Reply): RenderedMail {
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
}

export const preview: Reply = {
  subject: 'Tool Hire',
  message: 'Is the cordless drill free on the first weekend of May?\nTwo batteries would be good.',
  text: 'Yes, it is, and with two batteries.\n\nYou can collect it from Friday noon.\n\nMaya Chen',
}
