import { brand } from '#shared/brand.ts'
import type { StaffEnquiry } from '#shared/enquiries/public.ts'

/** Longer addresses do not reach every mail program. */
const MAX_QUOTED = 1000

/** Returns the address that opens a reply in the mail program of whoever clicks it, with the enquiry below. */
export function replyAddress({ name, email, subject, message }: Pick<StaffEnquiry, 'name' | 'email' | 'subject' | 'message'>): string {
  const quoted = message.length > MAX_QUOTED ? `${message.slice(0, MAX_QUOTED)} …` : message
  const lines = [`Hello ${name},`, '', '', '', brand.name, '', ...quoted.split('\n').map((line) => `> ${line}`)]
  const parts = { subject: `Your enquiry to ${brand.name}: ${subject}`, body: lines.join('\r\n') }
  const query = Object.entries(parts).map(([part, text]) => `${part}=${encodeURIComponent(text)}`)
  // Only what a line of addresses takes: nobody adds a recipient by the address that they typed.
  return `mailto:${encodeURIComponent(email)}?${query.join('&')}`
}
