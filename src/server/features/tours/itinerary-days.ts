import type { Selectable } from 'kysely'
import type { Place } from '#shared/tours/places.ts'
import type { ItineraryDays } from '#server/lib/db-types.ts'

/** Either all three are set or none. */
export interface PlaceColumns {
  place_name: string | null
  latitude: number | null
  longitude: number | null
}

export function toPlace({ place_name: name, latitude, longitude }: PlaceColumns): Place | null {
  return name === null || latitude === null || longitude === null ? null : { name, latitude, longitude }
}

export function toPlaceColumns(place: Place | null): PlaceColumns {
  return { place_name: place?.name ?? null, latitude: place?.latitude ?? null, longitude: place?.longitude ?? null }
}

export const DAY_COLUMNS = [
  'day_number',
  'title',
  'description',
  'activities',
  'accommodation',
  'transportation',
  'breakfast_included',
  'lunch_included',
  'dinner_included',
  'picture_ids',
  'place_name',
  'latitude',
  'longitude',
] as const satisfies (keyof ItineraryDays)[]
export type DayRow = Pick<Selectable<ItineraryDays>, (typeof DAY_COLUMNS)[number]>

type DayTexts = Pick<
  Selectable<ItineraryDays>,
  'title' | 'description' | 'activities' | 'accommodation' | 'transportation' | 'breakfast_included' | 'lunch_included' | 'dinner_included'
>

export function toDayTexts(day: DayTexts) {
  return {
    title: day.title,
    description: day.description,
    activities: day.activities,
    accommodation: day.accommodation,
    transportation: day.transportation,
    breakfastIncluded: day.breakfast_included,
    lunchIncluded: day.lunch_included,
    dinnerIncluded: day.dinner_included,
  }
}
