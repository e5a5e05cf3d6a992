import { CHANNELS, type RevenueFilters } from '#shared/ledger/revenue.ts'
import { centsToUnits } from '#shared/money.ts'
import { addMonths, type Month } from '#shared/months.ts'
import { BYTE_ORDER_MARK, csvLine } from '#server/lib/csv.ts'
import type { Database } from '#server/lib/db.ts'
import type { FilePart } from '#server/features/audit/commands.ts'
import { listRevenueOf, type FileRow } from './queries.ts'

/** Others read the columns by their place, so that new ones go to the end. */
const HEADINGS = [
  'Month',
  'Tour',
  'Tour id',
  'Channel',
  'Currency',
  'Revenue',
  'Cancellation fees',
  'Paid',
  'Refunded',
  'Dispute losses',
  'Net',
  'Processing fees',
  'Generated',
]

/** In CSV format, a month at a time: one row for each tour, channel and currency. Only months of `known`, both inclusive, are looked at. */
export async function* revenueFile(
  db: Database,
  filters: RevenueFilters,
  known: { from: Month; to: Month } | undefined,
): AsyncGenerator<FilePart> {
  yield { text: BYTE_ORDER_MARK + csvLine(HEADINGS), rows: 0 }
  if (!known) return
  const last = filters.to < known.to ? filters.to : known.to
  for (let month = filters.from > known.from ? filters.from : known.from; month <= last; month = addMonths(month, 1)) {
    const rows = await listRevenueOf(db, month, filters)
    yield { text: rows.map((row) => lineOf(month, row)).join(''), rows: rows.length }
  }
}

function lineOf(month: Month, row: FileRow): string {
  const { tour, tourId, channel, currency, revenue, kept, paid, refunded, lost, net, fee, isGenerated } = row
  const amounts = [revenue, kept, paid, refunded, lost, net, fee].map((cents) => centsToUnits(cents))
  return csvLine([month, tour, tourId, CHANNELS[channel], currency, ...amounts, isGenerated ? 'yes' : null])
}
