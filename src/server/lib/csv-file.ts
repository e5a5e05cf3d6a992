import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Sends a CSV file while it is being made: no more of it is in memory than one page. `name`: without its ending. */
export async function sendCsvFile(reply: FastifyReply, name: string, file: AsyncGenerator<string>): Promise<FastifyReply> {
  // Before anything is sent: what fails here is an ordinary error.
  const first = await file.next()
  async function* whole() {
    yield (first.value as string | undefined) ?? ''
    yield* file
  }
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(whole(), { objectMode: false }))
}
