import type { Config } from '#server/config.ts'
import { verifySmtp } from '#server/lib/mailer.ts'
import { fault, ok, reasonOf, warning, type Finding } from './finding.ts'

/** Signs in to the mail server, and sends nothing. */
export async function examineMail({ SMTP_URL, SMTP_TLS }: Pick<Config, 'SMTP_URL' | 'SMTP_TLS'>): Promise<Finding> {
  if (!SMTP_URL)
    return warning(
      'mail',
      'Emails are written to files, so customers don’t receive any.',
      'Set SMTP_URL to your mail server before you go live.',
    )
  try {
    await verifySmtp(SMTP_URL, SMTP_TLS)
    return ok('mail', `${new URL(SMTP_URL).host} accepts our emails.`)
  } catch (error) {
    return fault(
      'mail',
      `${new URL(SMTP_URL).host} rejects us: ${reasonOf(error)}.`,
      'Check the host, port, user and password in SMTP_URL.',
    )
  }
}
