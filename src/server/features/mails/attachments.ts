import { LOGO_CID, PICTURE_CID, type RenderedMail } from '#server/lib/mail-outbox.ts'
import type { MailPictures } from '#server/lib/mail-pictures.ts'
import type { MailAttachment } from '#server/lib/mailer.ts'

interface WithPicture {
  picture?: { filePath: string }
}

/** Returns the email's picture and the data to render, which are without the picture if it cannot be loaded. */
export async function withPicture(pictures: MailPictures, data: object): Promise<{ data: object; picture: Buffer | undefined }> {
  const { picture: named, ...rest } = data as WithPicture
  const picture = named && (await pictures.picture(named.filePath))
  return { data: picture ? data : rest, picture }
}

/** Attaches the calendar file and the pictures used in the HTML, so that opening the email fetches nothing. */
export async function attachmentsOf(
  pictures: MailPictures,
  { html, calendar }: RenderedMail,
  picture: Buffer | undefined,
): Promise<MailAttachment[]> {
  const attachments: MailAttachment[] = []
  if (html.includes(`cid:${LOGO_CID}`)) attachments.push(shown(LOGO_CID, 'png', await pictures.logo()))
  if (picture) attachments.push(shown(PICTURE_CID, 'jpeg', picture))
  if (calendar) {
    const contentType = `text/calendar; charset=utf-8; method=${calendar.method}`
    attachments.push({ filename: calendar.filename, contentType, content: calendar.file })
  }
  return attachments
}

function shown(cid: string, type: 'png' | 'jpeg', content: Buffer): MailAttachment {
  return { cid, filename: `${cid}.${type}`, contentType: `image/${type}`, contentDisposition: 'inline', content }
}
