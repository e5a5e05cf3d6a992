import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { leadingUnit } from '#shared/tours/offers/from-price.ts'
import { optionHasLeft, optionRunsOn, type SoldTour } from '#shared/tours/offers/option-days.ts'
import type { Selling, SellingOption } from '#shared/tours/offers/selling-schema.ts'
import { sellingOfSimple } from '#shared/tours/offers/simple-tours.ts'
import type { TourRuns } from '#shared/tours/runs.ts'
import type { SaleEnd } from '#shared/tours/sale-ends.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { RUN_COLUMNS, SALE_COLUMNS, toRuns, toSaleEnd } from '../tour-rows.ts'

/** Returns null for a tour with one price. */
export async function findSelling(db: Database | Trx, tourId: string): Promise<Selling | null> {
  const row = await db
    .selectFrom('tour_selling')
    .select(sql<Selling>`content`.as('content'))
    .where('tour_id', '=', tourId)
    .executeTakeFirst()
  return row?.content ?? null
}

interface SellingRow {
  name: string
  base_price_cents: number
  max_people: number
  /** As stored; null for a tour with one price. */
  selling: Selling | null
  runs: TourRuns
  saleEnd: SaleEnd | null
}

/** Returns what a tour sells, be it one price for everyone. */
export function soldTour({ name, base_price_cents, max_people, selling, runs, saleEnd }: SellingRow): SoldTour {
  return { selling: selling ?? sellingOfSimple({ name, basePriceCents: base_price_cents, maxPeople: max_people }), runs, saleEnd }
}

/** Returns what a tour sells now, on or off sale. */
export async function getSoldTour(db: Database | Trx, tourId: string): Promise<SoldTour> {
  const row = await db
    .selectFrom('tours')
    .leftJoin('tour_selling', 'tour_selling.tour_id', 'tours.id')
    .select(['name', 'base_price_cents', 'max_people', ...RUN_COLUMNS, ...SALE_COLUMNS, sql<Selling | null>`content`.as('selling')])
    .where('id', '=', tourId)
    .executeTakeFirstOrThrow()
  return soldTour({ ...row, runs: toRuns(row), saleEnd: toSaleEnd(row) })
}

/** Where a booking goes that was made when the tour had one price: the first option, at its first start time. */
export function placeOfSimple(selling: Selling) {
  const { option } = leadingUnit(selling)
  const [first] = option.startTimes
  return { option, startsAt: first?.time ?? '', minutes: first?.minutes ?? null }
}
export type SimplePlace = ReturnType<typeof placeOfSimple>

export interface PlannedSlot {
  capacityGroup: string
  /** Empty for the day as a whole. */
  startsAt: string
  seats: number
  /** Those that share its seats. */
  options: SellingOption[]
}

/** The slots that the options of a tour have on a day, whether or not anyone has asked for them, by start time. */
export function plannedSlots(tour: SoldTour, day: Day): PlannedSlot[] {
  return slotsOf(
    tour.selling,
    tour.selling.options.filter((each) => optionRunsOn(tour, each, day)),
  )
}

/** Returns the slots that some options of a tour share, whatever days they run on, by start time. */
export function slotsOf(selling: Selling, some: readonly SellingOption[]): PlannedSlot[] {
  const slots = new Map<string, PlannedSlot>()
  for (const option of some) {
    const { capacityGroup } = option
    const seats = selling.capacityGroups.find(({ id }) => id === capacityGroup)?.seats ?? 0
    const times = option.startTimes.length === 0 ? [''] : option.startTimes.map(({ time }) => time)
    for (const startsAt of times) {
      const key = `${startsAt} ${capacityGroup}`
      const { options } = slots.get(key) ?? { options: [] }
      slots.set(key, { capacityGroup, startsAt, seats, options: [...options, option] })
    }
  }
  return [...slots.values()].toSorted((one, other) => one.startsAt.localeCompare(other.startsAt))
}

export interface SlotRow {
  capacity_group: string
  starts_at: string
  capacity: number
  seats_taken: number
  capacity_when_open: number | null
}

export interface DaySlot<Row extends SlotRow> {
  /** Without options if the tour no longer sells it. */
  slot: PlannedSlot
  /** Undefined until someone asks for it. */
  row: Row | undefined
  /** Whether the sale has ended by local time at the destination. */
  hasLeft: boolean
  isOffered: boolean
}

/** Pairs the slots that a tour plans on a day with their rows. Rows that the tour no longer plans are included if they have seats taken. `now` is null if ends of sale don't matter, since time zones are slow. */
export function daySlots<Row extends SlotRow>(tour: SoldTour, day: Day, rows: readonly Row[], now: Date | null): DaySlot<Row>[] {
  const isOf = (row: Row) => (slot: PlannedSlot) => slot.capacityGroup === row.capacity_group && slot.startsAt === row.starts_at
  const planned = plannedSlots(tour, day)
  const gone = rows.filter((row) => row.seats_taken > 0 && !planned.some(isOf(row)))
  return [
    ...planned.map((slot) => ({
      slot,
      row: rows.find((each) => isOf(each)(slot)),
      hasLeft: now !== null && slot.options.every((option) => optionHasLeft(tour, option, slot.startsAt || null, day, now)),
      isOffered: true,
    })),
    ...gone.map((row) => ({
      slot: { capacityGroup: row.capacity_group, startsAt: row.starts_at, seats: 0, options: [] },
      row,
      hasLeft: false,
      isOffered: false,
    })),
  ]
}

/** A closed slot has the capacity that it will have once opened. `isSold` says whether the whole day is on sale. */
export function seatsOf({ slot, row, hasLeft, isOffered }: DaySlot<SlotRow>, isSold: boolean): { capacity: number; left: number } {
  const taken = row?.seats_taken ?? 0
  const capacity = row?.capacity ?? slot.seats
  const isClosed = (row?.capacity_when_open ?? null) !== null
  return {
    capacity: Math.max(row?.capacity_when_open ?? capacity, taken),
    left: isSold && isOffered && !hasLeft && !isClosed ? capacity - taken : 0,
  }
}

interface DayRow {
  departs_on: Day
  /** As stored, which for a tour with options only limits sales by day. */
  capacity: number
  seats_taken: number
  slots: readonly SlotRow[]
}

/**
 * Returns the seats of a whole day as the list, the page and the month of departures show them: the sum of its slots, or for a tour with one
 * price, which is undefined here, the stored number. A day sold before its tour had options keeps the stored number too.
 */
export function daySeats(tour: SoldTour | undefined, row: DayRow, isSold: boolean, now: Date): { capacity: number; left: number } {
  if (!tour) return { capacity: row.capacity, left: isSold ? row.capacity - row.seats_taken : 0 }
  const seats = daySlots(tour, row.departs_on, row.slots, isSold ? now : null).map((slot) => seatsOf(slot, isSold))
  const sum = (of: 'capacity' | 'left') => seats.reduce((total, each) => total + each[of], 0)
  const wasSoldByDay = row.slots.length === 0 && row.seats_taken > 0
  return { capacity: wasSoldByDay ? row.capacity : sum('capacity'), left: wasSoldByDay ? 0 : sum('left') }
}

/** Options without prices, texts and pickups, since lists read many tours. */
const SLOT_CONTENT = sql<Selling>`jsonb_build_object('timeZone', content -> 'timeZone', 'capacityGroups', content -> 'capacityGroups', 'options',
  (select coalesce(jsonb_agg(option - array['units', 'text', 'pickups', 'groupSteps']), '[]') from jsonb_array_elements(content -> 'options') as option))`

/** Returns what is needed to plan the slots of the given tours, by id. Tours with one price are left out. */
export async function findSlotTours(db: Database | Trx, ids: readonly string[]): Promise<Map<string, SoldTour>> {
  return ids.length === 0 ? new Map() : readSlotTours(db, ids)
}

/** Like `findSlotTours`, for all tours with options if no ids are given. */
export async function readSlotTours(db: Database | Trx, ids?: readonly string[]): Promise<Map<string, SoldTour & { isActive: boolean }>> {
  const rows = await db
    .selectFrom('tours')
    .innerJoin('tour_selling', 'tour_selling.tour_id', 'tours.id')
    .select(['id', 'is_active', ...RUN_COLUMNS, ...SALE_COLUMNS, SLOT_CONTENT.as('selling')])
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .execute()
  return new Map(rows.map((row) => [row.id, { selling: row.selling, runs: toRuns(row), saleEnd: toSaleEnd(row), isActive: row.is_active }]))
}
