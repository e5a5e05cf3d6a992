import { BundleError } from './format.ts'

/** Far above what the card sandbox writes for one transaction. */
const MAX_LINE_BYTES = 64 * 1024 * 1024

/** Passes on whole lines, several at a time; the journal may end in half of one. */
export async function* wholeLines(chunks: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  let [parts, length]: [Buffer[], number] = [[], 0]
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf('\n') + 1
    if (end > 0) {
      yield Buffer.concat([...parts, chunk.subarray(0, end)])
      ;[parts, length] = [[], 0]
    }
    parts.push(chunk.subarray(end))
    length += chunk.length - end
    if (length > MAX_LINE_BYTES) throw new BundleError('A line of the card sandbox’s journal is larger than it may be.')
  }
}

/** Return addresses of sessions hold these, and so do events and answers. */
const PAY_TOKEN = /(\/pay\/(?:return|cancel)\?token=)[\w-]+/g
/** When the card sandbox ends a checkout (packages/card-sandbox/agenda.ts). */
const END_OF_CHECKOUT = /("kind":"expire_session","ref":"[^"]*","at":)\d+/g

/** Takes whole lines, so no token is cut in two. */
export async function* withoutTokens(lines: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const some of lines) yield Buffer.from(some.toString('utf8').replace(PAY_TOKEN, (_, path: string) => `${path}gone`))
}

/** Makes the card sandbox end every open checkout when it starts, since anyone with the bundle knows their ids. Takes whole lines. */
export async function* withCheckoutsEnded(lines: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const some of lines) yield Buffer.from(some.toString('utf8').replace(END_OF_CHECKOUT, (_, task: string) => `${task}0`))
}
