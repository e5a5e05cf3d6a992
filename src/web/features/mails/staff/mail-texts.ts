import type { MailState, StaffMail } from '#shared/mails/staff.ts'

/** What a state is called, and its colours. */
export const STATE_LOOKS: Record<MailState, { name: string; look: string; dot: string }> = {
  waiting: { name: 'Waiting', look: 'bg-sun-tint text-sun-deep', dot: 'bg-sun' },
  failed: { name: 'Failed', look: 'bg-danger-tint text-danger-deep', dot: 'bg-danger' },
  sent: { name: 'Sent', look: 'bg-sea-tint text-sea-deep', dot: 'bg-sea' },
}

/** Returns why a try failed, in words; codes that we do not know as they are. */
export function failureText(failure: string): string {
  if (/^(ECONN|ESOCKET|ETIMEDOUT|EDNS|ENOTFOUND|EHOSTUNREACH|EPIPE)/.test(failure)) return `the mail server did not respond (${failure})`
  if (/^(EAUTH|ENOAUTH|EOAUTH2)$/.test(failure)) return `the mail server refused our sign-in (${failure})`
  if (/^(EENVELOPE|EMESSAGE|EPROTOCOL)$/.test(failure)) return `the mail server refused the email (${failure})`
  return failure === 'unknown' ? 'for an unknown reason' : failure
}

/** Returns whether an email can be sent again: not one whose link has been forgotten. */
export function canResend({ state, hasLink }: StaffMail): boolean {
  return state === 'waiting' || !hasLink
}

/** Returns what the button says. */
export function resendName({ state }: StaffMail): string {
  return { waiting: 'Try now', failed: 'Send again', sent: 'Send again' }[state]
}

/** Returns what will happen. */
export function resendConsequence({ state, recipient }: StaffMail): string {
  switch (state) {
    case 'waiting':
      return `The email to ${recipient} is tried at once, instead of at its next turn.`
    case 'failed':
      return `The email is sent to ${recipient} again, and tried for another week. The email itself stays the same: if the address was wrong, it fails again.`
    case 'sent':
      return `${recipient} gets the same email once more, as it was written then. Make sure that what it says is still so.`
  }
}
