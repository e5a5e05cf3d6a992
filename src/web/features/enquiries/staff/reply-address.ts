import { brand } from '#shared/brand.ts'
import type { StaffEnquiry } from '#shared/enquiries/public.ts'

/** Longer mailto: addresses do not work in every mail program. */
const MAX_QUOTED = 1000

/** A mailto: address for a reply that quotes the enquiry. */
export function replyAddress({ name, email, subject, message }: Pick<StaffEnquiry, 'name' | 'email' | 'subject' | 'message'>): string {
  const quoted = message.length > MAX_QUOTED ? `${message.slice(0, MAX_QUOTED)} …` : message
  const lines = [`Hello ${name},`, '', '', '', brand.name, '', ...quoted.split('\n').map((line) => `> ${line}`)]
  const parts = { subject: `Your enquiry to ${brand.name}: ${subject}`, body: lines.join('\r\n') }
  const query = Object.entries(parts).map(([part, text]) => `${part}=${encodeURIComponent(text)}`)
  // Encoded, so that nobody can add recipients by the address they typed.
  return `mailto:${encodeURIComponent(email)}?${query.join('&')}`
}
