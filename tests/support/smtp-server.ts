import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A real mail server that records what it accepts. */
export interface TestSmtpServer {
  url: string
  /** `text` is the whole message. */
  mails: { to: string; messageId: string; text: string }[]
  /** Counts the messages offered, accepted or not. */
  offered(): number
  /** While true, a message is received but never acknowledged. */
  isSilent: boolean
  /** Addresses that it refuses permanently. */
  refused: Set<string>
  close(): Promise<void>
}

export async function startSmtpServer(): Promise<TestSmtpServer> {
  let offered = 0
  async function takeIn(stream: Readable, to: string, done: () => void): Promise<void> {
    // A killed sender leaves half a message, which is not accepted and needs no reply.
    const message = await text(stream).catch(() => undefined)
    if (message === undefined) return
    offered += 1
    if (smtp.isSilent) return
    smtp.mails.push({ to, messageId: /^Message-ID: (.*)$/im.exec(message)?.[1]?.trim() ?? '', text: message })
    done()
  }

  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      done(smtp.refused.has(address) ? Object.assign(new Error('no such user here'), { responseCode: 550 }) : null)
    },
    onData(stream, session, done) {
      void takeIn(stream, session.envelope.rcptTo.map(({ address }) => address).join(), done)
    },
  })
  // A killed sender resets its connection.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const smtp: TestSmtpServer = {
    url: `smtp://127.0.0.1:${port}`,
    mails: [],
    offered: () => offered,
    isSilent: false,
    refused: new Set(),
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
    },
  }
  return smtp
}
