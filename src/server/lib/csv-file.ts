import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** `name` says what is in the file; the moment in UTC tells it from the next one. */
export async function sendCsvFile(
  reply: FastifyReply,
  { name, at }: { name: string; at: Date },
  file: AsyncGenerator<string>,
): Promise<FastifyReply> {
  // Until something has been sent, a failure is still an ordinary error response.
  const first = await file.next()
  async function* whole() {
    yield (first.value as string | undefined) ?? ''
    yield* file
  }
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}-${fileMoment(at)}.csv"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(whole(), { objectMode: false }))
}

/** "2026-11-28-091203", in UTC. */
export function fileMoment(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')
}
