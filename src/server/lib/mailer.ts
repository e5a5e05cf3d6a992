import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import nodemailer from 'nodemailer'
import { brand } from '#shared/brand.ts'
import type { Config } from '#server/config.ts'
import { isLoopback } from '#server/config/fields.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER, sweepFolder } from './data-folder.ts'
import type { Database } from './db.ts'

export interface MailAddress {
  name: string
  address: string
}

export interface MailAttachment {
  filename: string
  contentType: string
  content: Buffer | string
  cid?: string
  contentDisposition?: 'inline' | 'attachment'
}

export interface OutgoingMail {
  /** Unique and stable, so that a retry is recognised as the same message. */
  id: string
  to: string
  replyTo?: MailAddress
  /** Whether a person has written it, to this recipient alone. */
  isPersonal?: boolean
  /** Of the request that caused it, if one did. */
  requestId?: string
  subject: string
  html: string
  text: string
  attachments?: MailAttachment[]
}

/** Throws if the email was not handed over; the caller retries. */
export type SendMail = (mail: OutgoingMail) => Promise<void>

type MailSettings = Pick<Config, 'SMTP_URL' | 'SMTP_TLS' | 'MAIL_FROM' | 'DATA_DIR'>

// A silent server must fail well before the sending job expires.
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 } as const

export function createMailer({ SMTP_URL, SMTP_TLS, MAIL_FROM, DATA_DIR }: MailSettings, log: FastifyBaseLogger): SendMail {
  const from = MAIL_FROM ?? `${brand.name} <${brand.email}>`
  if (SMTP_URL) return createSmtpMailer(SMTP_URL, from, SMTP_TLS)
  return createFileMailer(mailFolder(DATA_DIR), from, (file) => log.info({ file }, 'email written to file'))
}

/**
 * `url` is like `smtp://user:password@host:587`. A server without encryption receives nothing unless it runs on this
 * machine or `requireTLS` is false, because an email may contain a link that opens an account, and the URL contains a
 * password.
 */
export function createSmtpMailer(url: string, from: string, requireTLS = !isLoopback(url)): SendMail {
  const transport = smtpTransport(url, requireTLS)
  const domain = from.slice(from.lastIndexOf('@') + 1).split('>')[0]
  return async (mail) => {
    await transport.sendMail({ ...contentOf(mail), from, messageId: `<${mail.id}@${domain}>` })
  }
}

/** Signs in to the server and leaves. Throws what it says against it. */
export async function verifySmtp(url: string, requireTLS = !isLoopback(url)): Promise<void> {
  const transport = smtpTransport(url, requireTLS)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

function smtpTransport(url: string, requireTLS: boolean) {
  // Where an email may go unencrypted, a certificate that the server has made for itself is no worse.
  return nodemailer.createTransport({ ...TIMEOUTS, url, requireTLS, tls: { rejectUnauthorized: requireTLS } })
}

function contentOf({ id: _id, requestId, isPersonal = false, ...mail }: OutgoingMail) {
  const headers = {
    // So that no absence note answers what the site sends by itself (RFC 3834).
    ...(!isPersonal && { 'Auto-Submitted': 'auto-generated' }),
    ...(requestId !== undefined && { 'X-Request-Id': requestId }),
  }
  return { ...mail, headers }
}

/** Writes each email to a file that any email program can open. */
export function createFileMailer(folder: string, from: string, onWritten: (file: string) => void): SendMail {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return async (mail) => {
    const { id } = mail
    const { message } = await composer.sendMail({ ...contentOf(mail), from, messageId: `<${id}@localhost>` })
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
    const file = path.join(folder, mailFile(id))
    const half = path.join(folder, halfMailFile(id))
    await writeFile(half, message as Buffer, { mode: PRIVATE_FILE })
    await rename(half, file)
    onWritten(file)
  }
}

interface SendingError {
  /** Code of the mailer or the system, such as EENVELOPE or ECONNREFUSED. */
  code?: string
  responseCode?: number
  response?: string
  /** Such as `RCPT TO`. */
  command?: string
}

/** The sender rather than the address was refused: relaying denied, not signed in, blocklisted (RFC 3463, 5.7). */
const OF_US = /\b5\.7\.\d|relay/i

/** Returns whether the address itself was refused permanently, so that retrying is pointless. */
export function isAddressRefused(error: unknown): boolean {
  const { code, responseCode = 0, response = '', command } = (error ?? {}) as SendingError
  return code === 'EENVELOPE' && command === 'RCPT TO' && responseCode >= 550 && !OF_US.test(response)
}

/** Returns whether other emails would fail in the same way. */
export function isMailServerAway(error: unknown): boolean {
  const { code, responseCode } = (error ?? {}) as SendingError
  return responseCode === 421 || code === 'EAUTH' || (responseCode === undefined && /^E(?!ENVELOPE|MESSAGE)/.test(code ?? ''))
}

const OUR_FILE = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.eml(?:\.new)?$/

function mailFolder(dataDir: string): string {
  return path.join(dataDir, 'mails')
}

/** The file is kept as long as the email's row. */
function mailFile(id: string): string {
  return `${id}.eml`
}

/** Returns the name of an email's file while it is being written, so that readers of the folder find only complete emails. */
function halfMailFile(id: string): string {
  return `${mailFile(id)}.new`
}

/** Files that do not exist are ignored. */
export async function removeMailFiles(dataDir: string, mails: readonly { id: string }[]): Promise<void> {
  for (const { id } of mails)
    for (const name of [mailFile(id), halfMailFile(id)]) await rm(path.join(mailFolder(dataDir), name), { force: true })
}

/** Removes files older than `before` whose email has been deleted, and those left half-written by a crash. */
export async function sweepMailFiles(dataDir: string, db: Database, before: Date): Promise<void> {
  const isKept = async (files: string[]) => {
    const ours = files.filter((file) => OUR_FILE.test(file)).map((file) => file.split('.')[0])
    const rows = await db
      .selectFrom('mails')
      .select('id')
      .where((eb) => eb('id', '=', eb.fn.any(eb.val(ours))))
      .execute()
    return new Set([...files.filter((file) => !OUR_FILE.test(file)), ...rows.map(({ id }) => mailFile(id))])
  }
  await sweepFolder(mailFolder(dataDir), isKept, before)
}
