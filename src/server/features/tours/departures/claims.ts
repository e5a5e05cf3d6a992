import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { SoldTour } from '#shared/tours/offers/option-days.ts'
import type { Selling } from '#shared/tours/offers/selling-schema.ts'
import type { Trx } from '#server/lib/db.ts'
import { plannedSlots } from './planned-slots.ts'

/** What a booking takes of a day: seats at a start time, and pieces of extras. The day's row must be locked. */
export interface Claim {
  tourId: string
  day: Day
  capacityGroup: string
  /** Empty for the day as a whole. */
  startsAt: string
  seats: number
  extras: readonly { id: string; quantity: number }[]
}

export interface Slot {
  id: string
  capacity: number
  seats_taken: number
}

/** Returns the slot of a claim, which the day's first asker makes with the seats that its options share. */
export async function findOrMakeSlot(trx: Trx, { capacityGroups }: Pick<Selling, 'capacityGroups'>, claim: Claim): Promise<Slot> {
  const { tourId, day, capacityGroup, startsAt } = claim
  const capacity = capacityGroups.find(({ id }) => id === capacityGroup)?.seats ?? 0
  const { rows } = await sql<Slot>`
    with made as (
      insert into departure_slots (tour_id, departs_on, capacity_group, starts_at, capacity)
        values (${tourId}, ${day}, ${capacityGroup}, ${startsAt}, ${capacity})
        on conflict (tour_id, departs_on, capacity_group, starts_at) do nothing returning id, capacity, seats_taken)
    select * from made
    union all
    select id, capacity, seats_taken from departure_slots
      where tour_id = ${tourId} and departs_on = ${day} and capacity_group = ${capacityGroup} and starts_at = ${startsAt}`.execute(trx)
  const [slot] = rows
  if (!slot) throw new Error('A slot that has just been made is not there.')
  return slot
}

/** How many pieces of an extra are left on a day; undefined if it is not limited. */
export async function extraLeft(
  trx: Trx,
  { extras }: Pick<Selling, 'extras'>,
  { tourId, day }: Claim,
  extraId: string,
): Promise<number | undefined> {
  const stock = extras.find(({ id }) => id === extraId)?.stock ?? null
  if (stock === null) return undefined
  const row = await trx
    .selectFrom('departure_extras')
    .select(['stock', 'taken'])
    .where('tour_id', '=', tourId)
    .where('departs_on', '=', day)
    .where('extra_id', '=', extraId)
    .executeTakeFirst()
  return row ? row.stock - row.taken : stock
}

/** Takes what a claim asks for, of which the caller has seen that it is there; the check constraints are the backstop. */
export async function takeClaim(trx: Trx, tour: SoldTour, slotId: string, claim: Claim): Promise<void> {
  await moveSlot(trx, slotId, claim.seats)
  for (const { id, quantity } of claim.extras) {
    const stock = tour.selling.extras.find((extra) => extra.id === id)?.stock ?? null
    if (stock !== null) {
      await sql`insert into departure_extras (tour_id, departs_on, extra_id, stock, taken)
        values (${claim.tourId}, ${claim.day}, ${id}, ${stock}, ${quantity})
        on conflict (tour_id, departs_on, extra_id) do update set taken = departure_extras.taken + excluded.taken`.execute(trx)
    }
  }
  await addUpDay(trx, tour, claim)
}

/** Gives back what a booking has taken. The day's row must be locked. */
export async function releaseClaim(trx: Trx, tour: SoldTour, slotId: string, claim: Claim): Promise<void> {
  await moveSlot(trx, slotId, -claim.seats)
  for (const { id, quantity } of claim.extras) await moveExtra(trx, claim, id, -quantity)
  await addUpDay(trx, tour, claim)
}

/**
 * Gives the slots of days to come the seats that their options share now, except where staff have set them, and never fewer than are taken. A
 * closed one gets them when it is opened again.
 */
export async function resizeSlots(trx: Trx, tourId: string, { capacityGroups }: Selling, today: Day): Promise<void> {
  for (const { id, seats } of capacityGroups) {
    await trx
      .updateTable('departure_slots')
      .set({
        capacity: sql<number>`greatest(${seats}::integer, seats_taken)`,
        capacity_when_open: sql<number | null>`case when capacity_when_open is not null then ${seats}::integer end`,
      })
      .where('tour_id', '=', tourId)
      .where('departs_on', '>=', today)
      .where('capacity_group', '=', id)
      .where('capacity_set_at', 'is', null)
      .execute()
  }
}

/** Returns a slot, of which no one else changes anything until the transaction ends. The day's row must be locked. */
export async function lockSlot(trx: Trx, slotId: string) {
  return trx
    .selectFrom('departure_slots')
    .select(['capacity', 'seats_taken', 'capacity_when_open'])
    .where('id', '=', slotId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Writes what a slot has, or what staff have decided about it. Closing leaves it as many seats as are taken. */
export async function writeSlot(
  trx: Trx,
  slotId: string,
  slot: { capacity?: number; seats_taken?: number; capacity_set_at?: Date | null; capacity_when_open?: number | null },
): Promise<void> {
  await trx.updateTable('departure_slots').set(slot).where('id', '=', slotId).execute()
}

export interface TakenExtra {
  id: string
  day: Day
  taken: number
}

/** Writes the stock of limited extras on the days to come on which some are taken, never less than that. */
export async function writeExtras(trx: Trx, tourId: string, { extras }: Selling, today: Day, taken: readonly TakenExtra[]): Promise<void> {
  await trx.deleteFrom('departure_extras').where('tour_id', '=', tourId).where('departs_on', '>=', today).execute()
  const rows = taken.flatMap(({ id, day, taken: pieces }) => {
    const stock = extras.find((extra) => extra.id === id)?.stock ?? null
    return stock === null ? [] : [{ tour_id: tourId, departs_on: day, extra_id: id, stock: Math.max(stock, pieces), taken: pieces }]
  })
  if (rows.length > 0) await trx.insertInto('departure_extras').values(rows).execute()
}

async function moveSlot(trx: Trx, slotId: string, seats: number): Promise<void> {
  await trx
    .updateTable('departure_slots')
    .set((eb) => ({ seats_taken: eb('seats_taken', '+', seats) }))
    .where('id', '=', slotId)
    .execute()
}

/** Does nothing for an extra of which no one counts the pieces. */
async function moveExtra(trx: Trx, { tourId, day }: Claim, extraId: string, pieces: number): Promise<void> {
  await trx
    .updateTable('departure_extras')
    .set((eb) => ({ taken: sql<number>`greatest(0, ${eb.ref('taken')} + ${pieces})` }))
    .where('tour_id', '=', tourId)
    .where('departs_on', '=', day)
    .where('extra_id', '=', extraId)
    .execute()
}

/**
 * Brings the day's row in line with its slots: as many seats as they have taken, and so many more that what is left is the largest
 * party that one of them still takes. A version that knows only days then never sells what no slot has.
 */
export async function addUpDay(trx: Trx, tour: SoldTour, { tourId, day }: Pick<Claim, 'tourId' | 'day'>): Promise<void> {
  const planned = JSON.stringify(
    plannedSlots(tour, day).map(({ capacityGroup, startsAt, seats }) => ({ capacity_group: capacityGroup, starts_at: startsAt, seats })),
  )
  await sql`
    with planned as (select * from jsonb_to_recordset(${planned}::jsonb) as slot (capacity_group text, starts_at text, seats integer)),
    known as (select * from departure_slots where tour_id = ${tourId} and departs_on = ${day}),
    summed as (
      select (select coalesce(sum(seats_taken), 0)::integer from known) as taken,
        (select coalesce(max(coalesce(known.capacity - known.seats_taken, planned.seats)), 0)
          from planned left join known using (capacity_group, starts_at)) as largest)
    update departures set seats_taken = taken, capacity = taken + largest from summed
      where tour_id = ${tourId} and departs_on = ${day}`.execute(trx)
}
