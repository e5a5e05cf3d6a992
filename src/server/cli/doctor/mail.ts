import type { Config } from '#server/config.ts'
import { verifySmtp } from '#server/lib/mailer.ts'
import { fault, ok, reasonOf, warning, type Finding } from './finding.ts'

/** Signs in to the mail server, and sends nothing. */
export async function examineMail({ SMTP_URL, SMTP_TLS }: Pick<Config, 'SMTP_URL' | 'SMTP_TLS'>): Promise<Finding> {
  if (!SMTP_URL)
    return warning('mail', 'Emails are written to files: customers get none.', 'Set SMTP_URL to your mail server before you open the site.')
  try {
    await verifySmtp(SMTP_URL, SMTP_TLS)
    return ok('mail', `${new URL(SMTP_URL).host} takes our emails.`)
  } catch (error) {
    return fault('mail', `${new URL(SMTP_URL).host} refuses us: ${reasonOf(error)}.`, 'Check host, port, user and password in SMTP_URL.')
  }
}
