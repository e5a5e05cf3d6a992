import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { BookingStatus } from '#shared/bookings/statuses.ts'
import { pathOf } from '#shared/contract.ts'
import { TOTAL_COUNT, type PageQuery } from '#shared/list-pages.ts'
import { centsToDecimal, centsToUnits } from '#shared/money.ts'
import * as calls from '#shared/quotes/staff-calls.ts'
import type { StaffQuote, StaffQuoteDetails } from '#shared/quotes/staff.ts'
import { causeText } from '#shared/tasks/causes.ts'
import { getPhoto } from '#shared/vehicles/calls.ts'
import { writtenCode } from '#shared/written-codes.ts'
import type { Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import type { Feature } from '#server/lib/feature.ts'
import { showRequestPhone } from '#server/lib/phones.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { asUuid } from '#server/features/bookings/records.ts'
import { selectWithinBytes, toVehicleBooking } from '#server/features/bookings/vehicle-bookings.ts'
import { decisions, listDecisions } from './decisions.ts'
import { withdrawal } from './endings.ts'
import { quotePayment } from './payment.ts'
import { requests } from './requests.ts'

export function quotes(deps: Deps): Feature {
  return {
    calls(serving) {
      const { read } = serving
      read(calls.listQuotes, async ({ db, query: { status, ...page }, reply }) => {
        reply.header(TOTAL_COUNT, await countQuotes(db, status))
        return listQuotes(db, status, page)
      })
      read(calls.getQuote, async ({ db, params }) => {
        const quote = await findQuote(db, params.id)
        if (!quote) throw notFound('Quote')
        return quote
      })
      requests(serving, deps)
      decisions(serving)
      quotePayment(serving, deps)
      withdrawal(serving)
    },
  }
}

/** Counts all vehicle bookings if there is no status. */
export async function countQuotes(db: Database, status: BookingStatus | undefined): Promise<number> {
  const { count } = await quotesOf(db, status)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Returns a page of vehicle bookings for staff, with contact and photos. Pending requests are a queue, longest waiting
 * first; any other status, or all, newest first.
 */
export async function listQuotes(db: Database, status: BookingStatus | undefined, query: PageQuery): Promise<StaffQuote[]> {
  const page = selectWithinBytes(db, selectQuotePage(db, status, query)).as('page')
  const rows = await selectQuotes(db).innerJoin(page, 'page.id', 'bookings.id').orderBy('page.place').execute()
  return rows.map(toStaffQuote)
}

/** `name` is an id or a reference. */
export async function findQuote(db: Database, name: string): Promise<StaffQuoteDetails | undefined> {
  const id = await findQuoteId(db, name)
  const row = id && (await selectQuotes(db).where('bookings.id', '=', id).executeTakeFirst())
  if (!row) return undefined
  const decided = await listDecisions(db, row.booking_id)
  return {
    ...toStaffQuote(row),
    decisions: decided.map(({ decision, total_cents, quote_version, reason, decided_at, decider_name }) => ({
      decision,
      price: centsToDecimal(total_cents),
      version: quote_version,
      reason,
      decidedAt: decided_at.toISOString(),
      by: decider_name,
    })),
    paid: row.paid_cents === null || !row.paid_at ? null : { amount: centsToDecimal(row.paid_cents), at: row.paid_at.toISOString() },
    rates: {
      base: centsToUnits(row.base_price_cents),
      perFloor: row.per_floor_cents === null ? null : centsToUnits(row.per_floor_cents),
      perHelper: row.per_helper_cents === null ? null : centsToUnits(row.per_helper_cents),
    },
  }
}

function selectQuotes(db: Database) {
  return db
    .selectFrom('bookings')
    .innerJoin('vehicle_bookings', 'vehicle_bookings.booking_id', 'bookings.id')
    .innerJoin('service_types', 'service_types.id', 'vehicle_bookings.service_type_id')
    .innerJoin('users', 'users.id', 'bookings.user_id')
    .leftJoin('payments', (join) => join.onRef('payments.booking_id', '=', 'bookings.id').on('payments.role', '=', 'primary'))
    .selectAll('vehicle_bookings')
    .select([
      'reference',
      'bookings.status',
      'bookings.created_at',
      'total_cents',
      'bookings.currency',
      'users.id as user_id',
      'users.name as user_name',
      'users.email as user_email',
      'service_types.name as service_name',
      'service_types.base_price_cents',
      'service_types.per_floor_cents',
      'service_types.per_helper_cents',
      'provider_payment_id',
      'payments.amount_cents as paid_cents',
      'payments.paid_at',
    ])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('vehicle_photos')
          .select([
            'vehicle_photos.id',
            'vehicle_photos.item_id',
            'vehicle_photos.item_position',
            'vehicle_photos.name',
            'vehicle_photos.width',
            'vehicle_photos.height',
            'vehicle_photos.bytes',
          ])
          .whereRef('vehicle_photos.booking_id', '=', 'bookings.id')
          .orderBy('vehicle_photos.item_position')
          .orderBy('vehicle_photos.created_at'),
      ).as('photos'),
    )
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('tasks')
          .select(['cause', 'advice', 'seats'])
          .whereRef('tasks.booking_id', '=', 'bookings.id')
          .where('closed_at', 'is', null)
          .orderBy('opened_at'),
      ).as('open_tasks'),
    )
}

type QuoteRow = Awaited<ReturnType<ReturnType<typeof selectQuotes>['executeTakeFirstOrThrow']>>

function toStaffQuote(row: QuoteRow): StaffQuote {
  return {
    ...toVehicleBooking(row),
    quotedPrice: row.quoted_cents === null ? null : centsToDecimal(row.quoted_cents),
    createdAt: row.created_at.toISOString(),
    askedPrice: centsToDecimal(row.asked_cents),
    version: row.quote_version,
    pickupPinCode: row.pickup_pincode,
    dropoffPinCode: row.dropoff_pincode,
    notes: row.notes,
    contact: {
      name: row.contact_name ?? row.user_name,
      email: row.contact_email ?? row.user_email,
      phone: showRequestPhone(row.contact_phone),
    },
    account: { id: row.user_id, name: row.user_name, email: row.user_email },
    photos: row.photos.map(({ item_id, item_position, ...photo }) => ({
      ...photo,
      itemId: item_id,
      item: item_position,
      url: pathOf(getPhoto, { id: photo.id }),
    })),
    openTasks: row.open_tasks.map((task) => causeText(task)),
  }
}

function quotesOf(db: Database, status: BookingStatus | undefined) {
  // The indexes contain only the kind.
  const all = db.selectFrom('bookings').where('bookings.kind', '=', 'vehicle')
  return status ? all.where('bookings.status', '=', status) : all
}

function selectQuotePage(db: Database, status: BookingStatus | undefined, { limit, before }: PageQuery) {
  const isQueue = status === 'pending'
  const order = isQueue ? sql`bookings.created_at, bookings.id` : sql`bookings.created_at desc, bookings.id desc`
  const page = quotesOf(db, status)
    .select('bookings.id')
    .select(sql<number>`row_number() over (order by ${order})`.as('place'))
    .orderBy(order)
    .limit(limit)
  if (before === undefined) return page
  const last = sql`(select last.created_at, last.id from bookings as last where last.id = ${asUuid(before)})`
  return page.where(sql<boolean>`(bookings.created_at, bookings.id) ${isQueue ? sql`>` : sql`<`} ${last}`)
}

/** `name` is an id or a reference. */
export async function findQuoteId(db: Database, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('bookings')
    .select('id')
    .where('kind', '=', 'vehicle')
    .where((eb) => (isUuid(name) ? eb('id', '=', name) : eb('reference', '=', writtenCode(name))))
    .executeTakeFirst()
  return row?.id
}
