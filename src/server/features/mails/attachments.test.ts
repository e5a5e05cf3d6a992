import { readFile } from 'node:fs/promises'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brand } from '#shared/brand.ts'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { pathOf } from '#shared/contract.ts'
import { getPicture } from '#shared/tours/picture-calls.ts'
import { createMailPictures, MAX_PICTURE_BYTES } from '#server/lib/mail-pictures.ts'
import { createMailer } from '#server/lib/mailer.ts'
import { bookAndPay, inDays } from '../../../../tests/support/buyers.ts'
import { mailingOf, sendFromOutbox } from '../../../../tests/support/outbox.ts'
import { startSmtpServer, type TestSmtpServer } from '../../../../tests/support/smtp-server.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { getStaffMail } from './archive.ts'
import { sendQueuedMail } from './flows.ts'

const FROM_SMTP = { SMTP_TLS: false, MAIL_FROM: undefined }
let site: TestApp
let smtp: TestSmtpServer

beforeAll(async () => {
  site = await createTestApp()
  smtp = await startSmtpServer()
})
afterAll(async () => {
  await smtp.close()
  await site.close()
})

function mailer() {
  return createMailer({ ...site.deps.config, ...FROM_SMTP, SMTP_URL: smtp.url }, site.app.log)
}

async function mailIdOf(template: string, bookingId: string): Promise<string> {
  const row = await site.deps.db
    .selectFrom('mails')
    .select('id')
    .where('template', '=', template)
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow()
  return row.id
}

/** Returns the email as received, with its size in bytes. */
async function sent(mailId: string, pictures?: Parameters<typeof createMailPictures>[0]): Promise<Email & { bytes: number }> {
  const before = smtp.mails.length
  if (pictures) await sendQueuedMail({ ...mailingOf(site, mailer()), pictures: createMailPictures(pictures) }, mailId)
  else await sendFromOutbox(site, mailer(), mailId)
  const raw = smtp.mails[before]?.text ?? ''
  return { ...(await PostalMime.parse(raw)), bytes: raw.length }
}

const partsOf = ({ attachments }: Email) => attachments.map(({ mimeType, filename, related = false }) => ({ mimeType, filename, related }))
const bytesOf = ({ attachments }: Email, index: number) => Buffer.from(attachments[index]?.content as ArrayBuffer)

test('a confirmation arrives with the agency’s icon, the tour’s picture and a calendar file, and loads nothing from elsewhere', async () => {
  const person = await site.customer('Zoë “O’Neill” 🧳')
  const { id, reference } = await bookAndPay(site, person, 2, inDays(site, 60))
  const mail = await sent(await mailIdOf('booking-confirmed', id))
  expect(partsOf(mail)).toEqual([
    { mimeType: 'image/png', filename: 'logo.png', related: true },
    { mimeType: 'image/jpeg', filename: 'picture.jpeg', related: true },
    { mimeType: 'text/calendar', filename: `${reference}.ics`, related: false },
  ])
  // The received HTML refers to each picture by its content id.
  expect(mail.attachments.slice(0, 2).map(({ contentId }) => contentId)).toEqual(['<logo>', '<picture>'])
  expect([...(mail.html ?? '').matchAll(/src="([^"]*)"/g)].map(([, address]) => address)).toEqual(['cid:logo', 'cid:picture'])
  expect(await sharp(bytesOf(mail, 0)).metadata()).toMatchObject({ format: 'png', width: 72, height: 72 })
  expect(await sharp(bytesOf(mail, 1)).metadata()).toMatchObject({ format: 'jpeg', width: 1120, height: 560 })
  expect(bytesOf(mail, 1).length).toBeLessThanOrEqual(MAX_PICTURE_BYTES)
  expect(mail.bytes).toBeLessThan(250_000)
  const calendar = bytesOf(mail, 2)
    .toString()
    .replaceAll(/\r?\n /g, '')
  expect(calendar).toMatch(new RegExp(`^UID:${id}@${brand.email.split('@')[1]}\r?$`, 'm'))
  expect(calendar).toContain(`URL:${site.deps.origins.ofMails()}/#/bookings?booking=${id}`)
  expect(mail.attachments[2]).toMatchObject({ method: 'PUBLISH', disposition: 'attachment' })
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain('The inn near Ueno station, Tokyo')
    expect(part).toContain('16:00')
    expect(part).toMatch(/Free cancellation until \d+ \w+ \d{4}, London time\./)
  }
})

test('the cancellation ends the same calendar entry, and has no picture', async () => {
  const person = await site.customer()
  const { id } = await bookAndPay(site, person, 1, inDays(site, 61))
  await person.post(cancellationCalls.cancelOwnBooking.path, { bookingId: id })
  const mail = await sent(await mailIdOf('booking-cancelled', id))
  expect(partsOf(mail).map(({ mimeType }) => mimeType)).toEqual(['image/png', 'text/calendar'])
  expect(mail.attachments[1]).toMatchObject({ method: 'CANCEL' })
  expect(bytesOf(mail, 1).toString()).toContain(`UID:${id}@`)
})

test('an email whose picture is missing or unreadable is sent without it', async () => {
  const person = await site.customer()
  const { id } = await bookAndPay(site, person, 1, inDays(site, 62))
  const mailId = await mailIdOf('booking-confirmed', id)
  const away = async () => Promise.reject(new Error('The storage is away.'))
  const uploaded = JSON.stringify({ filePath: pathOf(getPicture, { id: 'gone-1600.webp' }), alt: 'A lake' })
  await site.asOwner(`update mails set data = jsonb_set(data::jsonb, '{picture}', '${uploaded}') where id = '${mailId}'`)
  const mail = await sent(mailId, away)
  expect(partsOf(mail).map(({ mimeType }) => mimeType)).toEqual(['image/png', 'text/calendar'])
  expect(mail.html).not.toContain('cid:picture')
  expect(mail.text).toContain('The inn near Ueno station, Tokyo')
})

test('without SMTP the file contains the same message', async () => {
  const person = await site.customer()
  const { id } = await bookAndPay(site, person, 1, inDays(site, 63))
  const mailId = await mailIdOf('booking-confirmed', id)
  const bySmtp = await sent(mailId)
  await site.deps.db.updateTable('mails').set({ sent_at: null }).where('id', '=', mailId).execute()
  await sendFromOutbox(site, createMailer(site.deps.config, site.app.log), mailId)
  const inFile = await PostalMime.parse(await readFile(path.join(site.deps.config.DATA_DIR, 'mails', `${mailId}.eml`)))
  for (const part of ['subject', 'text', 'html'] as const) expect(inFile[part]?.trim()).toBe(bySmtp[part]?.trim())
  expect(partsOf(inFile)).toEqual(partsOf(bySmtp))
  for (const index of [0, 1, 2]) expect(bytesOf(inFile, index).equals(bytesOf(bySmtp, index))).toBe(true)
})

test('a picture uploaded by staff is made small enough, and no file outside the artwork is read', async () => {
  const noise = await sharp({
    create: { width: 1600, height: 1000, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 20 } },
  })
    .webp({ quality: 90 })
    .toBuffer()
  const asked: string[] = []
  const pictures = createMailPictures(async (address) => {
    asked.push(address)
    return noise
  })
  const made = await pictures.picture(pathOf(getPicture, { id: 'a-1600.webp' }))
  expect(made?.length).toBeLessThanOrEqual(MAX_PICTURE_BYTES)
  await pictures.picture(pathOf(getPicture, { id: 'a-1600.webp' }))
  await pictures.picture('/art/../../.env')
  expect(asked).toEqual(['/pictures/a-1600.webp', '/art/../../.env'])
})

test('staff read the text that was sent', async () => {
  const person = await site.customer()
  const { id } = await bookAndPay(site, person, 1, inDays(site, 64))
  const mailId = await mailIdOf('booking-confirmed', id)
  const { text } = await sent(mailId)
  expect((await getStaffMail(site.deps.db, mailId)).text?.trim()).toBe(text?.trim())
})
