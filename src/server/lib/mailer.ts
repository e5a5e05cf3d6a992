import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import nodemailer from 'nodemailer'

export interface OutgoingMail {
  /** Unique and stable: a repeated attempt is the same message. */
  id: string
  to: string
  subject: string
  html: string
  text: string
}

/** Hands one mail over, or throws; the caller tries again. */
export type SendMail = (mail: OutgoingMail) => Promise<void>

// The mail's row is locked meanwhile: a server that is silent must fail before the database ends the transaction (60 s).
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 } as const

/** Sends by SMTP. `url`: `smtp://user:password@host:587`. */
export function createSmtpMailer(url: string, from: string): SendMail {
  const transport = nodemailer.createTransport({ ...TIMEOUTS, url })
  const domain = from.replace(/^.*@/, '').replace(/>.*$/, '')
  return async ({ id, to, subject, html, text }) => {
    await transport.sendMail({ from, to, subject, html, text, messageId: `<${id}@${domain}>` })
  }
}

/** Writes each mail to a file that any mail program opens, for machines without SMTP. `onWritten` gets its path. */
export function createFileMailer(folder: string, from: string, onWritten: (file: string) => void): SendMail {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return async ({ id, to, subject, html, text }) => {
    const { message } = await composer.sendMail({ from, to, subject, html, text, messageId: `<${id}@localhost>` })
    await mkdir(folder, { recursive: true })
    const file = path.join(folder, `${id}.eml`)
    await writeFile(file, message as Buffer)
    onWritten(file)
  }
}
