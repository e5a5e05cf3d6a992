import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { numberOf, type BatchFileQuery } from '#shared/ledger/export.ts'
import { centsToDecimal } from '#shared/money.ts'
import { BYTE_ORDER_MARK, csvLine } from '#server/lib/csv.ts'
import type { Database } from '#server/lib/db.ts'
import type { FilePart } from '#server/features/audit/commands.ts'
import { pairsOf, type Posted } from './pairs.ts'
import type { BatchRange } from './queries.ts'

const ENTRIES_AT_ONCE = 500
/** What accountants' programs take. */
const MAX_TEXT_LENGTH = 60

/** A batch that is downloaded again is the same to the byte: neither these, nor the words of a row, may change. */
const HEADINGS = [
  'Date',
  'Account',
  'Contra-account',
  'Amount',
  'Debit or credit',
  'Currency',
  'Tax key',
  'Document',
  'Text',
  'Entry',
  'Batch',
]

interface EntryRow {
  id: number
  kind: string
  day: Day
}

/** In CSV format, a page of entries at a time: a row for each pair of account and contra-account. */
export async function* batchFile(db: Database, batch: BatchRange, query: BatchFileQuery): AsyncGenerator<FilePart> {
  let head = BYTE_ORDER_MARK + csvLine(HEADINGS, separatorOf(query))
  let after = batch.afterId
  do {
    const entries = await listEntries(db, { ...batch, afterId: after })
    const lines = await readLines(db, entries)
    const rows = entries.flatMap((entry) => rowsOf(entry, lines.get(entry.id) ?? [], batch, query))
    yield { text: head + rows.join(''), rows: rows.length }
    head = ''
    after = entries.length < ENTRIES_AT_ONCE ? batch.untilId : (entries.at(-1)?.id ?? batch.untilId)
  } while (after < batch.untilId)
}

async function listEntries(db: Database, { afterId, untilId, hasGenerated }: BatchRange): Promise<EntryRow[]> {
  return db
    .selectFrom('entries')
    .select(['id', 'kind', 'posted_on as day'])
    .where('id', '>', afterId)
    .where('id', '<=', untilId)
    .$if(!hasGenerated, (query) => query.where('is_generated', '=', false))
    .orderBy('id')
    .limit(ENTRIES_AT_ONCE)
    .execute()
}

type Line = Posted & { reference: string | null }

async function readLines(db: Database, entries: readonly EntryRow[]): Promise<Map<number, Line[]>> {
  const ids = entries.map(({ id }) => id)
  const rows = await db
    .selectFrom('postings')
    .leftJoin('bookings', 'bookings.id', 'booking_id')
    .select(['entry_id', 'account', 'amount_cents as cents', 'postings.currency', 'reference'])
    .where('entry_id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('entry_id')
    .orderBy('line')
    .execute()
  return Map.groupBy(rows, ({ entry_id: id }) => id)
}

function rowsOf(entry: EntryRow, lines: readonly Line[], { number, numbers }: BatchRange, query: BatchFileQuery): string[] {
  const text = textOf(entry, lines)
  return pairsOf(lines)
    .filter(({ currency }) => query.currency === undefined || currency === query.currency)
    .map(({ account, contraAccount, cents, side, currency }) => {
      const numbered = [account, contraAccount].map((name) => numberOf(numbers, name, currency) ?? null)
      // No tax keys and documents yet.
      const [taxKey, document] = [null, null]
      const amount = centsToDecimal(cents).replace('.', query.decimals === 'comma' ? ',' : '.')
      return csvLine(
        [entry.day, ...numbered, amount, side, currency.toUpperCase(), taxKey, document, text, entry.id, number],
        separatorOf(query),
      )
    })
}

const separatorOf = ({ decimals }: BatchFileQuery) => (decimals === 'comma' ? ';' : ',')

/** The booking's reference and what happened: nothing that somebody typed, and nothing about a person. */
function textOf({ kind }: EntryRow, lines: readonly Line[]): string {
  const reference = lines.find((line) => line.reference !== null)?.reference
  return [reference ?? [], kind.replaceAll('_', ' ')].flat().join(' ').slice(0, MAX_TEXT_LENGTH)
}
