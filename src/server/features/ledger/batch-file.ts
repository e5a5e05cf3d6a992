import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { numberOf, type AccountNumber, type BatchFileQuery } from '#shared/ledger/export.ts'
import { centsToDecimal } from '#shared/money.ts'
import { BYTE_ORDER_MARK, csvLine } from '#server/lib/csv.ts'
import type { Database } from '#server/lib/db.ts'
import type { FilePart } from '#server/features/audit/commands.ts'

export interface BatchRange {
  number: number
  afterId: number
  untilId: number
  hasGenerated: boolean
  /** As they were when it was made. */
  numbers: AccountNumber[]
}

const ENTRIES_AT_ONCE = 500
/** The limit of accountants’ programs. */
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

/** The booking's reference and what happened: nothing anyone typed, and nothing about a person. */
function textOf({ kind }: EntryRow, lines: readonly Line[]): string {
  const reference = lines.find((line) => line.reference !== null)?.reference
  return [reference ?? [], kind.replaceAll('_', ' ')].flat().join(' ').slice(0, MAX_TEXT_LENGTH)
}

export interface Posted {
  account: string
  /** Debit positive, credit negative. */
  cents: number
  currency: string
}

export interface Pair {
  account: string
  contraAccount: string
  /** Above zero. */
  cents: number
  /** Of `account`. */
  side: 'D' | 'C'
  currency: string
}

/**
 * Writes the lines of an entry as pairs of account and contra-account. In each currency the largest debit is paired with the largest credit,
 * for as much as both have left, and so on; of equal ones the first line comes first. The account is on the side that has fewer lines, or the
 * debit, so that it stays the same where it can. Summed by account and currency, pairs are what the lines are.
 */
export function pairsOf(lines: readonly Posted[]): Pair[] {
  return [...Map.groupBy(lines, ({ currency }) => currency)].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(pairsOfCurrency)
}

interface Rest {
  account: string
  left: number
}

function pairsOfCurrency([currency, lines]: [string, Posted[]]): Pair[] {
  const debits = sideOf(lines, 1)
  const credits = sideOf(lines, -1)
  const isDebit = debits.length <= credits.length
  const pairs: Pair[] = []
  let [debit, credit] = [debits.shift(), credits.shift()]
  while (debit && credit) {
    const cents = Math.min(debit.left, credit.left)
    const [own, contra]: [Rest, Rest] = isDebit ? [debit, credit] : [credit, debit]
    pairs.push({ account: own.account, contraAccount: contra.account, cents, side: isDebit ? 'D' : 'C', currency })
    debit.left -= cents
    credit.left -= cents
    if (debit.left === 0) debit = debits.shift()
    if (credit.left === 0) credit = credits.shift()
  }
  if (debit || credit) throw new Error('unbalanced entry')
  return pairs
}

function sideOf(lines: readonly Posted[], sign: 1 | -1): Rest[] {
  return lines
    .filter(({ cents }) => Math.sign(cents) === sign)
    .map(({ account, cents }) => ({ account, left: Math.abs(cents) }))
    .toSorted((a, b) => b.left - a.left)
}
