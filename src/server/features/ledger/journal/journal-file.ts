import { dayIn, timeIn } from '#shared/dates.ts'
import type { JournalFilters } from '#shared/ledger/staff.ts'
import { centsToUnits } from '#shared/money.ts'
import { BYTE_ORDER_MARK, csvLine } from '#server/lib/csv.ts'
import type { Database } from '#server/lib/db.ts'
import type { FilePart } from '#server/features/audit/commands.ts'
import { listEntries, type EntryRow } from './queries.ts'

/** Few, so that the file begins at once. */
const ENTRIES_AT_FIRST = 50
const ENTRIES_AT_ONCE = 200

/** Others read the columns by their place, so that new ones go to the end. */
const HEADINGS = [
  'Entry',
  'Day',
  'Happened at',
  'Kind',
  'Account',
  'Debit',
  'Credit',
  'Currency',
  'Booking',
  'Payment',
  'Refund',
  'Generated',
]

/** In CSV format, a page at a time: one row for each line of each entry. Times are those of `timeZone`. */
export async function* journalFile(db: Database, filters: JournalFilters, timeZone: string): AsyncGenerator<FilePart> {
  let head = BYTE_ORDER_MARK + csvLine(HEADINGS)
  let before: number | undefined
  let limit = ENTRIES_AT_FIRST
  do {
    const page = await listEntries(db, { ...filters, limit, before })
    yield { text: head + page.map((entry) => linesOf(entry, timeZone)).join(''), rows: page.flatMap(({ lines }) => lines).length }
    head = ''
    before = page.length < limit ? undefined : page.at(-1)?.id
    limit = ENTRIES_AT_ONCE
  } while (before !== undefined)
}

function linesOf({ id, day, happenedAt, kind, booking, isGenerated, lines }: EntryRow, timeZone: string): string {
  const moment = `${dayIn(timeZone, happenedAt)} ${timeIn(timeZone, happenedAt)}`
  return lines
    .map(({ account, cents, currency, receiptId, refundId }) => {
      const amounts = cents > 0 ? [centsToUnits(cents), null] : [null, centsToUnits(-cents)]
      const about = [booking?.reference ?? null, receiptId, refundId, isGenerated ? 'yes' : null]
      return csvLine([id, day, moment, kind, account, ...amounts, currency, ...about])
    })
    .join('')
}
