import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '#server/lib/db.ts'
import { toPlaceColumns, toSaleColumns } from '#server/features/tours/tour-rows.ts'
import type { SeedTour } from './schemas.ts'

/** Takes one tour of each country in turn, so that the first page shows every country. */
export function interleave(countries: SeedTour[][]): SeedTour[] {
  const most = Math.max(...countries.map((tours) => tours.length))
  return Array.from({ length: most }, (_, index) => countries.flatMap((tours) => tours[index] ?? [])).flat()
}

/** Skips a tour that already exists. `place` is where it stands in the list; it comes last if another stands there. */
export async function insertTour(trx: Trx, tour: SeedTour, place: number): Promise<void> {
  const inserted = await trx
    .insertInto('tours')
    .values({
      id: tour.id,
      name: tour.name,
      destination: tour.destination,
      duration: tour.duration,
      overview: tour.overview,
      base_price_cents: tour.basePriceCents,
      max_people: tour.maxPeople,
      tour_type: tour.tourType,
      tags: tour.tags,
      is_active: tour.isActive,
      terms_and_conditions: tour.termsAndConditions,
      facts: JSON.stringify(tour.facts),
      ...toSaleColumns(tour.saleEnd ?? null),
      full_refund_days: tour.refundPolicy.fullRefundDays,
      partial_refund_days: tour.refundPolicy.partialRefundDays,
      partial_refund_percentage: tour.refundPolicy.partialRefundPercentage,
      position: sql`case when exists (select from tours where position = ${place}) then (select max(position) + 1 from tours) else ${place}::integer end`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows !== 1n) return
  if (tour.selling) {
    await trx
      .insertInto('tour_selling')
      .values({ tour_id: tour.id, content: JSON.stringify(tour.selling) })
      .execute()
  }
  await trx
    .insertInto('tour_images')
    .values(tour.images.map((picture_id, index) => ({ tour_id: tour.id, position: index, picture_id })))
    .execute()
  await trx
    .insertInto('itinerary_days')
    .values(
      tour.itinerary.map((day) => ({
        tour_id: tour.id,
        day_number: day.dayNumber,
        title: day.title,
        description: day.description,
        activities: day.activities,
        accommodation: day.accommodation,
        transportation: day.transportation,
        breakfast_included: day.breakfastIncluded,
        lunch_included: day.lunchIncluded,
        dinner_included: day.dinnerIncluded,
        picture_ids: day.images,
        ...toPlaceColumns(day.place),
      })),
    )
    .execute()
  if (tour.reviews.length === 0) return
  await trx
    .insertInto('reviews')
    .values(
      tour.reviews.map((review) => ({
        id: randomUUID(),
        tour_id: tour.id,
        author_name: review.authorName,
        rating: review.rating,
        body: review.text,
        travelled_on: review.travelledOn,
        is_demo: true,
      })),
    )
    .execute()
}
