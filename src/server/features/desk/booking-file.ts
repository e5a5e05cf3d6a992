import { partyText } from '#shared/bookings/bought.ts'
import type { BookingFilters, StaffBooking } from '#shared/bookings/staff.ts'
import { dayIn, timeIn } from '#shared/dates.ts'
import { downloadBookings } from '#shared/desk/booking-calls.ts'
import { MAX_PAGE } from '#shared/list-pages.ts'
import { recordExport, type FilePart } from '#server/features/audit/commands.ts'
import { contactPhone } from '#server/features/bookings/contacts.ts'
import { boughtOf } from '#server/features/bookings/lines.ts'
import { listUnposted, sumBookings } from '#server/features/ledger/booking-sums.ts'
import { BYTE_ORDER_MARK, csvLine, sendCsvFile } from '#server/lib/csv.ts'
import type { Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { isOneOf } from '#server/lib/personal-data.ts'
import { showPhone, showRequestPhone } from '#server/lib/phones.ts'
import type { Serving } from '#server/lib/serve.ts'
import { listStaffBookings, matchesOf, timed, type Timed } from './booking-search.ts'
import type { Matches } from './matches.ts'

export function bookingDownload({ read }: Serving, { config, now }: Pick<Deps, 'config' | 'now'>): void {
  read(downloadBookings, async ({ db, actor, query, reply }) => {
    const matches = await matchesOf(db, query, reply)
    const entry = { actor, action: 'booking.exported', subject: { kind: 'booking', id: null } } as const
    const timeZone = config.AGENCY_TIME_ZONE
    const file = bookingFile(db, { filters: timed(query, timeZone), matches, timeZone })
    return sendCsvFile(reply, { name: 'bookings', at: now() }, recordExport(db, entry, query, file))
  })
}

/** Others read the columns by their place, so that new ones go to the end. */
const HEADINGS = [
  'Reference',
  'Kind',
  'Title',
  'Date',
  'Status',
  'People',
  'Total',
  'Currency',
  'Customer',
  'Email',
  'Booked at',
  'Payment',
  'Phone',
  'Travellers',
  'Payment reference',
  'Booked at, local time',
  'Paid',
  'Refunded',
  'Net',
  'Provider fee',
  'Option',
  'Start time',
  'Party',
]

type Asked = { filters: Timed<BookingFilters>; matches: Matches | undefined; /** The agency's. */ timeZone: string }

/** In CSV format, a page at a time. */
async function* bookingFile(db: Database, { filters, matches, timeZone }: Asked): AsyncGenerator<FilePart> {
  let head = BYTE_ORDER_MARK + csvLine(HEADINGS)
  let before: string | undefined
  do {
    const page = await listStaffBookings(db, { ...filters, limit: MAX_PAGE, before }, matches)
    const ids = page.map(({ id }) => id)
    const [details, money, bought] = await Promise.all([readDetails(db, ids), readMoney(db, page), readBought(db, ids)])
    const lines = page.map((row) =>
      csvLine([
        ...cellsOf(row),
        ...(details.get(row.id) ?? []),
        localText(row.createdAt, timeZone),
        ...(money.get(row.id) ?? NO_MONEY),
        ...(bought.get(row.id) ?? NO_OPTION),
      ]),
    )
    yield { text: head + lines.join(''), rows: page.length }
    head = ''
    before = page.length < MAX_PAGE ? undefined : page.at(-1)?.id
  } while (before !== undefined)
}

function cellsOf({ customer, ...row }: StaffBooking): (string | number | null)[] {
  const { reference, kind, title, startsOn, status, guests, total, currency, createdAt, paymentId } = row
  return [reference, kind, title, startsOn, status, guests, Number(total), currency, customer.name, customer.email, createdAt, paymentId]
}

/** Returns phone, travellers and the reference of a payment made offline for each booking. */
async function readDetails(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, (string | null)[]>> {
  const rows = await db
    .selectFrom('bookings')
    .innerJoin('users', 'users.id', 'bookings.user_id')
    .leftJoin('tour_bookings', 'tour_bookings.booking_id', 'bookings.id')
    .leftJoin('vehicle_bookings', 'vehicle_bookings.booking_id', 'bookings.id')
    .leftJoin('payments', (join) => join.onRef('payments.booking_id', '=', 'bookings.id').on('payments.role', '=', 'primary'))
    .select(['bookings.id', 'traveller_names', 'contact_phone', 'outside_reference'])
    .select(contactPhone)
    .where(isOneOf('bookings.id', ids))
    .execute()
  return new Map(
    rows.map(({ id, traveller_names, contact_phone, outside_reference, phone, phone_number }) => {
      const shown = showRequestPhone(contact_phone) ?? showPhone(phone, phone_number)
      return [id, [shown?.text ?? null, traveller_names?.join(', ') ?? null, outside_reference]]
    }),
  )
}

const NO_OPTION = [null, null, null]

async function readBought(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, (string | null)[]>> {
  const rows = await db
    .selectFrom('tour_bookings')
    .select(['booking_id', boughtOf.as('bought')])
    .where('option_id', 'is not', null)
    .where(isOneOf('booking_id', ids))
    .execute()
  return new Map(
    rows.map(({ booking_id, bought }) => [
      booking_id,
      bought ? [bought.option.name, bought.option.startTime, partyText(bought.lines)] : NO_OPTION,
    ]),
  )
}

/**
 * Returns for each booking, in its own currency, what was paid, what has gone back, also through the bank, what is left with the agency, and
 * what the card provider has taken. Held by an open dispute counts as neither. Nothing is said of what has yet to be posted: a whole file
 * would post years.
 */
async function readMoney(db: Database, page: readonly StaffBooking[]): Promise<ReadonlyMap<string, (number | null)[]>> {
  const currencies = new Map(page.map(({ id, currency }) => [id, currency]))
  const ids = [...currencies.keys()]
  const [sums, unposted] = await Promise.all([sumBookings(db, ids), listUnposted(db, ids)])
  const own = sums.filter(({ bookingId, currency }) => currencies.get(bookingId) === currency)
  return new Map<string, (number | null)[]>([
    ...own.map(({ bookingId, received, held, net, fee }) => [bookingId, [received, received - held - net, net, fee].map(inUnits)] as const),
    ...unposted.map((id) => [id, NOT_KNOWN] as const),
  ])
}

const NO_MONEY = [0, 0, 0, 0]
const NOT_KNOWN = [null, null, null, null]

function inUnits(cents: number): number {
  return cents / 100
}

/** "2026-11-25 22:19". */
function localText(moment: string, timeZone: string): string {
  const at = new Date(moment)
  return `${dayIn(timeZone, at)} ${timeIn(timeZone, at)}`
}
