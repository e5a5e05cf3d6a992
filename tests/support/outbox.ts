import { renderTemplate } from '../../src/server/emails/templates.ts'
import { sendQueuedMail, type Mailing } from '../../src/server/features/mails/flows.ts'
import { createMailPictures } from '../../src/server/lib/mail-pictures.ts'
import type { SendMail } from '../../src/server/lib/mailer.ts'
import type { TestApp } from './test-app.ts'

const pictures = createMailPictures(async () => undefined)

/** Returns the dependencies of the email jobs. */
export function mailingOf({ deps: { db, now, origins } }: TestApp, send: SendMail, render: Mailing['render'] = renderTemplate): Mailing {
  return { db, now, origins, pictures, send, render }
}

export async function sendFromOutbox(site: TestApp, send: SendMail, mailId: string): Promise<void> {
  await sendQueuedMail(mailingOf(site, send), mailId)
}
