import { connect } from 'node:net'
import { join } from 'node:path'
import { port, superuser } from './place.ts'

/** `code` is the SQLSTATE. */
export class WireError extends Error {
  code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const protocolVersion = 3 << 16

/**
 * Runs one statement as superuser without a client library: trust authentication needs only the start-up message and the simple-query
 * protocol. Returns the rows as text. Throws WireError, or the socket's own error.
 */
export function query(socketDir: string, database: string, sql: string, timeoutMs = 60_000): Promise<string[][]> {
  return new Promise((resolve, reject) => {
    const socket = connect(join(socketDir, `.s.PGSQL.${port}`))
    const rows: string[][] = []
    let buffered: Buffer = Buffer.alloc(0)
    let isAsked = false
    let failure: Error | undefined

    function receive(type: string, body: Buffer): void {
      if (type === 'D') rows.push(readRow(body))
      if (type === 'R' && body.readInt32BE(0) !== 0) failure = new Error('the server asks for a password')
      if (type === 'E') failure = readError(body)
      if (failure && (!isAsked || type === 'R')) socket.destroy()
      else if (type === 'Z' && !isAsked) {
        isAsked = true
        socket.write(frame('Q', `${sql}\0`))
      } else if (type === 'Z') socket.end(frame('X', ''))
    }

    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('the server does not answer')))
    socket.on('connect', () => socket.write(startUp(database)))
    socket.on('data', (chunk) => {
      buffered = Buffer.concat([buffered, chunk])
      while (buffered.length >= 5 && buffered.length > buffered.readInt32BE(1)) {
        const end = 1 + buffered.readInt32BE(1)
        receive(buffered.toString('latin1', 0, 1), buffered.subarray(5, end))
        buffered = buffered.subarray(end)
      }
      if (!socket.destroyed && socket.writableEnded) socket.destroy()
    })
    socket.on('error', (error) => (failure ??= error))
    socket.on('close', () => {
      if (!isAsked) failure ??= new Error('the server closed the connection')
      if (failure) reject(failure)
      else resolve(rows)
    })
  })
}

function startUp(database: string): Buffer {
  const body = Buffer.from(`user\0${superuser}\0database\0${database}\0\0`)
  const head = Buffer.alloc(8)
  head.writeInt32BE(8 + body.length, 0)
  head.writeInt32BE(protocolVersion, 4)
  return Buffer.concat([head, body])
}

function frame(type: string, text: string): Buffer {
  const body = Buffer.from(text)
  const head = Buffer.alloc(5)
  head.write(type, 0, 'latin1')
  head.writeInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}

function readRow(body: Buffer): string[] {
  const values: string[] = []
  let at = 2
  for (let left = body.readInt16BE(0); left > 0; left -= 1) {
    const length = Math.max(body.readInt32BE(at), 0)
    values.push(body.toString('utf8', at + 4, at + 4 + length))
    at += 4 + length
  }
  return values
}

function readError(body: Buffer): WireError {
  const fields = new Map(
    body
      .toString('utf8')
      .split('\0')
      .map((field) => [field.slice(0, 1), field.slice(1)]),
  )
  return new WireError(fields.get('C') ?? '', fields.get('M') ?? 'unknown error')
}
