import { NO_ADDRESS } from '#shared/accounts/no-email.ts'

/** Explains why a delivery failed; unknown codes are returned unchanged. */
export function failureText(failure: string): string {
  if (/^(ECONN|ESOCKET|ETIMEDOUT|EDNS|ENOTFOUND|EHOSTUNREACH|EPIPE)/.test(failure)) return `the mail server did not respond (${failure})`
  if (/^(EAUTH|ENOAUTH|EOAUTH2)$/.test(failure)) return `the mail server rejected our sign-in (${failure})`
  if (/^(EENVELOPE|EMESSAGE|EPROTOCOL)$/.test(failure)) return `the mail server rejected the email (${failure})`
  if (failure === NO_ADDRESS) return 'there is no email address'
  return failure === 'unknown' ? 'for an unknown reason' : failure
}
