import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { writtenAddress } from '#shared/accounts/email-addresses.ts'
import { createFileMailer, createSmtpMailer, isAddressRefused, isMailServerAway, type OutgoingMail } from './mailer.ts'

const FROM = 'Meridian <hello@meridian.example>'
const MAIL: OutgoingMail = {
  id: '11111111-2222-4333-8444-555555555555',
  to: 'zoë.traveller@example.test',
  subject: 'Booking confirmed: “Kyōto & tea” 🍵 – and a subject so long that it has to be folded over several lines (M-7K3P9XQD)',
  html: '<p>Dear Zoë, <b>thank you</b> 🧳</p>',
  text: `Dear Zoë, thank you 🧳\n.\nFrom here on\n${'a very long line '.repeat(100)}\n`,
}

let folder: string
let server: SMTPServer
let port: number
let received: { from: string; to: string[]; raw: Buffer }[] = []
let refusal: (Error & { responseCode?: number }) | undefined

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'meridian-mails-'))
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, callback) {
      const { mailFrom, rcptTo } = session.envelope
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refusal) {
          callback(refusal)
          return
        }
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks),
        })
        callback()
      })
    },
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
beforeEach(() => {
  received = []
  refusal = undefined
})
afterAll(async () => {
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  await rm(folder, { recursive: true })
})

function expectOurMail(parsed: Email): void {
  expect(parsed.from).toMatchObject({ name: 'Meridian', address: 'hello@meridian.example' })
  expect(parsed.to?.[0]?.address).toBe(MAIL.to)
  expect(parsed.subject).toBe(MAIL.subject)
  expect(parsed.html?.trim()).toBe(MAIL.html)
  expect(parsed.text?.trim()).toBe(MAIL.text.trim())
}

test('SMTP delivers an email intact: both parts, accents, emoji, a long subject, a line with only a dot', async () => {
  await createSmtpMailer(`smtp://127.0.0.1:${port}`, FROM)(MAIL)
  const [mail, ...more] = received
  expect(more).toEqual([])
  expect(mail).toMatchObject({ from: 'hello@meridian.example', to: [MAIL.to] })
  const parsed = await PostalMime.parse(mail?.raw ?? '')
  expectOurMail(parsed)
  expect(parsed.messageId).toBe(`<${MAIL.id}@meridian.example>`)
})

test.each(["o'brien&sons/a=b+c@example.test", 'ada@xn--bcher-kva.example', 'a{b}|c~d!e$f*g^h@example.test'])(
  'an email to %s reaches that address and no other',
  async (to) => {
    await createSmtpMailer(`smtp://127.0.0.1:${port}`, FROM)({ ...MAIL, to })
    // The test's server shows a translated domain as it is read.
    expect(received.map((mail) => mail.to.map(writtenAddress))).toEqual([[to]])
    expect(received[0]?.raw.toString()).toContain(`To: ${to}\r\n`)
  },
)

test('a second attempt is the same message to every email program', async () => {
  const send = createSmtpMailer(`smtp://127.0.0.1:${port}`, FROM)
  await send(MAIL)
  await send(MAIL)
  const ids = await Promise.all(received.map(async ({ raw }) => (await PostalMime.parse(raw)).messageId))
  expect(ids).toEqual([`<${MAIL.id}@meridian.example>`, `<${MAIL.id}@meridian.example>`])
})

test('nothing in a subject can add a header (ASVS 1.3.11)', async () => {
  await createSmtpMailer(`smtp://127.0.0.1:${port}`, FROM)({ ...MAIL, subject: 'Hello\r\nBcc: all@example.test\r\n\r\nText' })
  const parsed = await PostalMime.parse(received[0]?.raw ?? '')
  expect(parsed.bcc ?? []).toEqual([])
  expect(received[0]?.to).toEqual([MAIL.to])
})

test.each([451, 550])('a server that responds %i makes the attempt fail', async (responseCode) => {
  refusal = Object.assign(new Error('not now'), { responseCode })
  await expect(createSmtpMailer(`smtp://127.0.0.1:${port}`, FROM)(MAIL)).rejects.toMatchObject({ responseCode })
})

test('a server that cannot be reached makes the attempt fail with a code', async () => {
  await expect(createSmtpMailer('smtp://127.0.0.1:9', FROM)(MAIL)).rejects.toMatchObject({ code: expect.stringMatching(/^E/) })
})

test('a server without encryption gets no email, unless it is on this machine or explicitly allowed (ASVS 12.3.1)', async () => {
  const url = `smtp://127.0.0.1:${port}`
  await expect(createSmtpMailer(url, FROM, true)(MAIL)).rejects.toMatchObject({ code: 'ETLS' })
  expect(received).toEqual([])
  await createSmtpMailer(url, FROM)(MAIL)
  await createSmtpMailer(url.replace('127.0.0.1', '127.1'), FROM, false)(MAIL)
  expect(received).toHaveLength(2)
})

test('a server with an untrusted certificate gets no email (ASVS 12.3.2)', async () => {
  const impostor = new SMTPServer({ authOptional: true, logger: false, onData: () => expect.unreachable() })
  // Emitted when we refuse its certificate.
  impostor.on('error', () => undefined)
  await new Promise<void>((resolve) => {
    impostor.listen(0, '127.0.0.1', resolve)
  })
  const address = impostor.server.address()
  const url = `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  await expect(createSmtpMailer(url, FROM, true)(MAIL)).rejects.toMatchObject({ message: expect.stringContaining('certificate') })
  impostor.close()
})

test('a server on this machine may have made its own certificate, and is still sent to encrypted', async () => {
  let isEncrypted: boolean | undefined
  const own = new SMTPServer({
    authOptional: true,
    logger: false,
    onData(stream, session, callback) {
      isEncrypted = session.secure
      stream.resume().on('end', () => callback())
    },
  })
  await new Promise<void>((resolve) => {
    own.listen(0, '127.0.0.1', resolve)
  })
  const address = own.server.address()
  await createSmtpMailer(`smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`, FROM)(MAIL)
  expect(isEncrypted).toBe(true)
  own.close()
})

test('a server that never responds makes the attempt fail', async () => {
  const silent = createServer()
  await new Promise<void>((resolve) => {
    silent.listen(0, '127.0.0.1', resolve)
  })
  const address = silent.address()
  const silentPort = typeof address === 'object' && address ? address.port : 0
  const url = `smtp://127.0.0.1:${silentPort}/?greetingTimeout=100`
  await expect(createSmtpMailer(url, FROM)(MAIL)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  silent.close()
})

test('without SMTP each email is a file that an email program opens, and a second attempt replaces it', async () => {
  const files: string[] = []
  const send = createFileMailer(path.join(folder, 'new', 'mails'), FROM, (file) => void files.push(file))
  await send(MAIL)
  await send(MAIL)
  expect(await readdir(path.join(folder, 'new', 'mails'))).toEqual([`${MAIL.id}.eml`])
  expect(files[0]).toBe(path.join(folder, 'new', 'mails', `${MAIL.id}.eml`))
  expect((await stat(files[0] ?? '')).mode & 0o777).toBe(0o600)
  expectOurMail(await PostalMime.parse(await readFile(files[0] ?? '')))
})

const AT_RCPT = { code: 'EENVELOPE', command: 'RCPT TO' }

test.each([
  ['no such user', { ...AT_RCPT, responseCode: 550, response: '550 5.1.1 no such user' }, true, false],
  ['a refusal without a reason', { ...AT_RCPT, responseCode: 550, response: '550 no' }, true, false],
  ['a full mailbox', { ...AT_RCPT, responseCode: 452, response: '452 4.2.2 mailbox full' }, false, false],
  ['no right to relay', { ...AT_RCPT, responseCode: 554, response: '554 5.7.1 Relay access denied' }, false, false],
  ['a sender that is not signed in', { ...AT_RCPT, responseCode: 530, response: '530 5.7.0 Authentication required' }, false, false],
  ['a content that is refused', { code: 'EMESSAGE', command: 'DATA', responseCode: 554, response: '554 no' }, false, false],
  ['a server that is closing', { ...AT_RCPT, responseCode: 421, response: '421 closing' }, false, true],
  ['a wrong password', { code: 'EAUTH', responseCode: 535, response: '535 no' }, false, true],
  ['no connection', { code: 'ESOCKET' }, false, true],
  ['an address that is none', { code: 'EENVELOPE' }, false, false],
  ['a mistake of ours', new TypeError('x is not a function'), false, false],
])('%s: whether the address was rejected for good, and whether the mail server is away', (_, error, isRefused, isAway) => {
  expect([isAddressRefused(error), isMailServerAway(error)]).toEqual([isRefused, isAway])
})

test('an email says that no person has sent it, unless one has (RFC 3834)', async () => {
  const headerOf = async (mail: OutgoingMail) => {
    const files = createFileMailer(folder, FROM, () => undefined)
    await files(mail)
    const text = await readFile(path.join(folder, `${mail.id}.eml`), 'utf8')
    return /^Auto-Submitted: (.*)$/im.exec(text)?.[1]
  }
  expect([await headerOf(MAIL), await headerOf({ ...MAIL, isPersonal: true })]).toEqual(['auto-generated', undefined])
})
