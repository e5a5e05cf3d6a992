import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A spreadsheet treats a cell beginning with one of these as a formula, which could leak the cells next to it. */
const FORMULA = new Set('=+-@＝＋－＠')
/** Characters after which a cell may begin: spreadsheets in other locales separate by semicolons and treat our quotes as text. */
const SEPARATORS = new Set(';|\t\r\n')
const DROPPED = /^[\s"\p{Cf}]$/u

/** Tells spreadsheets that a file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Builds one line of a CSV file (RFC 4180), with every field quoted. An apostrophe keeps text from being read as a
 * formula; numbers are unchanged.
 */
export function csvLine(cells: readonly (string | number | null)[], separator: ',' | ';' = ','): string {
  return `${cells.map((cell) => `"${toText(cell).replaceAll('"', '""')}"`).join(separator)}\r\n`
}

function toText(cell: string | number | null): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  return /^[\t\r\n]/.test(cell) ? `'${withoutFormulas(cell)}` : withoutFormulas(cell)
}

/** Works character by character, because a regular expression looking back over droppable characters would take quadratic time. */
function withoutFormulas(text: string): string {
  let safe = ''
  let isStart = true
  for (const character of text) {
    if (isStart && FORMULA.has(character)) safe += "'"
    isStart = SEPARATORS.has(character) || (isStart && DROPPED.test(character))
    safe += character
  }
  return safe
}

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
