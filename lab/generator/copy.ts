import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

type Value = string | number | boolean | Date | null | readonly string[]
export type Row = Readonly<Record<string, Value>>

const LINES = 500

/** Writes rows with COPY, about ten times as fast as inserts. All rows must have the columns of the first. */
export async function copyRows(client: pg.ClientBase, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  const target = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`))
  await pipeline(Readable.from(chunksOf(rows, columns)), target)
}

function* chunksOf(rows: readonly Row[], columns: readonly string[]): Generator<Buffer> {
  for (let start = 0; start < rows.length; start += LINES) {
    const lines = rows.slice(start, start + LINES).map((row) => `${columns.map((column) => written(row[column] ?? null)).join('\t')}\n`)
    yield Buffer.from(lines.join(''))
  }
}

const SPECIAL = /[\\\t\n\r]/g
const ESCAPED: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function written(value: Value): string {
  if (value === null) return '\\N'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (value instanceof Date) return value.toISOString()
  const text = typeof value === 'string' ? value : `{${value.map((each) => `"${each.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
  return text.replace(SPECIAL, (found) => ESCAPED[found] ?? found)
}
