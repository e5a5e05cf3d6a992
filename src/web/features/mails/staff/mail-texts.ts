import type { MailState, StaffMail } from '#shared/mails/staff.ts'
import { NO_ADDRESS } from '#shared/accounts/no-email.ts'

type Look = { name: string; look: string; dot: string }

const STATE_LOOKS: Record<MailState, Look> = {
  waiting: { name: 'Waiting', look: 'bg-sun-tint text-sun-deep', dot: 'bg-sun' },
  failed: { name: 'Email failed', look: 'bg-danger-tint text-danger-deep', dot: 'bg-danger' },
  sent: { name: 'Sent', look: 'bg-sea-tint text-sea-deep', dot: 'bg-sea' },
}

/** The label and colours of an email's state. One without a recipient address was never attempted. */
export function lookOf(mail: Pick<StaffMail, 'state' | 'failure'>): Look {
  if (hasNoAddress(mail)) return { name: 'No email address', look: 'bg-sun-tint text-sun-deep', dot: 'bg-sun' }
  return STATE_LOOKS[mail.state]
}

export function hasNoAddress({ state, failure }: Pick<StaffMail, 'state' | 'failure'>): boolean {
  return state === 'failed' && failure === NO_ADDRESS
}

/** Not possible if the email's link is no longer stored or it had no address. */
export function canResend(mail: StaffMail): boolean {
  return mail.state === 'waiting' || (!mail.hasLink && !hasNoAddress(mail))
}

export function resendName({ state }: StaffMail): string {
  return { waiting: 'Try now', failed: 'Send again', sent: 'Send again' }[state]
}

export function resendConsequence({ state, recipient }: StaffMail): string {
  switch (state) {
    case 'waiting':
      return `We’ll try to send the email to ${recipient} now instead of waiting for the next attempt.`
    case 'failed':
      return `We’ll send it to ${recipient} again and keep trying for another week. The email is unchanged, so if the address was wrong it will fail again.`
    case 'sent':
      return `${recipient} will get the same email again, unchanged. Check that it’s still accurate.`
  }
}
