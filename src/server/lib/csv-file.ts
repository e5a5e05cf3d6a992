import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** `name` has no extension. */
export async function sendCsvFile(reply: FastifyReply, name: string, file: AsyncGenerator<string>): Promise<FastifyReply> {
  // Until something has been sent, a failure is still an ordinary error response.
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
