import type { Place } from '#shared/places.ts'

/** How a row keeps the place of a day: all three, or none. */
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
