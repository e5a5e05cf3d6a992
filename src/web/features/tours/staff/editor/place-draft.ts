import type { Place } from '#shared/tours/places.ts'
import { typedNumber } from '#shared/typed-numbers.ts'

/** A place as typed; all fields empty means none. */
export type PlaceDraft = Record<keyof Place, string>

export const NO_PLACE: PlaceDraft = { name: '', latitude: '', longitude: '' }

export function toPlaceDraft(place: Place | null | undefined): PlaceDraft {
  return place ? { name: place.name, latitude: String(place.latitude), longitude: String(place.longitude) } : NO_PLACE
}

/** Returns the typed place, or null for none; an invalid number becomes NaN. */
export function placeOf({ name, latitude, longitude }: PlaceDraft): Place | null {
  if (`${name}${latitude}${longitude}`.trim() === '') return null
  return { name: name.trim(), latitude: degreesOf(latitude), longitude: degreesOf(longitude) }
}

function degreesOf(text: string): number {
  // Thousands are never meant: no degree has four digits.
  return typedNumber(
    text.replaceAll(/\d[.,]\d+/g, (fraction) => `${fraction}0000`),
    { decimals: 12, marks: ['°'] },
  )
}

/** Parses coordinates copied from a map, such as "35.0394, 135.7292" or "8.5069° S, 115.2625° E". */
export function coordinatesIn(text: string): Pick<PlaceDraft, 'latitude' | 'longitude'> | undefined {
  const parts = text
    .trim()
    .split(/[\s,;]+/)
    .join(' ')
  const found = /^([-−]?\d+(?:\.\d+)?) ?°? ?([NS])? ([-−]?\d+(?:\.\d+)?) ?°? ?([EW])?$/i.exec(parts)
  if (!found) return undefined
  const [, latitude = '', northOrSouth = '', longitude = '', eastOrWest = ''] = found
  const signed = (number: string, isNegative: boolean) => (isNegative ? '-' : '') + number.replace('−', '-')
  return { latitude: signed(latitude, /s/i.test(northOrSouth)), longitude: signed(longitude, /w/i.test(eastOrWest)) }
}
